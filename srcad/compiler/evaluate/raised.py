"""What Python raises while the code is specialised, in the user's terms."""

from __future__ import annotations

import re

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


# What is told as the user's own.
RAISED = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError),
    *(TypeError, ValueError),
)
RAISED_HELP = "if Python evaluates this, please report it as a defect of srcad"
