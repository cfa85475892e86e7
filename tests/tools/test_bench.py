"""``tools/bench.py``: what it times gives what is written by hand."""

import json
import sys

import numpy as np
import pytest

from tools import bench
from tools.benchmarks.peaks import peak
from tools.benchmarks.profiling import profiled, rows


@pytest.mark.parametrize("workload", bench.WORKLOADS, ids=lambda one: one.name)
def test_the_ways_agree_at_the_small_size(workload):
    args = workload.sizes["small"](np.random.default_rng(1))
    assert set(bench.ways(workload, args)) == set(bench.WAYS)


@pytest.mark.long
def test_the_figures_are_written_to_a_file(tmp_path, monkeypatch, capsys):
    file = tmp_path / "figures.json"
    given = ["bench.py", "newton", "--seconds", "0", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", given)
    bench.main()
    (row,) = json.loads(file.read_text())
    assert row["workload"] == "newton"
    assert all(row[way] > 0 for way in bench.WAYS)
    assert all(row["memory"][name] > 0 for name in ("by hand", "module"))
    assert "geometric mean" in capsys.readouterr().out


def test_a_profile_names_the_statements_of_both(monkeypatch, capsys):
    given = ["bench.py", "--profile", "option_pricing", "--seconds", "0"]
    monkeypatch.setattr(sys, "argv", given)
    bench.main()
    by_hand, module = capsys.readouterr().out.split("\nmodule: ")
    assert "option_pricing large" in by_hand
    assert "n1, n2 = (_normal(d1), _normal(d2))" in by_hand
    assert "under d1 = (np.log(spot / strike)" in module
    assert "<- peak" in by_hand
    assert "<- peak" in module


def test_a_workload_that_is_none_has_no_profile(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["bench.py", "--profile", "nothing"])
    with pytest.raises(SystemExit):
        bench.main()
    assert "invalid choice: 'nothing'" in capsys.readouterr().err


SIZE = 100_000


def _slow(n):
    first = np.ones(n)
    # Again and again.
    for _ in range(3):
        second = np.sort(np.sin(first))
        if n < 0:
            break
    del first
    return second.sum()


def test_statements_in_loops_count_each_time():
    marked = profiled([_slow], lambda one: one(SIZE), 0.0)
    assert marked.lines[1] == "second = np.sort(np.sin(first))"
    assert marked.headings[1] == "Again and again."
    assert max(marked.seconds) == marked.seconds[1]
    # Three arrays: what is sorted, and, from the second time on, the one before.
    assert marked.peaks[1] == pytest.approx(4 * 8 * SIZE, rel=0.02)
    assert marked.lines[2] == "break"
    assert marked.seconds[2] == marked.peaks[2] == 0
    assert any("Again and again." in line for line in rows(marked))


@pytest.mark.long
def test_a_peak_is_what_a_call_takes_besides_what_was_there():
    kept = np.ones(SIZE)
    assert peak(lambda: (kept + 1).sum()) == pytest.approx(8 * SIZE, rel=0.02)
    assert peak(lambda: kept.sum()) < 8000
