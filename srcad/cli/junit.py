"""JUnit's XML, which most systems of continuous integration read: a test per target.

The form is that of Ant and of pytest's ``xunit2``: ``testsuites``, ``testsuite`` with
its counts, ``testcase`` with a ``failure`` for a finding, an ``error`` where the target
could not be compiled at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from srcad.compiler.diagnostics.errors import Diagnostic, render, shown_path

# Findings: the target compiles, but is not what it should be.
_FINDINGS = ("SRC007", "SRC008", "SRC009")


@dataclass(frozen=True, slots=True)
class Case:
    """A target, with all that is wrong with it."""

    name: str
    diagnostics: Sequence[Diagnostic] = ()

    @property
    def is_error(self) -> bool:
        """Whether something else than a finding is wrong."""
        return any(one.code not in _FINDINGS for one in self.diagnostics)


def render_junit(suite: str, cases: Sequence[Case]) -> str:
    """Return the document of one suite."""
    errors = sum(case.is_error for case in cases)
    failures = sum(bool(case.diagnostics) for case in cases) - errors
    counts = {"tests": len(cases), "failures": failures, "errors": errors}
    words = {name: str(count) for name, count in counts.items()}
    root = ElementTree.Element("testsuites", words)
    inside = ElementTree.SubElement(
        root, "testsuite", {"name": suite, **words, "skipped": "0", "time": "0"}
    )
    for case in cases:
        named = {"classname": suite, "name": _clean(case.name), "time": "0"}
        node = ElementTree.SubElement(inside, "testcase", named)
        if case.diagnostics:
            _problem(node, case)
    ElementTree.indent(root)
    return ElementTree.tostring(root, "unicode", xml_declaration=True)


def cases_of(diagnostics: Sequence[Diagnostic]) -> list[Case]:
    """Return a case for each file that diagnostics are about."""
    found: dict[str, list[Diagnostic]] = {}
    for one in diagnostics:
        place = shown_path(one.span.path) if one.span is not None else "srcad"
        found.setdefault(place, []).append(one)
    return [Case(name, listed) for name, listed in found.items()]


def _problem(node: ElementTree.Element, case: Case) -> None:
    """Add what is wrong: one element, as readers of the form expect."""
    first = case.diagnostics[0]
    what = {"message": _clean(first.message), "type": first.code}
    inside = ElementTree.SubElement(node, "error" if case.is_error else "failure", what)
    inside.text = _clean("\n\n".join(render(one) for one in case.diagnostics))


def _clean(text: str) -> str:
    """Return a text without what XML cannot hold."""
    kept = (c if c in "\t\n" or _is_xml(ord(c)) else "\ufffd" for c in text)
    return "".join(kept)


def _is_xml(code: int) -> bool:
    return 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code > 0xFFFF
