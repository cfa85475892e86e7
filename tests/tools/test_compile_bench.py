"""``tools/compile_bench.py``: its programs compile, and its figures are written."""

import json
import sys

import pytest

from tools import compile_bench
from tools.benchmarks import programs


@pytest.mark.long
@pytest.mark.parametrize("family", programs.FAMILIES, ids=lambda one: one.name)
def test_the_smallest_of_each_family_compiles(family):
    seconds, built = compile_bench.first_gradient(*family.make(family.sizes[0]))
    assert seconds > 0
    assert {"lowering", "writing", "formatting"} <= set(built.stages.seconds)
    assert "def backward(" in built.text


def test_the_figures_are_written_to_a_file(tmp_path, monkeypatch, capsys):
    file = tmp_path / "figures.json"
    given = ["compile_bench.py", "helper", "--most", "8", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", given)
    compile_bench.main()
    rows = json.loads(file.read_text())["families"]
    assert [row["size"] for row in rows] == [1, 8]
    assert rows[0]["lines"] < rows[1]["lines"]
    assert "growth" in capsys.readouterr().out


@pytest.mark.long
def test_starting_is_timed_beside_the_least_that_it_could_be(capsys):
    rows = compile_bench.starting()
    assert [row["start"] for row in rows][-2:] == [
        "the first gradient, stored",
        "the same text, imported",
    ]
