"""The hunt for modules that do not fit any more: that it holds, and that it can fail.

``make test-long`` hunts longer.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tools.hunting.catalogue import catalogue
from tools.hunting.outcomes import REFUSED, VALUE, Outcome, compiled, plain, same
from tools.hunting.running import drawn
from tools.hunting.stale import NEW, PROCESS, UNDONE, Case, judged
from tools.hunting.subjects import PROGRAMS, names

ROOT = Path(__file__).resolve().parents[2]
BOTH = (PROCESS, NEW)


def hunted(*words):
    command = [sys.executable, "tools/hunt.py", "stale", "--jobs", "2", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize(
    "mutations", ["6", pytest.param("100", marks=pytest.mark.long)]
)
def test_no_module_is_stale(mutations):
    found = hunted("--mutations", mutations, "--seed", "1")
    assert found.returncode == 0, found.stdout


@pytest.mark.long
def test_every_program_holds_as_it_is():
    found = hunted("--kinds", "nothing", "--mutations", "1000", "--where", "process")
    assert found.returncode == 0, found.stdout
    assert f"0 of {len(names(PROGRAMS))} cases failed" in found.stdout


# -------------------------------------------------------------------- the test's tests


def numbered(program, kind, change):
    """The first mutation of a program that is of a kind."""
    return Case(PROGRAMS, program, catalogue(PROGRAMS, program).index((kind, change)))


def remembering(subject):
    """The first result for ever, in the process and in the store."""
    path = Path(os.environ["SRCAD_CACHE_DIR"], "result.npy")
    if path.exists():
        return Outcome(VALUE, (np.load(path),))
    out = plain(subject)
    path.parent.mkdir(exist_ok=True)
    np.save(path, out.outputs[0])
    return out


SCALE = ("class_attribute", "class attribute", "another number")


def test_a_result_that_is_kept_for_ever_is_noticed():
    verdict = judged(numbered(*SCALE), BOTH, remembering)
    assert {PROCESS, NEW} <= set(verdict.failures)
    assert UNDONE not in verdict.failures
    assert "Cfg.scale = 3.25" in verdict.text


@pytest.mark.parametrize(("where", "other"), [(PROCESS, NEW), (NEW, PROCESS)])
def test_only_one_of_the_two_is_looked_at_where_it_is_asked_for(where, other):
    failures = judged(numbered(*SCALE), (where,), remembering).failures
    assert where in failures
    assert other not in failures


def test_a_value_that_the_program_does_not_give_is_noticed():
    def wrong(subject):
        out = plain(subject)
        return Outcome(VALUE, tuple(leaf + 1 for leaf in out.outputs))

    verdict = judged(Case(PROGRAMS, "defaults", 0), BOTH, wrong)
    assert list(verdict.failures) == ["value"]


def test_a_gradient_that_is_not_the_slope_is_noticed():
    def wrong(subject):
        out = plain(subject)
        return Outcome(VALUE, out.outputs, (np.ones(3),))

    verdict = judged(Case(PROGRAMS, "defaults", 0), BOTH, wrong)
    assert list(verdict.failures) == ["gradient"]


def test_what_has_to_be_refused_and_is_not_is_noticed():
    verdict = judged(Case(PROGRAMS, "clock", 0), BOTH, plain)
    assert list(verdict.failures) == ["not refused"]


def test_a_mutation_that_is_undone_gives_what_was():
    def counting(subject):
        counting.calls += 1
        return Outcome(VALUE, (np.array(counting.calls),))

    counting.calls = 0
    assert UNDONE in judged(numbered(*SCALE), BOTH, counting).failures


def test_what_is_right_has_no_failures():
    verdict = judged(Case(PROGRAMS, "closures_in_closures", 0), BOTH, compiled)
    assert verdict.expected.startswith("value")
    assert verdict.failures == {}


def test_outcomes_are_compared_to_the_bit():
    def of(*values):
        return Outcome(VALUE, (np.array(values),))

    assert same(of(np.nan, 0.0), of(np.nan, 0.0))
    assert not same(of(0.0), of(-0.0))
    assert not same(of(1.0), of(1))
    assert not same(of(1.0), Outcome(REFUSED))
    assert same(Outcome(REFUSED, error="SRC014"), Outcome(REFUSED, error="SRC021"))


def test_equal_seeds_give_equal_cases():
    programs = ["defaults", "hooks", "class_dict"]
    found = {name: catalogue(PROGRAMS, name) for name in programs}

    def cases(seed):
        return list(map(str, drawn(found, PROGRAMS, None, 50, seed)))

    assert cases(1) == cases(1)
    assert cases(1) != cases(2)
    assert len(set(cases(1))) == 50


@pytest.mark.long
def test_the_mutations_are_of_many_kinds():
    found = [catalogue(PROGRAMS, name) for name in names(PROGRAMS)]
    kinds = {kind for keys in found for kind, _ in keys}
    assert len(found) >= 60
    assert sum(map(len, found)) > 4000
    assert kinds >= {
        *("global", "closure variable", "default", "function attribute", "slot"),
        *("class attribute", "method", "property", "static method", "class method"),
        *("instance attribute", "Cell attribute", "sub-cell", "Parameter", "array"),
        *("dict entry", "list item", "tuple item", "set in place", "module attribute"),
        *("class of an object", "class attribute hides", "instance attribute hides"),
        *("environment", "argument of the program", "file", "source edited", "rule"),
        *("two made one", "function", "global hides a builtin", "context", "Cell"),
        *("process", "special method", "class fact", "function fact", "cache"),
        *("generic function", "abstract class"),
    }
