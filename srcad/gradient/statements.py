"""From a line of a module to the statement of the user's source that it is for."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from srcad.compiler.diagnostics.errors import shown_path
from srcad.compiler.reading import protocol
from srcad.compiler.reading.reachable import reachable_cells
from srcad.compiler.reading.source import underlying
from srcad.gradient.modules import MODULES
from srcad.paragraphs.halves import halves_of, subject_of
from srcad.paragraphs.pairing import Pairing, paired, reachable
from srcad.paragraphs.sources import Sources, relocated, sources_of

# The layers' own files are not the user's.
_OWN = str(Path(__file__).resolve().parents[1])
_GENERATED = "srcad_generated_"


def statements_behind(
    function: Any, text: str, read: Sequence[str]
) -> tuple[Sources, Pairing]:
    """Return the source of a function, and the statement of each paragraph of its
    module; ``read`` are the files that the module was made from."""
    sources = sources_of(_texts(function, read))
    names = reachable(sources, subject_of(text))
    return sources, paired(halves_of(text), sources, names)


def note_statements(error: BaseException, function: Any) -> None:
    """Add notes to an error that was raised in the module of a function: the user's
    statement behind each line of it, which a traceback then shows below its own."""
    for frame, row in _frames(error.__traceback__):
        text = "".join(linecache.getlines(frame.f_code.co_filename))
        sources, pairing = statements_behind(function, text, _read(frame))
        one = pairing.of_row(row)
        if one is not None:
            line = sources.texts[one.path].split("\n")[one.first - 1].strip()
            half = next(h for h in pairing.halves if h.first <= row <= h.last)
            note = f"{half.kind}, for {one.path}:{one.first}: {line}"
            if note not in getattr(error, "__notes__", ()):
                error.add_note(note)


def _frames(traceback: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames of generated modules, with their lines."""
    while traceback is not None:
        frame = traceback.tb_frame
        if str(frame.f_globals.get("__name__")).startswith(_GENERATED):
            yield frame, traceback.tb_lineno
        traceback = traceback.tb_next


def _read(frame: FrameType) -> Sequence[str]:
    """Return the files that the module of a frame was made from, where it is in use."""
    for known in list(MODULES.values()):
        for module in known:
            if vars(module.module) is frame.f_globals:
                found: Sequence[str] = module.manifest["read"]
                return found
    return ()


def _texts(function: Any, read: Sequence[str]) -> dict[str, str]:
    """Return the files that a function was read from, by the paths that are shown.

    Where the function itself stands now is asked first.
    """
    root = protocol.innermost(function)
    called = [protocol.construct(one) for one in reachable_cells(root)]
    plain = [underlying(one) for one in (root, *called) if callable(one)]
    paths = [one.__code__.co_filename for one in plain if one is not None]
    texts: dict[str, str] = {}
    own = next((one for one in paths if not one.startswith(_OWN)), "")
    for path in dict.fromkeys([*relocated(read, own), *paths]):
        text = "".join(linecache.getlines(path))
        if text and not path.startswith(_OWN):
            texts.setdefault(shown_path(path), text)
    return texts
