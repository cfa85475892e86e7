"""Golden files in a project's own tests: ``assert_golden`` and a pytest plugin.

    def test_gradient_of_mlp(mlp_text):
        assert_golden(mlp_text, "golden/mlp.py")

``pytest --accept`` writes what differs instead of failing, but never where ``CI`` is
set. A relative path counts from pytest's root folder, the one of ``pyproject.toml``.
"""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from codegen import golden


@dataclass(slots=True)
class _Session:
    """What the running pytest asked for, and what was written for it."""

    root: Path | None = None
    accept: bool = False
    written: list[str] = field(default_factory=list)


# pytest gives a plain function no way to its configuration, so the plugin leaves it
# here. One session runs at a time; a nested one puts the outer one's back at its end.
_sessions = [_Session()]


def assert_golden(text: str, path: str | Path) -> None:
    """Fail, showing a diff, unless the golden file at ``path`` holds exactly ``text``.

    Under ``pytest --accept`` a golden that differs or is missing is written instead.
    Raises AssertionError where it differs or is missing.
    """
    __tracebackhide__ = True
    session = _sessions[-1]
    label = Path(path).as_posix()
    full_path = Path(path) if session.root is None else session.root / path
    comparison = golden.compare(full_path, text, label)
    if comparison.status is golden.Status.SAME:
        return
    if session.accept:
        golden.write_golden(full_path, text)
        session.written.append(label)
        return
    counts = f"+{comparison.added} -{comparison.removed}"
    raise AssertionError(
        f"golden {comparison.status}: {label} ({counts})\n"
        f"{comparison.diff}"
        "`pytest --accept` writes the new text"
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--accept``."""
    parser.getgroup("srcad").addoption(
        "--accept",
        action="store_true",
        help="write golden files that differ or are missing instead of failing",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Take over what the command line says. A usage error where ``CI`` is set."""
    accept = bool(config.getoption("--accept", default=False))
    # Before the error: `pytest_unconfigure` is called after one, too.
    _sessions.append(_Session(config.rootpath, accept))
    if accept and golden.in_ci():
        raise pytest.UsageError("--accept writes golden files; CI is set, so it cannot")


def pytest_unconfigure() -> None:
    """Leave no session behind."""
    if len(_sessions) > 1:
        _sessions.pop()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the golden files that were written."""
    written = _sessions[-1].written
    if written:
        terminalreporter.section("golden files written")
        for label in written:
            terminalreporter.line(label)
