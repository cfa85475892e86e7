"""The functions of the IR that a compilation goes through."""

from typing import Any

import pytest

from srcad.compiler import driver
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import Call, Function, Op, walk
from srcad.compiler.ir.verifier import compatible
from tests.srcad.compiler.derivatives import request


def stages(
    function: Any, inputs: Any, order: int = 1, **options: Any
) -> list[Function]:
    """What the pipeline verifies, in its order; the last two are the two halves."""
    seen: list[Function] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "verify", lambda f: seen.append(f) or f)
        driver.compile_request(request(function, inputs, order, **options))
    return seen


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
                infer = PRIMITIVES[op.primitive].infer
                aval = infer(op.args, dict(op.attributes), Sizes({}))
                assert compatible(aval, op.result.aval), (op, aval)
