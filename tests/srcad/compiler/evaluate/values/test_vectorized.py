"""Functions of elements that NumPy calls for each element: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
class Owner:
    def __init__(self, a):
        self.a = a

    def times(self, v):
        return v * self.a


class Plain:
    def __init__(self, a):
        self.a = a


def double(v):
    return v * 2.0


def square(v):
    return v * v


OWNER = Owner(3.0)
"""

KINDS = (
    Kind(
        "made function of elements",
        one="np.vectorize(double)",
        other="np.vectorize(square)",
        read="it(x).sum()",
        space=SPACE,
        asked=(
            "it(x[0])",
            "it(2.0)",
            "it.pyfunc is double",
            "it(np.outer(x, x))",
        ),
        refused={
            "SRC013": (
                # what Python shows of a vectorize is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a vectorize and a
                "path is",
                "path isinstance",
                "loop is",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
