"""What functions say of their parameters that are defined in what is compiled."""

import functools
import typing

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

X = np.array([0.5, 1.2, -0.7])


def by_annotation(x):
    @functools.singledispatch
    def scaled(v):
        return v * 2

    @scaled.register
    def _(v: float):
        return v * 3

    @scaled.register
    def _(v: np.ndarray, by: float = 5.0) -> float:
        return v * by

    return scaled(x).sum() + scaled(2.0) * x[0] + scaled(1)


def for_a_local_class(x):
    class Held:
        def __init__(self, v):
            self.v = v

    @functools.singledispatch
    def scaled(v):
        return v * 2

    @scaled.register
    def _(v: Held):
        return v.v * 3

    return scaled(Held(x)).sum() * scaled(x[0])


def for_several_classes(x):
    @functools.singledispatch
    def scaled(v):
        return v * 2

    @scaled.register
    def _(v: int | float):
        return v * 3

    @scaled.register
    def _(v: "list"):
        return v[0] * 7

    @scaled.register
    def _(v: None):
        return 3.0

    return scaled(x).sum() * scaled(2.0) * scaled(None) + scaled([x[0]])


def asked(x):
    def scaled(v: float, /, *rest: int, by: "int" = 2, **more: None) -> np.ndarray:
        return v * by

    found, hints = scaled.__annotations__, typing.get_type_hints(scaled)
    count = len(found) + len(hints) * (hints["by"] is int)
    return x.sum() * count * (found["by"] == "int") * (hints["more"] is type(None))


@pytest.mark.parametrize(
    "program", [by_annotation, for_a_local_class, for_several_classes, asked]
)
def test_annotations_of_a_local_function(program):
    assert result(program, X)


def test_what_is_registered_for_no_class():
    def program(x):
        @functools.singledispatch
        def scaled(v):
            return v * 2

        @scaled.register
        def _(v):
            return v * 3

        return scaled(x).sum()

    with pytest.raises(srcad.CompileError, match="registered for no class"):
        srcad.value_and_grad(program)(X)


TEXTS = """
from __future__ import annotations

import functools
import typing


def hinted(x):
    def scaled(v: float) -> int:
        return v

    return x.sum() * len(typing.get_type_hints(scaled))


def of_a_local_class(x):
    class Held:
        pass

    def scaled(v: Held):
        return v

    return x.sum() * len(typing.get_type_hints(scaled))


def as_texts(x):
    def scaled(v: float):
        return v

    return x.sum() * len(scaled.__annotations__)
"""


def test_annotations_that_are_texts(tmp_path):
    module = module_of(tmp_path, "texts", TEXTS)
    assert result(module.hinted, X)
    assert not result(module.of_a_local_class, X)
    assert not result(module.as_texts, X)
