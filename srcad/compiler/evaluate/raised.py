"""What Python raises while the code is specialised, in the user's terms."""

from __future__ import annotations

import re
from dataclasses import replace

from srcad.compiler.diagnostics.errors import CompileError

RAISES = "raises while the code is specialised"
# What the evaluation puts in the place of run-time values is not the user's concern.
_INTERNAL = {
    r"Box\(value=.*\)": "an array",
    r"'(Box|Iteration)' object": "what is known at run time only",
    r"'(BoundMethod|Closure)' object": "a function",
    r"'Stream' object": "a generator",
    r"'(Items|Rows|Lazy)' object": "an iterator",
    r"'StructOfArrays' object": "a list",
    r"'RuntimeString' object": "a string",
    r"'Box'": "what is known at run time only",
    r"\b([Aa]) Box\b": r"\1n array",
    r"\b([Aa]) Iteration\b": r"\1 run-time range",
    r"\b([Aa]) (?=(int|ndarray|ellipsis)\b)": r"\1n ",
}


def worded(text: str) -> str:
    """The text of an exception, without words of the evaluator's own."""
    for pattern, words in _INTERNAL.items():
        text = re.sub(pattern, words, text)
    return text


def cause_of(error: CompileError) -> BaseException | None:
    """What Python raised, where that is what is refused."""
    found: BaseException | None = error
    while isinstance(found, CompileError):
        found = found.__cause__ or found.__context__
    return found


# What Python raises where StopIteration leaves a generator.
STOPPED = "generator raised StopIteration"


def left_generator(error: BaseException) -> BaseException:
    """What is raised where this leaves a generator."""
    if not isinstance(error, CompileError) or error.diagnostics[0].code != "SRC021":
        return error
    cause = cause_of(error)
    if not isinstance(cause, StopIteration):
        return error
    first, *others = error.diagnostics
    told = replace(first, message=f"RuntimeError: {STOPPED}")
    stopped = type(error)(told, *others)
    stopped.__cause__ = RuntimeError(STOPPED)
    stopped.__cause__.__cause__ = cause
    return stopped


# What is told as the user's own.
RAISED = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError),
    *(TypeError, ValueError),
)
RAISED_HELP = "if Python evaluates this, please report it as a defect of srcad"
