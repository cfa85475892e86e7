"""Cells, operators and what else srcad has marked: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
class Net(srcad.Cell):
    def __init__(self):
        super().__init__()
        values = srcad.Tensor(np.array([1.0, 2.0, 0.5]))
        self.weight = srcad.Parameter(values, name="weight")
        self.scale = 2.0

    def construct(self, y):
        return y * self.scale


NET, NET2 = Net(), Net()
"""

SPACE_2 = """\
@srcad.static
def known(v):
    return v + 1.0


@srcad.static
def known2(v):
    return v + 2.0
"""

KINDS = (
    Kind(
        "cell",
        one="NET",
        other="NET2",
        read="it(x).sum()",
        space=SPACE,
        asked=(
            "it.scale",
            "it.weight.sum()",
        ),
        refused={
            "SRC013": (
                # what Python shows of a Net is not known at compile time
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "made cell",
        one="Net()",
        other="Net()",
        read="it(x).sum()",
        space=SPACE,
        asked=("it.scale",),
        refused={
            "SRC012": (
                # a Parameter of run-time values
                "==",
                "!=",
                "== number",
                "== None",
                "not",
                "truth",
                "getattr",
                "hasattr",
                "call",
                "in list",
                "isinstance",
                "is array",
                "is abstract",
                "callable",
                "type",
                "is None type",
                "is it",
                "is other",
                "is None",
                "copy is",
                "f-string",
                "print",
                "print inside",
                "key",
                "in set",
                "hash",
                "path is",
                "path isinstance",
                "loop is",
                "chosen is",
                "match",
                "it.scale",
            ),
        },
    ),
    Kind(
        "static function",
        one="known",
        other="known2",
        read="it(2.0) * x[0]",
        space=SPACE_2,
        refused={
            "SRC012": (
                # `known` would run while compiling
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
        "operator",
        one="srcad.ops.ReLU()",
        other="srcad.ops.Tanh()",
        read="it(x).sum()",
        refused={
            "SRC013": (
                # what Python shows of a ReLU is not known at compile time
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
