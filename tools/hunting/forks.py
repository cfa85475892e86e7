"""Functions that are run in a process of their own.

The process is a copy of this one, which never compiles anything itself: whatever has
been imported by now costs nothing, and nothing else is left over from run to run.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from typing import Any

SECONDS = 30  # for one function
GRACE = 5  # more of them, until a process that does not listen is killed


class Broken(Exception):
    """The function raised, or its process died; tells how."""


class Overdue(Broken):
    """It did not end in time."""


class Unheard(Broken):
    """A part of it that was to be limited never came to where it could be told."""


class Late(BaseException):
    """It takes too long."""


class Endless(BaseException):
    """A part of it takes too long."""


def _late(number: int, frame: object) -> None:
    raise Late


@contextlib.contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raises Endless where what is inside takes longer; in a loop of C, which hears
    nothing, the process ends."""

    def endless(number: int, frame: object) -> None:
        raise Endless

    handler = signal.signal(signal.SIGALRM, endless)
    left = signal.alarm(seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, 2 * seconds)
    started = time.monotonic()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.alarm(0)
        if left:
            signal.alarm(max(1, left - int(time.monotonic() - started)))


def forked(function: Callable[[], Any], seconds: int = SECONDS) -> Any:
    """What a function gives, run in a process of its own.

    Raises Broken where it raises, dies, or (Overdue) takes longer than ``seconds``.
    """
    return _collected(*_begun(function, seconds), seconds)


def together(functions: list[Callable[[], Any]], seconds: int = SECONDS) -> list[Any]:
    """What functions give that run at once, each in a process of its own.

    In the place of what raises, dies or takes too long stands the Broken.
    """
    begun = [_begun(function, seconds) for function in functions]
    found: list[Any] = []
    for child, reading in begun:
        try:
            found.append(_collected(child, reading, seconds))
        except Broken as error:
            found.append(error)
    return found


def _begun(function: Callable[[], Any], seconds: int) -> tuple[int, int]:
    """The number of a process, and the pipe that its answer comes by."""
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
    return child, reading


def _collected(child: int, reading: int, seconds: int) -> Any:
    with os.fdopen(reading, "rb") as pipe:
        if not select.select([pipe], [], [], seconds + GRACE)[0]:
            os.kill(child, signal.SIGKILL)
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if not data:
        if code == -signal.SIGKILL:
            raise Overdue(f"it was killed, after {seconds} seconds or by itself")
        if code == -signal.SIGVTALRM:
            raise Unheard("what was limited in it does not end")
        raise Broken(f"the process died: {code}")
    good, result = pickle.loads(data)
    if good is None:
        raise Overdue(result)
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
    except Late:
        data = pickle.dumps((None, traceback.format_exc()))
    except BaseException:
        data = pickle.dumps((False, traceback.format_exc()))
    signal.alarm(0)
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(data)
