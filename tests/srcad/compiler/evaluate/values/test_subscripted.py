"""What is made by a subscript: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "grid of places",
        one="np.mgrid",
        other="np.ogrid",
        read="it[0:3][1] * x[0]",
        asked=(
            "it[0:2, 0:3][0]",
            "it[0:1:3j]",
        ),
        refused={
            "SRC013": (
                # what Python shows of a MGridClass is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a MGridClass and
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
