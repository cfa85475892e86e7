"""Every program of ``cases/``, to second order, against finite differences; to third
order by ``make test-long``."""

import importlib
from pathlib import Path

import pytest

from tests.srcad.compiler.cases.case import CASES, Case
from tests.srcad.compiler.derivatives import check

FOLDER = Path(__file__).parent / "cases"
for file in sorted(FOLDER.glob("*.py")):
    importlib.import_module(f"tests.srcad.compiler.cases.{file.stem}")


def test_names_are_unique():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))


def checked(case: Case, orders: tuple[int, ...]) -> None:
    options = dict(case.options)
    options.pop("label", None)
    check(case.program, case.inputs, **options | {"orders": orders})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case):
    checked(case, (1, 2))


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [case for case in CASES if 3 in case.options.get("orders", (1, 2, 3))],
    ids=lambda case: case.name,
)
def test_case_to_third_order(case: Case):
    checked(case, (2, 3))
