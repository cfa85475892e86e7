"""Importing the user's files and packages, and pointing at what goes wrong in them.

A file is imported under the dotted name that it has from the project's root
(``examples.digits.model``), so that two ``model.py`` do not stand in each other's way,
with its own folder and the root on ``sys.path``, as for a script. srcad answers to
``import mindspore`` where no MindSpore is installed. What user code prints goes to
stderr, since stdout is for generated code; no ``__pycache__`` is written.
"""

import contextlib
import functools
import importlib
import importlib.util
import io
import linecache
import os
import sys
import sysconfig
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, TypeVar

from srcad.alias import alias_mindspore, installed_mindspore
from srcad.compiler.diagnostics.errors import (
    CompileError,
    Diagnostic,
    Span,
    shown_path,
    span_of_line,
)

_PACKAGES = tuple(
    str(Path(__file__).resolve().parents[2] / name) for name in ("srcad", "codegen")
)
# Never forgotten: importing them twice would make two kinds of Cell.
_KEPT = ("srcad", "codegen")

Result = TypeVar("Result")


class Importer:
    """Imports the user's code for one command; a context manager that tidies up.

    ``root`` is the configured project's folder, if any; ``folder`` the working one.
    """

    def __init__(self, root: Path | None, folder: Path) -> None:
        self.root = root.resolve() if root is not None else None
        self.folder = folder.resolve()
        self._files: dict[Path, ModuleType] = {}
        self._beside: Path | None = None
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> "Importer":
        self._stack.enter_context(_restored_modules())
        self._stack.callback(_users_folder.forget)
        if installed_mindspore() is None:
            self._stack.enter_context(alias_mindspore())
        self._add_to_path(self.folder)
        if self.root is not None:
            self._add_to_path(self.root)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    def file(self, path: Path) -> ModuleType:
        """Return the module of a file, imported once.

        Raises CompileError: SRC002 where it (or a file it imports) has a syntax error,
        SRC006 where importing it raises.
        """
        path = path.resolve()
        self._add_to_path(project_root(path, self.root))
        self._stand_beside(path.parent)
        if path not in self._files:
            code = _compiled(path)
            name = self.name_of(path)
            module = _empty_module(name, path)
            sys.modules[name] = module

            def execute() -> None:
                exec(code, module.__dict__)

            try:
                run_user_code(execute, "SRC006", f"importing {shown_path(str(path))}")
            except CompileError:
                sys.modules.pop(name, None)
                raise
            self._files[path] = module
        return self._files[path]

    def module(self, name: str) -> ModuleType | None:
        """Return a module by its dotted name, or None where there is none.

        Raises CompileError as ``file`` does.
        """
        try:
            return run_user_code(
                lambda: importlib.import_module(name), "SRC006", f"importing `{name}`"
            )
        except CompileError as error:
            cause = error.__cause__
            absent = isinstance(cause, ModuleNotFoundError) and cause.name
            # `a.b` is not there when `a` or `a.b` is what could not be found; an import
            # that fails inside it is another matter.
            if absent and (name == absent or name.startswith(f"{absent}.")):
                return None
            raise

    def forget(self) -> None:
        """Drop what was imported, so that an edited file is read anew."""
        for path, module in self._files.items():
            sys.modules.pop(module.__name__, None)
            _forget(path.parent)
        self._files.clear()

    def name_of(self, path: Path) -> str:
        """Return the dotted name that a file is imported under."""
        top = path.parent
        while (top / "__init__.py").is_file():
            top = top.parent
        if top == path.parent:
            top = project_root(path, self.root)
        parts = path.relative_to(top).with_suffix("").parts
        return ".".join(parts if all(map(str.isidentifier, parts)) else parts[-1:])

    def _add_to_path(self, folder: Path) -> None:
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))

    def _stand_beside(self, folder: Path) -> None:
        """Let files in ``folder`` be imported by their bare names, and no others."""
        if folder == self._beside:
            return
        if self._beside is not None:
            _forget(self._beside)
            with contextlib.suppress(ValueError):
                sys.path.remove(str(self._beside))
        sys.path.insert(0, str(folder))
        self._beside = folder


def project_root(path: Path, configured: Path | None) -> Path:
    """Return the folder that a file's shown path and dotted name start from.

    That is ``configured`` where the file is under it, else the nearest folder above
    with a pyproject.toml or a ``.git``, else the folder that its package is in. The
    working directory has no say: the same file gets the same header from everywhere.
    """
    if configured is not None and path.is_relative_to(configured):
        return configured
    for folder in path.parents:
        if (folder / "pyproject.toml").is_file() or (folder / ".git").exists():
            return folder
    folder = path.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def run_user_code(action: Callable[[], Result], code: str, what: str) -> Result:
    """Return ``action()``, with its prints on stderr.

    Whatever it raises becomes a CompileError with this ``code`` (SRC002 for a syntax
    error) that points at the innermost line of the user's own files; ``what`` says what
    was being done. The exception itself is its ``__cause__``.
    """
    try:
        with prints_on_stderr(), _without_bytecode():
            return action()
    except CompileError:
        raise
    except SyntaxError as error:
        path = error.filename or ""
        if os.path.isfile(path) and not user_frames(error, below=path):
            raise CompileError(_syntax_error(error)) from error
        raise CompileError(_raised(error, code, what)) from error
    except (Exception, SystemExit) as error:
        raise CompileError(_raised(error, code, what)) from error


@contextlib.contextmanager
def prints_on_stderr() -> Iterator[None]:
    """A context for user code: what it prints goes to stderr, and the folder that it
    works in is its own."""
    with contextlib.redirect_stdout(sys.stderr), _users_folder.entered():
        yield


class _UsersFolder:
    """The working directory of user code. Where it changes that, it finds it so when it
    runs again, but paths on the command line are still those of the command's own."""

    def __init__(self) -> None:
        self.path: str | None = None
        self.is_entered = False

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Work there; in it, this does nothing."""
        if self.is_entered:
            yield
            return
        ours, self.is_entered = os.getcwd(), True
        try:
            self._change_to(self.path or ours)
            yield
        finally:
            with contextlib.suppress(OSError):
                self.path = os.getcwd()
            self.is_entered = False
            os.chdir(ours)

    def forget(self) -> None:
        """Let it be that of the command again."""
        self.path = None

    def _change_to(self, path: str) -> None:
        with contextlib.suppress(OSError):  # a folder that is gone by now
            os.chdir(path)


_users_folder = _UsersFolder()


def user_frames(error: BaseException, below: str = "") -> list[Span]:
    """Return the places in the user's files that an exception went through, in order.

    The standard library, installed packages and srcad itself are not the user's. With
    ``below``, only places in that file.
    """
    spans = []
    traceback = error.__traceback__
    while traceback is not None:
        path = traceback.tb_frame.f_code.co_filename
        if path == below if below else _is_users(path):
            spans.append(_frame_span(path, traceback))
        traceback = traceback.tb_next
    return spans


def _compiled(path: Path) -> Any:
    """Return the code object of a file; CompileError (SRC002) where it has none."""
    try:
        raw = path.read_bytes()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        text = raw.decode(encoding)
    except OSError as error:
        message = f"cannot read {shown_path(str(path))}: {error.strerror}"
        raise CompileError(Diagnostic("SRC006", message)) from error
    except UnicodeDecodeError as error:
        raise CompileError(_undecodable(path, raw, error)) from error
    except SyntaxError as error:
        raise CompileError(_undetected(path, raw, error)) from error
    linecache.checkcache(str(path))
    try:
        return compile(text, str(path), "exec", dont_inherit=True)
    except (RecursionError, MemoryError) as error:
        message = f"{shown_path(str(path))} is nested too deeply for Python to read it"
        raise CompileError(Diagnostic("SRC002", message)) from error
    except (SyntaxError, ValueError) as error:
        if "\0" in text:  # reported without a line, as one or the other
            line = text[: text.index("\0")].count("\n") + 1
            span = span_of_line(str(path), text.split("\n"), line)
            message = "the file holds a null byte"
            raise CompileError(Diagnostic("SRC002", message, span)) from error
        if isinstance(error, ValueError):
            raise
        raise CompileError(_syntax_error(error)) from error


def _undetected(path: Path, raw: bytes, error: SyntaxError) -> Diagnostic:
    """Return SRC002 for a file whose encoding is unknown, or not as declared."""
    try:
        lines = raw.decode("utf-8").splitlines()
    except UnicodeDecodeError as reason:
        return _undecodable(path, raw, reason)
    return Diagnostic("SRC002", str(error), span_of_line(str(path), lines, 1))


def _undecodable(path: Path, raw: bytes, error: UnicodeDecodeError) -> Diagnostic:
    line = raw[: error.start].count(b"\n") + 1
    lines = raw.decode(error.encoding, errors="replace").split("\n")
    return Diagnostic(
        "SRC002",
        f"the file is not {error.encoding}: {error.reason}",
        span_of_line(str(path), lines, line),
        help="save it as UTF-8, or declare its encoding in the first line",
    )


def _syntax_error(error: SyntaxError) -> Diagnostic:
    path, line = error.filename or "<unknown>", error.lineno or 1
    text = linecache.getline(path, line).rstrip("\r\n")
    text = text or (error.text or "").rstrip("\r\n")
    column = min(max(error.offset or 1, 1), len(text) + 1)
    end = column + 1
    if error.end_lineno == line and (error.end_offset or 0) > column:
        end = error.end_offset or end
    span = Span(path, line, column, line, end, text)
    return Diagnostic("SRC002", "syntax error", span, label=error.msg)


def _raised(error: BaseException, code: str, what: str) -> Diagnostic:
    """Return the diagnostic for an exception out of the user's code."""
    kind = type(error).__name__
    text = str(error).strip()
    frames = user_frames(error)
    return Diagnostic(
        code,
        f"{what} raises {kind}",
        frames[-1] if frames else None,
        label=f"{kind}: {text}" if text else kind,
        note="\n".join(
            f"by way of {shown_path(span.path)}:{span.line}" for span in frames[:-1]
        ),
        help=_import_help(error),
    )


def _import_help(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return 'do what belongs to a command under `if __name__ == "__main__":`'
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return ""
    return f"install `{error.name.partition('.')[0]}`, or mend the import"


def _frame_span(path: str, traceback: TracebackType) -> Span:
    """Return the expression that a frame was at when the exception passed."""
    line = traceback.tb_lineno or 1
    lines = [text.rstrip("\r\n") for text in linecache.getlines(path)]
    positions = list(traceback.tb_frame.f_code.co_positions())
    start, end, column, end_column = positions[traceback.tb_lasti // 2]
    known = column is not None and end_column is not None and end is not None
    if not known or start != line or not 0 < line <= len(lines):
        return span_of_line(path, lines, line)
    # ``raise Error(...)`` is marked whole by some versions and not by others.
    if start != end or end > len(lines):
        return span_of_line(path, lines, line)
    raw = lines[line - 1].encode()
    first = len(raw[:column].decode(errors="ignore")) + 1
    last = len(raw[:end_column].decode(errors="ignore")) + 1
    return Span(path, line, first, line, last, lines[line - 1])


def _is_users(path: str) -> bool:
    if path.startswith("<") or not os.path.isfile(path):
        return False
    return not os.path.realpath(path).startswith(_foreign_folders())


@functools.cache
def _foreign_folders() -> tuple[str, ...]:
    """The folders of what is installed, and of srcad itself."""
    paths = sysconfig.get_paths()
    installed = [paths[name] for name in ("stdlib", "purelib", "platlib")]
    folders = [*_PACKAGES, *installed]
    return tuple(os.path.realpath(folder) + os.sep for folder in folders)


def _empty_module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:  # a name that does not end in .py
        loader = importlib.machinery.SourceFileLoader(name, str(path))
        spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    return importlib.util.module_from_spec(spec)


def _forget(folder: Path) -> None:
    """Drop modules that were imported by bare name from ``folder``.

    The next folder may have others of the same names.
    """
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if not path or name.partition(".")[0] in _KEPT or not _is_users(path):
            continue
        inside = Path(path).resolve()
        if not inside.is_relative_to(folder):
            continue
        parts = list(inside.relative_to(folder).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if name == ".".join(parts):
            del sys.modules[name]


@contextlib.contextmanager
def _restored_modules() -> Iterator[None]:
    """Put ``sys.path`` back, and drop the user's modules imported meanwhile."""
    path, before = list(sys.path), set(sys.modules)
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and name.partition(".")[0] not in _KEPT and _is_users(file):
                del sys.modules[name]


@contextlib.contextmanager
def _without_bytecode() -> Iterator[None]:
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
