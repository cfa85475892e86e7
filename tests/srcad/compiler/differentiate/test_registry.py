"""Every primitive has a rule, or none on purpose; anything else is unknown."""

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.differentiate.activity import varied_values
from srcad.compiler.differentiate.adjoints import STRUCTURAL_ADJOINTS
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.ir import primitives
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.primitives import PRIMITIVES, UNKNOWN, Primitive, primitive
from srcad.compiler.ir.shapes import elementwise
from srcad.compiler.ir.types import Block, Function, Op, Value

PARTIALS = [name for name, row in PRIMITIVES.items() if type(row.derivative) is tuple]
WITHOUT = [name for name, row in PRIMITIVES.items() if row.derivative == "none"]
# A kernel brings its own ``bprop`` along, or is refused; a foreign call always does.
CARRIED = {"kernel", "foreign"}


def test_a_primitive_has_a_rule_or_an_adjoint_or_brings_one_along():
    for name, row in PRIMITIVES.items():
        ways = (
            row.derivative is not None,
            name in STRUCTURAL_ADJOINTS,
            name in CARRIED,
        )
        assert sum(ways) == 1, name
    assert set(STRUCTURAL_ADJOINTS) <= set(PRIMITIVES)


@pytest.mark.parametrize("name", sorted(PARTIALS))
def test_one_partial_for_each_argument(name):
    row = PRIMITIVES[name]
    # By an order, which may have to be a whole number, nothing is known.
    given = [1 if partial is UNKNOWN else 0.5 for partial in row.derivative]
    assert row.evaluate(*given) is not None
    assert row.elementwise or row.library == "cmath"  # of one number


def test_a_second_primitive_of_a_name_is_refused():
    with pytest.raises(AssertionError, match="exp"):
        primitive("exp", elementwise(np.exp), np.exp, ("out",))


@pytest.fixture
def unknown(monkeypatch):
    """A primitive that stands in no table."""
    made = Primitive("mystery", elementwise(abs), abs)
    monkeypatch.setitem(primitives.PRIMITIVES, "mystery", made)


def mystery() -> Function:
    origin = Origin("y = mystery(x)", "model.py", 7)
    builder = Builder(origin=origin)
    x = Value(Aval("float64", (3,)), "x")
    return Function("f", builder.block((x,), (builder.emit("mystery", x),)), 1)


def test_an_unknown_primitive_is_refused(unknown):
    with pytest.raises(CompileError) as caught:
        differentiate(mystery(), (True,))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "SRC014"
    assert diagnostic.message == "`mystery` has no derivative rule"
    assert (diagnostic.span.path, diagnostic.span.line) == ("model.py", 7)


def test_an_unknown_primitive_that_nothing_varies_through_is_not(unknown):
    function = mystery()
    joint = differentiate(function, (False,))
    assert len(joint.body.ops) == 1


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_nothing_varies_through_what_has_none(name):
    x = Value(Aval("float64", (3,)), "x")
    result = Value(Aval("float64", (3,)))
    op = Op(name, (x,), (), (result,))
    assert result not in varied_values(Block((x,), (op,), (result,)), {x})
