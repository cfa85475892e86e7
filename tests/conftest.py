"""What all tests share: they leave the developer's own folders alone."""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from codegen import formatting
from tests.sampling import drawn, slow_tests

# Else the key of the store would be made in the developer's configuration folder. Set
# while this is imported, so that what tests run in other processes has it too.
os.environ["SRCAD_CACHE_KEY"] = "of the tests"

# A store of their own: what an earlier run has left in one would be found.
os.environ["SRCAD_CACHE_DIR"] = _STORE = tempfile.mkdtemp(prefix="srcad-tests-")
atexit.register(shutil.rmtree, _STORE, ignore_errors=True)

# Tables with more rows are long; where `make test-more` takes what is marked ``rest``,
# and the marks of what `make test` does not run.
LONG = 8
LEFT_TO_MORE = ("tests/srcad/", "tests/test_compatibility.py")
LEFT = ("rest", "long", "pythons", "numba")

# How long an example takes says how busy the machine is, and nothing of what is tested.
settings.register_profile(
    "srcad", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("srcad")


@pytest.fixture(scope="session", autouse=True)
def _without_waiting_for_the_disk() -> Iterator[None]:
    """What tests write need not outlive the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="module")
def as_printed() -> Iterator[None]:
    """Modules are run as they are printed, without black, which lays them out.

    It takes longer than the compilation of a few lines does, and what a module computes
    is the same. ``make test-more`` sets SRCAD_TESTS_FORMAT, and runs them formatted.
    """
    with pytest.MonkeyPatch.context() as patch:
        if not os.environ.get("SRCAD_TESTS_FORMAT"):
            patch.setattr(formatting, "_black", lambda text: text)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """What is slow, and of long tables three quarters of the rows, is left to `make
    test-more`. Of tables, only the rows that SRCAD_TESTS_SHARE draws, where it is set: of
    what takes long, continuous integration runs other rows for each commit."""
    mark_slow(items)
    leave_to_more(items)
    share = os.environ.get("SRCAD_TESTS_SHARE")
    if not share:
        return
    rows = [item for item in items if hasattr(item, "callspec")]
    chosen = drawn([item.nodeid for item in rows], share)
    left = {item for item, run in zip(rows, chosen, strict=True) if not run}
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = [item for item in items if item not in left]


def pytest_collection_finish() -> None:
    """Tests write one file after another under one name, all within the time that a
    file system tells apart: what was compiled of the first must not be taken for the
    second. The tests themselves, which pytest rewrites, are kept."""
    sys.dont_write_bytecode = True


def mark_slow(items: list[pytest.Item]) -> None:
    """What is listed as slow is long."""
    slow = set(slow_tests())
    for item in items:
        if item.nodeid in slow:
            item.add_marker("long")


def leave_to_more(items: list[pytest.Item]) -> None:
    """Leave a quarter of the rows of tables that are long without what is marked."""
    tables: dict[str, list[pytest.Item]] = {}
    for item in items:
        if hasattr(item, "callspec") and item.nodeid.startswith(LEFT_TO_MORE):
            if not any(map(item.get_closest_marker, LEFT)):
                tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for rows in tables.values():
        quarter = drawn([row.nodeid for row in rows], "4 quarter")
        for row, run in zip(rows, quarter, strict=True):
            if len(rows) > LONG and not run:
                row.add_marker("rest")
