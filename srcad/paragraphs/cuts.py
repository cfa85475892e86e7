"""Calls that cut a gradient on purpose: nothing flows back through their argument."""

import re

_CUT = re.compile(r"\b(stop_gradient|StopGradient|detach)\(")


def cut_in(text: str) -> str:
    """The name of the first such call in a text; "" where there is none."""
    found = _CUT.search(text)
    return found[1] if found else ""
