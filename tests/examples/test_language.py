"""The tour of the language: every function against finite differences, twice over."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

from srcad.compiler.reading import user_rules
from tests.srcad.compiler.cases.case import apart, below, positive, small
from tests.srcad.compiler.derivatives import check

ROOT = Path(__file__).parents[2]
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["srcad"]
TOUR = {
    target["name"].removeprefix("language/"): target
    for target in CONFIGURED["targets"]
    if target["name"].startswith("language/")
}
# How inputs are drawn where standard normal numbers would not do.
VALUES = {
    "adding_at": {"index": below(8)},
    "boolean_operators": {"x": positive},
    "breaks": {"limit": positive},
    "continues": {"x": apart},
    "early_return": {"limit": positive},
    "error_state": {"y": positive},
    "handlers": {"jitter": positive},
    "filtered_list": {"x": apart},
    "filtered_warnings": {"x": positive, "y": positive},
    "match_statement": {"degree": below(3)},
    "masks": {"x": apart},
    "lists_of_lists": {"x": apart},
    "queue_of_values": {"x": apart},
    "recursion": {"energy": positive},
    "stack_of_values": {"x": small},
    "sums_by_key": {"labels": below(3)},
    "objects_in_a_list": {"x": apart},
    "while_loop": {"tolerance": positive},
    "writing_masks": {"x": apart},
    "comprehensions": {"x": positive},
}


def loaded(cell: str):
    """The object that a target names."""
    path, _, name = cell.partition("::")
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, name)
    return found() if isinstance(found, type) else found


@pytest.fixture(autouse=True)
def rules_of_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an example gives a rule to has none in the tests that follow."""
    monkeypatch.setattr(user_rules, "_RULES", dict(user_rules._RULES))


@pytest.mark.parametrize("name", sorted(TOUR))
def test_language(name: str) -> None:
    target = TOUR[name]
    check(
        loaded(target["cell"]),
        target["inputs"],
        orders=(1, 2),
        values=VALUES.get(name, {}),
        at_one=False,
    )


def test_the_page_has_every_golden_file() -> None:
    page = (ROOT / "docs" / "language.md").read_text()
    rows = re.findall(
        r"golden/language/(\w+)\.py\) \| `test_language\.py\[(\w+)\]`", page
    )
    assert all(golden == test for golden, test in rows)
    assert sorted(golden for golden, _ in rows) == sorted(TOUR)
