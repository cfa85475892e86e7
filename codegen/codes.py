"""What texts are compiled to: kept beside a module of the store, for the next process.

Python does the same for what it imports. A code object belongs to one text under one
file name, as one Python compiles it; a text that has changed has none. What others
could have written is not taken for code (``Store.codes``).
"""

import functools
import hashlib
import sys
from types import CodeType

from codegen.store import Store

# A module, what asks its guards, and as much again.
_MOST = 8


# What asks the members of a family is asked while a module is made, and in its guards.
@functools.lru_cache(maxsize=8)
def compiled(text: str, filename: str) -> CodeType:
    """Return what a text is compiled to, whatever the caller's ``__future__`` is."""
    code = compile(text, filename, "exec", dont_inherit=True)
    assert isinstance(code, CodeType)
    return code


class Codes:
    """What the texts of one module are compiled to, as far as the store knows it.

    Called with a text and the name of its file it gives the code object; ``keep``
    stores those that had to be compiled.
    """

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key
        self._known = store.codes(key)
        self._compiled: dict[str, CodeType] = {}

    def __call__(self, text: str, filename: str) -> CodeType:
        name = _name(text, filename)
        code = self._known.get(name)
        if code is None:
            code = self._compiled[name] = compiled(text, filename)
        return code

    def keep(self) -> None:
        """Store what was compiled; nothing once there are as many as a module needs, or
        a text that is never the same would be written at each start."""
        if self._compiled and len(self._known) < _MOST:
            self._known = {**self._known, **self._compiled}
            self._compiled = {}
            self._store.put_codes(self._key, self._known)


def _name(text: str, filename: str) -> str:
    """A digest of all that shapes the code object, but for which Python it is of.

    With ``python -O`` a text is compiled to another one.
    """
    words = f"{sys.flags.optimize} {len(filename)} {filename}\n{text}"
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()
