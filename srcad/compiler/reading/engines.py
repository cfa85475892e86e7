"""What modules can compute with and keep, in the words that users have for it."""

import re

NUMPY, NUMBA = ENGINES = ("numpy", "numba")


def percentage(text: str) -> int | None:
    """``"50%"`` as 50; None for what is no whole percentage up to 100."""
    found = re.fullmatch(r"(\d{1,3}) ?%", text)
    share = int(found[1]) if found else 101
    return share if share <= 100 else None
