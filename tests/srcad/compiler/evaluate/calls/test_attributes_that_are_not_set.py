"""Attributes that an object has no place for: Python raises, and who calls may catch."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

PROGRAM = """
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

{decorator}
class Held(Generic[T]):
    v: T

class Property:
    def __init__(self, v):
        self.w = v

    @property
    def v(self):
        return self.w

def of_typing(x):
    return Held[float](x[0]).v * 2

def caught(x):
    held = Held(x[0])
    try:
        held.{name} = 3.0
    except AttributeError:
        return held.v * 2
    return held.v

def of_a_property(x):
    held = Property(x[0])
    try:
        held.v = 3.0
    except AttributeError:
        return held.v * 2
    return held.v
"""


@pytest.mark.parametrize(
    "decorator", ["@dataclass(frozen=True)", "@dataclass(slots=True)", "@dataclass"]
)
def test_what_is_raised_may_be_caught(tmp_path, decorator):
    name = "v" if "frozen" in decorator else "other"
    text = PROGRAM.format(decorator=decorator, name=name)
    module = module_of(tmp_path, "unset", text)
    for program in (module.of_typing, module.caught, module.of_a_property):
        assert result(program, [0.7]), program.__name__
