"""Importing a generated module from its text, with its source at hand.

The text is executed as it was verified, not as the file may read a moment later. Its
lines go into ``linecache``, so that tracebacks, debuggers and ``inspect`` show them.
"""

import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType

from codegen.codes import compiled
from codegen.files import read_text, split_lines
from codegen.store import Entry, module_digest


class DigestError(ValueError):
    """A module's text is not the one that was stored."""


def load(
    source: Entry | Path | str,
    name: str,
    code_for: Callable[[str, str], CodeType] = compiled,
) -> ModuleType:
    """Execute a module and return it, registered in ``sys.modules`` as ``name``.

    ``source`` is an entry of the store, the path of a file, or the text itself;
    ``code_for`` gives what its text is compiled to, by the name of its file. Raises
    DigestError, executing nothing, for an entry whose text does not fit its digest, and
    whatever the module raises; a module that raises is not left registered.
    """
    text, path = _text_and_path(source)
    filename = str(path) if path is not None else f"<generated {name}>"
    code = code_for(text, filename)
    _remember_source(filename, text)
    return _execute(code, name, filename)


def _text_and_path(source: Entry | Path | str) -> tuple[str, Path | None]:
    match source:
        case Entry():
            if module_digest(source.text) != source.digest:
                raise DigestError(f"the module {source.key} does not fit its digest")
            return source.text, source.path
        case Path():
            return read_text(source), source
        case str():
            return source, None


def _remember_source(filename: str, text: str) -> None:
    # No modification time: linecache then never drops the lines for the file's.
    lines = [line.rstrip("\r\n") + "\n" for line in split_lines(text)]
    linecache.cache[filename] = (len(text), None, lines, filename)


def _execute(code: CodeType, name: str, filename: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = filename
    previous = sys.modules.get(name)
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)
    except BaseException:
        if previous is None:
            del sys.modules[name]
        else:
            sys.modules[name] = previous
        raise
    return module
