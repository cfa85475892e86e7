"""What a page shows of one target: its texts, and what is read out of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from srcad.compiler.diagnostics.errors import Diagnostic, Span, shown_path
from srcad.paragraphs.halves import Half, halves_of, subject_of
from srcad.paragraphs.pairing import Pairing, paired, reachable
from srcad.paragraphs.residuals import Residual, is_several, residuals_of
from srcad.paragraphs.sources import Routine, Sources, Statement, sources_of

_DOCSTRING = re.compile(r'^"""(.*?)"""$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Residuals:
    """What the residuals of ``forward`` are, in order: their forms and their bytes.

    ``sizes`` says for which sizes; ``reason`` why nothing is known, where it is not.
    """

    forms: tuple[str, ...] = ()
    bytes: tuple[int, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True)
class Subject:
    """One target of a page.

    ``files`` are the texts of the source by the paths that are shown, that of the
    target first; ``text`` is the module, "" where there is none, ``old`` the golden
    where it differs. ``summary`` are lines on what the change is. ``entry`` names the
    function that is differentiated where no module says it.
    """

    name: str
    label: str
    files: Mapping[str, str]
    text: str = ""
    old: str = ""
    residuals: Residuals = Residuals(reason="they were not measured")
    diagnostics: Sequence[Diagnostic] = ()
    summary: Sequence[str] = ()
    notes: Sequence[str] = ()
    entry: str = ""

    @cached_property
    def halves(self) -> list[Half]:
        """The halves of the module."""
        return halves_of(self.text)

    @cached_property
    def sources(self) -> Sources:
        """The statements of the source."""
        return sources_of(self.files)

    @cached_property
    def function(self) -> str:
        """The qualified name of what is differentiated."""
        if found := subject_of(self.text):
            return found
        method = f"{self.entry}.construct"
        return method if self.sources.entry(method) is not None else self.entry

    @cached_property
    def docstring(self) -> str:
        """The table of inputs and outputs, and what the module says of itself."""
        found = _DOCSTRING.search(self.text)
        return found[1].strip() if found else ""

    @cached_property
    def reached(self) -> list[str]:
        """The functions of the source that may be called."""
        return reachable(self.sources, self.function)

    @cached_property
    def pairing(self) -> Pairing:
        """The statement of each paragraph."""
        return paired(self.halves, self.sources, self.reached)

    @cached_property
    def kept(self) -> list[Residual]:
        """The residuals of the two main halves."""
        named = {half.name: half for half in self.halves}
        if not {"forward", "backward"} <= named.keys():
            return []
        return residuals_of(named["forward"], named["backward"])

    @property
    def keeps_several(self) -> bool:
        """Whether the residuals are a tuple, and not one value as it is."""
        (forward,) = (half for half in self.halves if half.name == "forward")
        return is_several(forward)

    @cached_property
    def routines(self) -> list[Routine]:
        """The functions of the source that are shown: those that the module quotes, and
        where it quotes nothing those that may be called."""
        quoted = {(one.path, one.function) for one in self.pairing.paired}
        spans = [one.span for one in self.diagnostics if one.span is not None]
        places = {shown_path(span.path) for span in spans}
        return [
            one
            for one in self.sources.routines
            if (one.path, one.name) in quoted
            or (one.name in self.reached and (not quoted or one.path in places))
            or one is self.sources.entry(self.function)
        ]

    def statement_at(self, span: Span) -> Statement | None:
        """Return the statement of the source that a place belongs to."""
        path = shown_path(span.path)
        for one in self.sources.statements:
            if one.path == path and one.first <= span.line <= one.last:
                return one
        return None
