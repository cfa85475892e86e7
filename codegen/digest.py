"""Digests of texts and of programs: ``sha256:`` and the first 16 hexadecimal digits.

Short enough for a header that people read, long enough that two texts which are met in
practice never share one. They tell texts apart; they do not defend against an attacker.
"""

import ast
import hashlib
import os
from array import array
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


def parsed_text(node: ast.AST) -> str:
    """Return a program as it was parsed: without comments, blank lines and places.

    The same on every Python, unlike ``ast.dump``, which names what is empty on some.
    """
    words: list[str] = []
    # What is left to say, the next at the end; strings are said as they are. No
    # recursion: a sum of many terms is a deep tree.
    remaining: list[object] = [[node]]
    while remaining:
        item = remaining.pop()
        if isinstance(item, str):
            words.append(item)
        elif isinstance(item, list):
            remaining.append("]")
            for part in reversed(item):
                is_node = isinstance(part, ast.AST | list)
                remaining.extend((",", part if is_node else ascii(part)))
            words.append("[")
        elif isinstance(item, ast.AST):
            fields = dict(ast.iter_fields(item))
            if isinstance(item, ast.JoinedStr):
                # Python 3.12 puts empty texts between the parts.
                fields["values"] = [v for v in item.values if not _is_empty(v)]
            said = [f for f, value in fields.items() if _is_said(f, value)]
            words.append(type(item).__name__)
            remaining.append([part for f in said for part in (f, fields[f])])
    return "".join(words)


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == ""


def _is_said(field: str, value: object) -> bool:
    """Whether a field says what its place, or how it was written, does not."""
    if field in ("ctx", "kind", "type_comment"):
        return False
    return field == "value" or not (value is None or value == [])


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


def package_places(folder: Path) -> list[str]:
    """Return all folders under ``folder``, itself among them, and all files that
    ``package_digest`` reads, in it."""
    found: list[str] = []
    folders = [""]
    for inner in folders:
        found.append(inner)
        with os.scandir(folder / inner) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    found.append(inner + entry.name)
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(f"{inner}{entry.name}/")
    return found


def stamps_at(folder: Path, places: Iterable[str]) -> str:
    """Return the digest of size and time of the last change at all places in a folder.

    It is what Python itself tells by that a file is another one. A folder changes when
    it gets a file, or loses one: so while the stamps at ``package_places`` are as they
    were, these are still all places. Raises OSError where there is nothing at one.
    """
    numbers, above = array("q"), f"{os.fspath(folder)}/"
    for place in places:
        stat = os.stat(above + place)
        numbers.append(stat.st_size)
        numbers.append(stat.st_mtime_ns)
    return _shortened(hashlib.sha256(numbers.tobytes()))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _shortened(state: "hashlib._Hash") -> str:
    return "sha256:" + state.hexdigest()[:16]
