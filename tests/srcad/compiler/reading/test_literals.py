"""Equal text stands for equal literals, and for nothing else."""

import enum
import fractions
import math
import pathlib

import numpy as np
import pytest

import srcad
from srcad.compiler.reading.literals import content_digest, literal_text


class Colour(enum.Enum):
    RED = 1
    BLUE = 2
    CRIMSON = 1  # noqa: PIE796 - another name of it


class Level(enum.IntEnum):
    LOW = 1


DIFFERENT = [
    *(0, 0.0, -0.0, 0j, False, None, "", b"", "0", math.nan, math.inf, -math.inf),
    *(1, 1.0, True, "1", b"1", 1 + 0j, ..., NotImplemented),
    *(np.float32(1), np.float64(1), np.int64(1), np.bool_(True), np.float16(1)),
    *(np.dtype("f4"), np.dtype("f8"), np.dtype(">f8"), srcad.float32, srcad.float64),
    *(Colour.RED, Colour.BLUE, Level.LOW),
    *(slice(1), slice(1.0), slice(0, 1), range(1), range(0, 1, 2), range(2)),
]


def test_no_two_different_ones_have_one_text():
    texts = [literal_text(item) for item in DIFFERENT]
    assert None not in texts
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (math.nan, float("nan")),
        (0.1 + 0.2, 0.30000000000000004),
        (np.float32("nan"), np.float32("nan")),
        (Colour.RED, Colour.CRIMSON),
        ("ab", "".join(["a", "b"])),
    ],
)
def test_equal_ones_have_one_text(one, other):
    assert literal_text(one) == literal_text(other)


class Loud(int):
    def __repr__(self):
        raise AssertionError("code of the user's ran")


class Text(str):
    __slots__ = ()


def test_what_is_no_literal():
    others = [Loud(3), Text("a"), [1], (1,), {}, object(), len, Loud, np.ones(1)]
    assert [literal_text(item) for item in others] == [None] * len(others)


class Thing:
    def __init__(self, **parts):
        self.__dict__.update(parts)


class Other(Thing):
    pass


CONTENTS = [
    *([1, 2], [2, 1], (1, 2), [1, 2.0], [[1], 2], [1, [2]], {1, 2}, frozenset({1, 2})),
    *({"a": 1}, {"a": 1.0}, {"b": 1}, {"a": 1, "b": 2}, {"b": 2, "a": 1}),
    *(
        np.ones(2),
        np.ones(2, "f4"),
        np.ones((2, 1)),
        np.zeros(2),
        np.array([0.0, -0.0]),
    ),
    *(srcad.Tensor([1.0, 1.0]), Thing(a=1), Thing(a=2), Thing(b=1), Other(a=1)),
    *(pathlib.PurePosixPath("a"), fractions.Fraction(1, 2), fractions.Fraction(1, 3)),
    *(len, max, Thing, Other),
]


def test_no_two_contents_have_one_digest():
    digests = [content_digest(item) for item in CONTENTS]
    assert None not in digests
    assert len(set(digests)) == len(digests)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({1, 2, 3}, {3, 2, 1}),
        (np.arange(4)[::2], np.array([0, 2])),
        (Thing(a=[1, {"b": 2}]), Thing(a=[1, {"b": 2}])),
    ],
)
def test_the_content_alone_matters(one, other):
    assert content_digest(one) == content_digest(other)


def test_what_an_array_in_an_object_holds_matters():
    thing = Thing(array=np.ones(3))
    before = content_digest(thing)
    thing.array[1] = 2
    assert content_digest(thing) != before


def test_what_cannot_be_told():
    around = []
    around.append(around)
    assert content_digest(around) is None
    assert content_digest(object()) is None
    assert content_digest([lambda x: x]) is None
    assert content_digest(np.array([object()])) is None
