"""A generated loop that does not end must fail its test, not hang the suite."""

import signal
import threading
from collections.abc import Generator
from types import FrameType

import pytest

SECONDS = 60


class _Late(BaseException):
    pass


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    main = threading.current_thread() is threading.main_thread()
    if not hasattr(signal, "SIGALRM") or not main:
        return (yield)

    def late(number: int, frame: FrameType | None) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        return (yield)
    except _Late:
        raise pytest.fail.Exception(
            f"this test takes more than {SECONDS} seconds", pytrace=False
        ) from None
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
