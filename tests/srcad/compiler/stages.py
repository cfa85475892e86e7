"""The functions of the IR that a compilation goes through."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from srcad.compiler import driver
from srcad.compiler.ir.primitives import result_avals
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import Call, Function, Op, walk
from srcad.compiler.ir.verifier import compatible, verify


@contextmanager
def recording() -> Iterator[list[Function]]:
    """What the pipeline verifies while this lasts, in its order.

    Of one compilation, the last two are the two halves.
    """
    seen: list[Function] = []

    def recorded(function: Function) -> Function:
        seen.append(function)
        return verify(function)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "verify", recorded)
        yield seen


def functions_in(function: Function) -> list[Function]:
    """A function and all that it calls."""
    found = {id(function): function}
    for op in walk(function.body):
        if isinstance(op, Call) and id(op.function) not in found:
            found.update({id(f): f for f in functions_in(op.function)})
    return list(found.values())


def assert_inferred(function: Function) -> None:
    """Every primitive's result is what its rule infers, in kind, dtype and rank."""
    for one in functions_in(function):
        for op in walk(one.body):
            if isinstance(op, Op):
                given = op.args, dict(op.attributes), Sizes({})
                avals = result_avals(op.primitive, *given)
                for aval, result in zip(avals, op.results, strict=True):
                    assert compatible(aval, result.aval), (op, aval)
