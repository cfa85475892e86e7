"""Random generators that the program makes: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "made generator",
        one="np.random.default_rng(3)",
        other="np.random.default_rng(4)",
        read="it.normal() * x[0]",
        asked=(
            "it.normal(size=2) * x[0]",
            "it.uniform(0.0, 1.0)",
            "it.integers(3)",
            "it.nothing()",
            "it.normal(x[0], 1.0)",
            "it.normal() - it.normal()",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "==",
                "is other",
                "path is",
                "loop is",
                # this must be known at compile time
                "hash",
            ),
            "SRC012": (
                # `type` of a run-time value
                "type",
                "path isinstance",
                # a copy of a random generator
                "copy is",
            ),
            "SRC016": (
                # what the elements of this list are is not known
                "chosen is",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
