"""Functions that are run in a process of their own.

The process is a copy of this one, which never compiles anything itself: whatever has
been imported by now costs nothing, and nothing else is left over from run to run.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

SECONDS = 30  # for one function


class Broken(Exception):
    """The function raised, or its process died; tells how."""


class Late(BaseException):
    """It takes too long."""


def _late(number: int, frame: object) -> None:
    raise Late


def forked(function: Callable[[], Any], seconds: int = SECONDS) -> Any:
    """What a function gives, run in a process of its own.

    Raises Broken where it raises, dies, or takes longer than ``seconds``.
    """
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with contextlib.suppress(BaseException):
            _answer(function, seconds, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    if not data:
        raise Broken("the process died")
    good, result = pickle.loads(data)
    if not good:
        raise Broken(result)
    return result


def _answer(function: Callable[[], Any], seconds: int, writing: int) -> None:
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(seconds)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = pickle.dumps((True, function()))
    except BaseException:
        data = pickle.dumps((False, traceback.format_exc()))
    signal.alarm(0)
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(data)
