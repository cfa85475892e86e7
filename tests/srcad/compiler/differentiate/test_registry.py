"""Every primitive has a rule, or none on purpose; anything else is unknown."""

import pytest

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.differentiate.activity import varied_values
from srcad.compiler.differentiate.adjoints import STRUCTURAL_ADJOINTS
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.differentiate.rules import registry
from srcad.compiler.ir import primitives
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.primitives import PRIMITIVES, Primitive
from srcad.compiler.ir.shapes import elementwise
from srcad.compiler.ir.types import Function, Origin, Value

registry.has_no_derivative("add")  # Loads the table.
TABLES = {
    "partials": set(registry.PARTIALS),
    "bprop": set(registry.BPROPS),
    "none on purpose": registry.NO_DERIVATIVE,
    "structural": registry.STRUCTURAL,
    "carried": registry.CARRIED,
}


@pytest.mark.parametrize("primitive", sorted(PRIMITIVES))
def test_a_primitive_stands_in_one_table(primitive):
    found = [name for name, table in TABLES.items() if primitive in table]
    assert len(found) == 1, f"{primitive} stands in {found or 'no table'}"


@pytest.mark.parametrize("table", sorted(TABLES))
def test_a_table_names_primitives_alone(table):
    assert TABLES[table] <= set(PRIMITIVES)


def test_what_is_structural_has_an_adjoint():
    assert set(STRUCTURAL_ADJOINTS) == registry.STRUCTURAL


@pytest.mark.parametrize("primitive", sorted(registry.PARTIALS))
def test_one_partial_for_each_argument(primitive):
    arity = len(registry.PARTIALS[primitive])
    function = PRIMITIVES[primitive].evaluate
    assert function(*(1.0,) * arity) is not None
    assert PRIMITIVES[primitive].elementwise


def test_a_second_rule_is_refused():
    with pytest.raises(ValueError, match="'exp' has a rule already"):
        registry.define_partials({"exp": "out"})
    with pytest.raises(ValueError, match="'sum' has a rule already"):
        registry.defines("sum")
    with pytest.raises(ValueError, match="'sign' has a rule already"):
        registry.define_none("sign")


def test_a_rule_of_no_primitive_is_refused():
    with pytest.raises(ValueError, match="there is no primitive 'sinus'"):
        registry.define_partials({"sinus": "out"})


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


@pytest.mark.parametrize("primitive", sorted(registry.NO_DERIVATIVE))
def test_nothing_varies_through_what_has_none(primitive):
    x = Value(Aval("float64", (3,)), "x")
    builder = Builder()
    result = Value(Aval("float64", (3,)))
    builder.append(primitive, (x,), {}, result)
    assert result not in varied_values(builder.block((x,), (result,)), {x})
