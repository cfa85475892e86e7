"""A generated loop that does not end must fail its test, not hang the suite."""

import signal
import threading
from collections.abc import Iterator
from types import FrameType

import pytest

SECONDS = 60


@pytest.fixture(autouse=True)
def time_limit() -> Iterator[None]:
    if (
        not hasattr(signal, "SIGALRM")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"this test takes more than {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
