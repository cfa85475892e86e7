"""``srcad`` in a process of its own, without the half second that a new Python takes.

The process is a copy of this one, in which everything is imported. It begins without
the modules that this one has, in the folder and the environment that it is given. What
depends on how Python starts is tested with a new one.
"""

import contextlib
import os
import pty
import sys
import tempfile
import termios
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NoReturn

import black  # noqa: F401 - imported here, processes have it
import pexpect
import ptyprocess

import srcad.compiler.driver  # noqa: F401
from srcad.cli import main
from srcad.gradient.modules import MODULES, default_store

ROWS, COLUMNS = 50, 200


def run(
    words: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> CompletedProcess[str]:
    """Run ``srcad`` with some words; the environment is all that there is of one."""
    environment = dict(environment)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = os.fork()
        if process == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            _srcad(words, folder, environment)
        _, status = os.waitpid(process, 0)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    code = os.waitstatus_to_exitcode(status)
    return CompletedProcess(["srcad", *words], code, *texts)


class Terminal(pexpect.spawn):
    """``srcad`` on a pseudo-terminal."""

    def __init__(
        self, words: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> None:
        self._given = words, folder, dict(environment)
        super().__init__(sys.executable, encoding="utf-8", timeout=60)

    def _spawnpty(self, args: Any, **options: Any) -> ptyprocess.PtyProcess:
        process, terminal = pty.fork()
        if process == 0:
            termios.tcsetwinsize(0, (ROWS, COLUMNS))
            _srcad(*self._given)
        return ptyprocess.PtyProcess(process, terminal)


def _srcad(words: Sequence[str], folder: Path, environment: dict[str, str]) -> NoReturn:
    """Be ``srcad``, with the standard streams that there are now, and end."""
    code = 70
    try:
        sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False)
        sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False)
        sys.stderr = sys.__stderr__ = os.fdopen(2, "w", closefd=False)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        MODULES.clear()
        default_store.cache_clear()
        code = main(list(words))
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
