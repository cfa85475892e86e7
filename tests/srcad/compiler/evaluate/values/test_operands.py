"""Sequences beside arrays: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "list beside an array",
        one="[x[0], 1.0, x[2]]",
        other="[x[1], 2.0, 3.0]",
        read="it[0] + 2 * it[2]",
        asked=(
            "it - x",
            "x - it",
            "x < it",
            "it == x",
            "it @ x",
            "x // it",
            "it * np.float64(2.0)",
            "np.float64(2.0) + it",
            "it + np.ones(3)",
            "x[0] + it",
            "it * x[0]",
            "it += x\nit",
            "x += it\nx",
            "x[0] < it",
            "x[0] in it",
            "it + x[0] == x",
            "it * 2 + x",
            "-x + it",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "chosen is",
            ),
            "SRC023": (
                # this writes into an array of the caller
                "x += it\nx",
            ),
        },
    ),
    Kind(
        "tuple beside an array",
        one="(x[0], 1.0, x[2])",
        other="(x[1], 2.0, 3.0)",
        read="it[0] + 2 * it[2]",
        asked=(
            "it - x",
            "x - it",
            "x < it",
            "it == x",
            "it @ x",
            "x // it",
            "it * np.float64(2.0)",
            "np.float64(2.0) + it",
            "x[0] + it",
            "it += x\nit",
            "x += it\nx",
            "x[0] in it",
        ),
        refused={
            "SRC013": (
                # this must be known at compile time
                "hash",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
            "SRC023": (
                # this writes into an array of the caller
                "x += it\nx",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
