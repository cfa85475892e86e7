"""What is asked of any object of the evaluation, whatever it is."""

import numpy as np
import pytest

from srcad.compiler.evaluate.objects import (
    Box,
    Conflict,
    Maybe,
    as_tuple,
    aval_of,
    box_of,
    conflict_of,
    is_array_box,
    is_changeable,
    is_optional,
    is_written_in_place,
    size_of,
)
from srcad.compiler.ir.avals import INT, OptionalAval, SequenceAval, parse_aval
from srcad.compiler.ir.types import Lit, Value, take_name

VECTOR = parse_aval("float64[n]")
KNOWN = [None, 3, 2.5, "text", [1.0], {"a": 1}, np.ones(3), Maybe((None,)), object()]


@pytest.mark.parametrize("item", KNOWN, ids=lambda item: type(item).__name__)
def test_what_is_known_says_no_to_every_question_about_run_time(item):
    box, aval = box_of(item), aval_of(item)
    assert not box.stale
    assert not box.unsure
    assert not box.holds
    assert not box.classes
    assert not box.is_input
    assert not aval.is_numeric
    assert not aval.is_list
    assert not aval.is_optional
    assert not aval.weak
    asked = (is_array_box, is_written_in_place, is_changeable, is_optional)
    assert not any(question(item) for question in asked)
    assert conflict_of(item) is None


def test_a_box_answers_for_its_value():
    array, number = Box(Value(VECTOR), 1), Box(Value(INT), 2)
    assert box_of(array) is array
    assert aval_of(array) == VECTOR
    assert is_array_box(array)
    assert is_written_in_place(array)
    assert is_changeable(array)
    assert not is_written_in_place(number)
    number.holds = True
    assert is_written_in_place(number)
    assert not is_array_box(number)
    assert is_changeable(Box(Value(SequenceAval(VECTOR)), 3))
    maybe = Box(Value(OptionalAval(VECTOR)), 4)
    assert is_optional(maybe)
    assert is_changeable(maybe)
    assert not is_array_box(maybe)


def test_sizes_are_known_of_ints_and_of_boxes_that_are_sizes():
    (size,) = VECTOR.shape
    known = Box(Value(type(INT)("int64", weak=True, size=size)), 1)
    assert (size_of(3), size_of(known)) == (3, size)
    assert size_of(2.5) is None
    assert size_of(Box(Value(INT), 2)) is None


def test_conflicts_and_tuples():
    conflict = Conflict("SRC019", "two")
    assert conflict_of(conflict) is conflict
    assert (as_tuple((1, 2)), as_tuple([1, 2])) == ((1, 2), ([1, 2],))


def test_a_value_takes_the_name_of_another_one_and_a_literal_has_none():
    new, old = Value(VECTOR, "t"), Value(VECTOR, "x", named=True)
    take_name(new, Lit(1.0))
    assert (new.hint, new.named) == ("t", False)
    take_name(new, old)
    assert (new.hint, new.named) == ("x", True)
    literal = Lit(1.0)
    take_name(literal, old)
    assert (literal.hint, literal.named) == ("", False)
