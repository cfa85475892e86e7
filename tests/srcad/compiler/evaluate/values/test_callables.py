"""Functions, classes and methods: what Python asks of them."""

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
        "function",
        one="double",
        other="square",
        read="it(x).sum()",
        space=SPACE,
        refused={
            "SRC012": (
                # `double` would run while compiling
                "f-string",
            ),
            "SRC013": (
                # what Python shows of a function is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "lambda",
        one="(lambda v: v * x)",
        other="(lambda v: v + x)",
        read="it(x).sum()",
        space=SPACE,
        refused={
            "SRC012": (
                # the text of a function is not known
                "f-string",
            ),
            "SRC013": (
                # what Python shows of a function is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "ufunc",
        one="np.sin",
        other="np.exp",
        read="it(x).sum()",
        space=SPACE,
        refused={
            "SRC013": (
                # what Python shows of a ufunc is not known at compile time
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "builtin",
        one="abs",
        other="sum",
        read="np.sum(it(x))",
        space=SPACE,
        refused={
            "SRC013": (
                # what Python shows of a function is not known at compile time
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "partial",
        one="functools.partial(np.multiply, x)",
        other="functools.partial(square)",
        read="it(x).sum()",
        space=SPACE,
        asked=(
            "it.func is np.multiply",
            "it.args",
            "it.keywords",
        ),
        refused={
            "SRC013": (
                # what Python shows of a partial is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "hash",
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a partial and a p
                "path is",
                "path isinstance",
                "loop is",
            ),
        },
    ),
    Kind(
        "method",
        one="Owner(x[0]).times",
        other="OWNER.times",
        read="it(x).sum()",
        space=SPACE,
        asked=(
            "it.__self__.a",
            "it.__func__ is Owner.times",
            "it.__name__",
        ),
        refused={
            "SRC013": (
                # what Python shows of a function is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "hash",
                "chosen is",
            ),
        },
    ),
    Kind(
        "method of list",
        one="[x[0]].append",
        other="[x[1]].index",
        read="(it(x[1]), 1.0)[1]",
        space=SPACE,
        refused={
            "SRC013": (
                # what Python shows of a function is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "class",
        one="Owner",
        other="Plain",
        read="it(x[0]).a",
        space=SPACE,
        asked=(
            "it.__name__",
            "it.times",
            "issubclass(it, object)",
            "isinstance(it, type)",
            "it.__mro__",
        ),
        refused={
            "SRC013": (
                # what Python shows of a type is not known at compile time
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "getter",
        one="operator.itemgetter(0)",
        other="operator.itemgetter(1)",
        read="it(x)",
        space=SPACE,
        refused={
            "SRC013": (
                # what Python shows of a itemgetter is not known at compile time
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
