"""Digests of text: ``sha256:`` and the first 16 hexadecimal digits.

Short enough for a header that people read, long enough that two texts which are met in
practice never share one. They tell texts apart; they do not defend against an attacker.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def text_digest(text: str) -> str:
    """Return the digest of one text."""
    return _shortened(hashlib.sha256(_bytes(text)))


def texts_digest(texts: Iterable[str]) -> str:
    """Return the digest of several texts in their order.

    The boundaries count: ``["ab"]``, ``["a", "b"]`` and ``["ab", ""]`` all differ.
    """
    state = hashlib.sha256()
    for text in texts:
        content = _bytes(text)
        state.update(f"{len(content)}:".encode())
        state.update(content)
    return _shortened(state)


def package_digest(folder: Path) -> str:
    """Return the digest of all ``.py`` files under ``folder``, by name and content.

    The same on every system: names are relative, with ``/``, sorted, and the line
    breaks that a checkout may have translated count as one. Raises FileNotFoundError
    where the folder holds none.
    """
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.py")}
    if not paths:
        raise FileNotFoundError(f"no Python files in {folder}")
    texts: list[str] = []
    for name in sorted(paths):
        content = paths[name].read_bytes().decode("utf-8", "surrogateescape")
        texts += [name, content.replace("\r\n", "\n")]
    return texts_digest(texts)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _shortened(state: "hashlib._Hash") -> str:
    return "sha256:" + state.hexdigest()[:16]
