"""Every program of ``cases/``, to second and third order, against finite differences."""

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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case):
    options = dict(case.options)
    options.pop("label", None)
    check(case.program, case.inputs, **options)
