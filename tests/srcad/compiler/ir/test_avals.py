"""What abstract values answer: each question is asked of each of them."""

import inspect
from typing import get_args

import pytest

from srcad.compiler.ir.avals import (
    BOOL,
    FLOAT,
    INT,
    AbstractValue,
    AnyAval,
    Aval,
    GeneratorAval,
    LiveAval,
    OpaqueAval,
    OptionalAval,
    ResidualsAval,
    ResidualsForm,
    SequenceAval,
    ShapeAval,
    TupleAval,
    UndefinedAval,
    parse_aval,
)

MATRIX = parse_aval("float32[batch, 64]")
OTHERS = [
    ShapeAval((2, 3)),
    SequenceAval(FLOAT),
    OptionalAval(MATRIX),
    TupleAval((MATRIX, INT)),
    ResidualsAval(ResidualsForm()),
    OpaqueAval(),
    LiveAval("Logger"),
    GeneratorAval("Generator"),
    UndefinedAval(),
]
QUESTIONS = [
    name for name, _ in inspect.getmembers(AbstractValue) if not name.startswith("_")
]


def test_every_class_is_asked():
    asked = {type(one) for one in (MATRIX, *OTHERS)}
    assert asked == {*get_args(AnyAval), GeneratorAval}


@pytest.mark.parametrize("aval", OTHERS, ids=lambda aval: type(aval).__name__)
def test_what_is_no_number_says_so_to_every_question(aval):
    own = {"is_list": SequenceAval, "is_optional": OptionalAval}
    for question in QUESTIONS:
        if question == "element":
            lists = isinstance(aval, SequenceAval)
            assert aval.element == (FLOAT if lists else OpaqueAval())
        elif question == "but":
            assert aval.but(dtype="int8") is aval
        elif question in own:
            assert getattr(aval, question) is isinstance(aval, own[question])
        elif question != "is_fixed":  # of no sizes, each is known
            assert not getattr(aval, question), question


@pytest.mark.parametrize(
    ("aval", "yes"),
    [
        (MATRIX, "is_numeric is_float is_inexact"),
        (parse_aval("complex64[3]"), "is_numeric is_complex is_inexact"),
        (parse_aval("int8[2, 3]"), "is_numeric is_integer is_whole"),
        (parse_aval("uint8[3]"), "is_numeric is_whole"),
        (BOOL, "is_numeric is_bool is_scalar"),
        (INT, "is_numeric is_integer is_whole is_scalar"),
    ],
    ids=str,
)
def test_numbers_and_arrays(aval, yes):
    wanted = set(yes.split())
    if all(isinstance(dim, int) for dim in aval.shape):
        wanted.add("is_fixed")
    asked = [name for name in QUESTIONS if name.startswith("is_")]
    assert {name for name in asked if getattr(aval, name)} == wanted
    assert aval.ndim == len(aval.shape)


def test_an_array_has_a_dtype():
    with pytest.raises(TypeError, match="dtype"):
        Aval()


@pytest.mark.parametrize(
    ("word", "shown"), [("4 * n", "4 * n"), ("4*n", "4 * n"), ("n+3", "n + 3")]
)
def test_a_size_may_be_a_sum(word, shown):
    aval = parse_aval(f"float64[{word}, m]")
    assert str(aval) == f"float64[{shown}, m]"
    assert parse_aval(str(aval)) == aval


@pytest.mark.parametrize("word", ["n - 1", "-n", "n * m", "4n", "n +", "2 * n - m"])
def test_what_is_no_size(word):
    with pytest.raises(ValueError, match="is not a size or the name of one"):
        parse_aval(f"float64[{word}]")
