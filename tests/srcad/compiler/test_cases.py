"""Every program of ``cases/``, to second order, against finite differences.

``make test-long`` goes to third order, and compiles twice to each.
"""

import importlib
from pathlib import Path
from typing import Any

import pytest

from tests.srcad.compiler.cases.case import CASES, Case
from tests.srcad.compiler.derivatives import check

FOLDER = Path(__file__).parent / "cases"
for file in sorted(FOLDER.glob("*.py")):
    importlib.import_module(f"tests.srcad.compiler.cases.{file.stem}")


def test_names_are_unique():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))


def checked(case: Case, **more: Any) -> None:
    options = dict(case.options)
    options.pop("label", None)
    check(case.program, case.inputs, **options | more)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case):
    checked(case, orders=(1, 2))


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_in_full(case: Case):
    checked(case, twice=(1, 2, 3))
