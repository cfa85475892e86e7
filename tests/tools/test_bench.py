"""``tools/bench.py``: what it times gives what is written by hand."""

import json
import sys

import numpy as np
import pytest

from tools import bench


@pytest.mark.parametrize("workload", bench.WORKLOADS, ids=lambda one: one.name)
def test_the_ways_agree_at_the_small_size(workload):
    args = workload.sizes["small"](np.random.default_rng(1))
    assert set(bench.ways(workload, args)) == set(bench.WAYS)


def test_the_figures_are_written_to_a_file(tmp_path, monkeypatch, capsys):
    file = tmp_path / "figures.json"
    given = ["bench.py", "newton", "--seconds", "0", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", given)
    bench.main()
    (row,) = json.loads(file.read_text())
    assert row["workload"] == "newton"
    assert all(row[way] > 0 for way in bench.WAYS)
    assert "geometric mean" in capsys.readouterr().out
