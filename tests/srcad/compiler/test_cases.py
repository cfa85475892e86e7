"""Every program of ``cases/``: each is compiled to first order twice.

``make test-long`` goes to third order, compiles twice to each, and runs the stages of
second order.
"""

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from srcad.compiler.ir.types import Function
from tests.sampling import sampled
from tests.srcad.compiler.cases.case import Case, every_case
from tests.srcad.compiler.derivatives import Generated, check, generate
from tests.srcad.compiler.properties import (
    every_stage_computes_the_same,
    what_is_shown_can_be_read,
)
from tests.srcad.compiler.stages import recording

CASES = every_case()
# What is said of a case for the tests alone.
OF_THE_TEST = {"label", *inspect.signature(check).parameters}


def test_names_are_unique():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))


def checked(case: Case, **more: Any) -> None:
    options = dict(case.options)
    options.pop("label", None)
    check(case.program, case.inputs, **options | more)


def compiled(case: Case, order: int) -> tuple[Generated, list[Function]]:
    """The module of a case, and the stages that it went through."""
    options = {k: v for k, v in case.options.items() if k not in OF_THE_TEST}
    if hasattr(case.program, "parameters_and_names"):
        options["float_dtype"] = "float64"
    with recording() as stages:
        module = generate(case.program, case.inputs, order, **options)
    return module, stages


@contextmanager
def holds(what: str) -> Iterator[None]:
    """Say of a failure which property of the program it is."""
    try:
        yield
    except Exception as error:
        error.add_note(f"This does not hold: {what}.")
        raise


@pytest.mark.parametrize("case", sampled(CASES, 3), ids=lambda case: case.name)
def test_case(case: Case):
    module, stages = compiled(case, 1)
    with holds("the gradient is that of finite differences"):
        checked(case, orders=(1,), given={1: module})
    with holds("every stage of the IR computes what the module does"):
        every_stage_computes_the_same(case, 1, module, stages)
    with holds("what is shown of the IR can be read"):
        what_is_shown_can_be_read(stages)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_in_full(case: Case):
    checked(case, twice=(1, 2, 3))


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_stage_of_second_order_computes_the_same(case: Case):
    every_stage_computes_the_same(case, 2, *compiled(case, 2))
