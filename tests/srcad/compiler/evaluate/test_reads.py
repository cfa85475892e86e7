"""What comes from outside is asked through the door: it leaves a guard there.

The evaluator's text is walked. Whatever asks an object in another way stands in
``KNOWN``, by the reason for which it needs no guard of its own.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from srcad.compiler import evaluate

FOLDER = Path(evaluate.__file__).parent
ASKING = ("getattr", "hasattr", "vars", "setattr", "delattr")
# What something is called is for diagnostics, and for names in the module.
CALLED = ("__name__", "__qualname__", "__module__")
# Syntax, the object itself, and what is Python's or NumPy's.
NOT_OUTSIDE = ("node", "self", "builtins", "math", "np", "operator", "object", "type")
# Those of functions of a library ask what these are, and their arguments.
FAMILIES = ("numpy", "scipy")

KNOWN = {
    "the door reads it, just before or in what follows": {
        "calls/alike.py": "_key",
        "calls/cells.py": "construct_of read_by_bprop",
        "calls/detaching.py": "_refuse_writes",
        "calls/splicing.py": "_changes _is_of_parameters _may_write _written_by "
        "internal_params needs_cell needs_tensors parameter_attributes parameters_read",
        "entry/outermost.py": "trace_root",
        "library/builtins.py": "_dir",
        "operations/attributes.py": "attribute",
        "syntax/statements.py": "_has_setter",
    },
    "a class: what it says of its objects is one guard": {
        "calls/calls.py": "_consumes_late",
        "calls/classes.py": "_functions",
        "calls/instances.py": "_is_frozen _keep_default _set_fields _set_member _tuple_of delete_attribute "
        "is_container_class <module>",
        "operations/direct.py": "_makes_record is_record_class",
        "operations/operators.py": "_goes_first",
        "printing.py": "of_class",
        "values/marked.py": "truth",
        "values/records.py": "StandIn _is_compared _says augmented",
        "values/sequences.py": "words",
        "values/specials.py": "_said",
    },
    "something of Python, of NumPy or SciPy": {
        "calls/builtin_table.py": "builtin",
        "calls/logs.py": "_logs",
        "calls/methods.py": "gives_attribute gives_its_objects refuse_of_python",
        "drawing.py": "run",
        "families.py": "public_module usual",
        "library/builtins.py": "_given_attribute",
        "library/containers.py": "dict_changed",
        "operations/direct.py": "_has_state _is_pure owner_of",
        "operations/in_place.py": "_refuse_handed_on",
        "operations/iterator_library.py": "entries",
        "operations/set_orders.py": "given_in_order",
        "values/callables.py": "call has_attribute run",
        "values/piecewise.py": "_array call",
        "values/random_generators.py": "class_of",
        "values/run_time_lists.py": "attribute",
        "values/run_time_tuples.py": "attribute",
        "values/sets.py": "_method",
        "values/splines.py": "_boxed made",
        "values/vectorized.py": "part",
    },
    "ours, or made by the evaluation": {
        "ast_queries.py": "own_parts",
        "calls/dict_library.py": "__eq__ subtract update",
        "calls/object_library.py": "__eq__ push",
        "calls/registration.py": "keep_handle register take_back",
        "kinds.py": "kind_of",
        "operations/mixed_precision.py": "dtype_of_operator",
        "paths/merging.py": "_joined_outcome",
        "paths/loop_results.py": "_carry_flow",
        "settings.py": "setting",
        "streams.py": "without_effects",
        "syntax/comprehensions.py": "_definition",
        "syntax/suspended.py": "_with",
        "values/arrays.py": "attribute has_attribute",
        "values/records.py": "given",
        "values/run_time.py": "has_attribute",
    },
    "only told to the user": {
        "calls/cells.py": "no_construct",
        "calls/solvers.py": "_name",
        "entry/outermost.py": "_importable",
        "operations/attributes.py": "python_attribute",
    },
}


def asks(node: ast.AST) -> bool:
    """Whether an expression asks an object that may be from outside."""
    match node:
        case ast.Attribute(attr="__dict__"):
            return True
        case ast.Call(ast.Name(word), [_, ast.Constant(name), *_]):
            found = word in ASKING and name not in CALLED
        case ast.Call(ast.Name(word), [_, *_]):
            found = word in ASKING
        case _:
            return False
    match node.args[0]:
        case ast.Name(owner):
            return found and owner not in NOT_OUTSIDE
        case ast.Attribute(attr="node"):
            return False
    return found


def asking(node: ast.AST, name: str) -> Iterator[str]:
    """The functions in which something is asked, once for each time."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        name = node.name
    if asks(node):
        yield name
    for child in ast.iter_child_nodes(node):
        yield from asking(child, name)


def test_whoever_asks_beside_the_door_is_known():
    known = {
        (file, name)
        for places in KNOWN.values()
        for file, names in places.items()
        for name in names.split()
    }
    found = {
        (path.relative_to(FOLDER).as_posix(), name)
        for path in FOLDER.rglob("*.py")
        if path.relative_to(FOLDER).parts[0] not in FAMILIES
        for name in asking(ast.parse(path.read_text(encoding="utf-8")), "<module>")
    }
    assert found == known


def test_what_asks_is_found():
    for text in ("getattr(x, 'a', 1)", "vars(x)", "x.__dict__", "hasattr(x.a, b)"):
        assert asks(ast.parse(text, mode="eval").body)
    for text in ("getattr(x, '__name__', '')", "getattr(node, 'body', [])", "len(x)"):
        assert not asks(ast.parse(text, mode="eval").body)
