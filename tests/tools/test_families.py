"""The hunts by families: a taste of each, and that they can fail.

``make test-long`` hunts longer.
"""

import functools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.hunting import crowds, judging, kills, mutants, sharing
from tools.hunting.commands import FILES, command, written
from tools.hunting.edits import mutated
from tools.hunting.families import FAMILIES
from tools.hunting.family import (
    CRASH,
    FAILURES,
    GOOD,
    HANG,
    REFUSED,
    VOID,
    WRONG,
    Family,
    Verdict,
)
from tools.hunting.forks import Broken, Overdue, forked, limited, together
from tools.hunting.hunts import Tally, hunted, kept, tried

ROOT = Path(__file__).resolve().parents[2]
CASES = {"crowds": 2, "kills": 3, "hostile": 12}
FEW = {"crowds": 1, "kills": 1, "hostile": 4}
HEAD = "import numpy as np\nimport srcad\n"
TAIL = "\ndef inputs():\n    return (np.array([0.5, -1.5]),)\n"


@pytest.mark.long
@pytest.mark.parametrize("cases", [FEW, CASES], ids=["few", "more"])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_taste(family, cases, tmp_path):
    count = cases.get(family.name, 3 if cases is FEW else 8)
    tally = Tally.of(family, hunted(family, 11, 1, 300.0, count), tmp_path)
    assert tally.counts["cases"] == count
    assert not tally.failed, [str(trial.verdict) for trial, _ in tally.failed]
    assert tally.counts[GOOD] + tally.counts[REFUSED] > 0, tally.told()


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_equal_seeds_give_equal_cases(family):
    first, again = (family.reproducer(family.case(3, 5)) for _ in range(2))
    assert first == again
    assert first != family.reproducer(family.case(3, 6))
    compile(first, "<reproducer>", "exec")
    assert family.title(family.case(3, 5))


def verdict_of(text, tmp_path, *checks):
    judge = functools.partial(judging.judged, HEAD + text + TAIL, tmp_path, *checks)
    return forked(judge)


def test_a_right_program_is_good(tmp_path):
    text = "def function(x):\n    return x * np.sin(x)\n"
    assert verdict_of(text, tmp_path) == Verdict(GOOD)


def test_a_wrong_gradient_is_noticed(tmp_path):
    text = (
        "def wave(x):\n    return np.sin(x)\n"
        "@srcad.defbprop(wave)\ndef rule(x, out, dout):\n    return (dout * 2.0,)\n"
        "def function(x):\n    return wave(x)\n"
    )
    found = verdict_of(text, tmp_path)
    assert found.what == WRONG
    assert "finite differences say" in found.message


def test_a_wrong_value_is_noticed(tmp_path):
    text = "def function(x):\n    return x * x\n"

    def changed(run):
        judging.near(run.out, run.expected + 1.0)

    assert verdict_of(text, tmp_path, changed).what == WRONG


def test_a_refusal_has_its_code(tmp_path):
    text = "def function(x):\n    return eval('x')\n"
    assert verdict_of(text, tmp_path).what == REFUSED


@pytest.mark.parametrize(
    "body", ["return x[10] + x[[3]]", "while True:\n        pass", "return x +"]
)
def test_a_program_that_fails_by_itself_says_nothing(body, tmp_path, monkeypatch):
    monkeypatch.setattr(judging, "PATIENCE", 1)
    assert verdict_of(f"def function(x):\n    {body}\n", tmp_path).what == VOID


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("while x[0] > 0.5:\n        pass", "beside the point it does not end"),
        ("next(v for v in x[:1] if v == 0.5)", "beside the point: StopIteration()"),
    ],
)
def test_what_a_program_does_beside_the_point_says_nothing(
    step, said, tmp_path, monkeypatch
):
    monkeypatch.setattr(judging, "PATIENCE", 1)
    verdict = verdict_of(f"def function(x):\n    {step}\n    return x * x\n", tmp_path)
    assert (verdict.what, verdict.message) == (VOID, said)


def test_gradients_that_share_storage_are_noticed(tmp_path):
    text = "def function(x):\n    return x * 2.0\n"

    def shared(run):
        one = run.gradients[0]
        sharing.apart(judging.Run(run.module, None, None, (one, one), ()))

    found = verdict_of(text, tmp_path, shared)
    assert found == Verdict(WRONG, "", "two gradients share storage")


def family_of(judge, **options):
    return Family(
        "made",
        "for a test",
        lambda random: random.random(),
        judge,
        str,
        repr,
        **options,
    )


@pytest.mark.long
def test_what_raises_is_a_crash_and_what_does_not_end_hangs(tmp_path):
    def raises(case, folder):
        raise KeyError(case)

    assert tried(family_of(raises), 1, 0).verdict.what == CRASH
    assert tried(family_of(raises), 1, 0).verdict.code == "KeyError"

    def endless(case, folder):
        while True:
            time.sleep(0.1)

    assert tried(family_of(endless, seconds=1), 1, 0).verdict.what == HANG


def test_what_is_known_is_counted_and_does_not_fail(tmp_path):
    def wrong(case, folder):
        return Verdict(WRONG, "", "two of a kind")

    trials = hunted(family_of(wrong), 1, 1, 60.0, 2)
    tally = Tally.of(family_of(wrong), trials, tmp_path)
    assert len(tally.failed) == 2
    family = family_of(wrong, known=("two of",))
    tally = Tally.of(family, hunted(family, 1, 1, 60.0, 2), tmp_path)
    assert tally.failed == []
    assert tally.counts["known"] == 2


def test_a_failure_is_kept_as_a_program(tmp_path):
    (family,) = [one for one in FAMILIES if one.name == "sharing"]
    trial = tried(family, 11, 0)
    path = kept(family, trial, tmp_path)
    assert trial.command in path.read_text()
    done = subprocess.run(
        [sys.executable, path],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    assert "srcad gives" in done.stdout


@pytest.mark.long
def test_every_source_is_a_program_of_its_own(tmp_path):
    found = mutants.sources()
    assert len(found) > 500
    kinds = {source.path.partition("/")[0] for source in found}
    assert kinds == {"examples", "golden", "tests"}
    for source in found[::60]:
        case = mutants.Mutant(source, source.text, "nothing")
        verdict = forked(functools.partial(mutants.judged, case, tmp_path))
        assert verdict.what not in FAILURES, (source, verdict)


def test_most_changes_are_changes():
    import random

    source, text = random.Random(1), "def f(x, y):\n    z = x * y\n    return z + 1\n"
    found = [mutated(text, "f", source)[0] for _ in range(100)]
    assert sum(one != text for one in found) > 80
    assert len(set(found)) > 60


def test_a_file_that_is_cut_short_is_noticed(tmp_path, monkeypatch):
    def cut(folder, words, last):
        (folder / "golden").mkdir(exist_ok=True)
        (folder / "golden" / "square.py").write_text("# Code gen")
        os.kill(os.getpid(), 9)

    monkeypatch.setattr(kills, "_killed", cut)
    found = kills.judged(kills.Kill(1, 0.5), tmp_path)
    assert found.what == WRONG
    assert found.message.startswith("golden/square.py is torn")


def test_a_thread_that_gets_another_result_is_noticed(tmp_path, monkeypatch):
    case = crowds.drawn(__import__("random").Random(2))
    monkeypatch.setattr(crowds, "_called", lambda module: f"{os.getpid()}")
    assert crowds.judged(case, tmp_path).what == WRONG


def test_a_command_that_ends_with_a_traceback_is_noticed(tmp_path, monkeypatch):
    written(tmp_path, dict(FILES))
    monkeypatch.chdir(tmp_path)
    assert forked(functools.partial(command, tmp_path, ["explain", "SRC011"])).clean

    def broken():
        import tools.hunting.commands as commands

        def fails(words):
            raise SystemExit("Traceback (most recent call last): no")

        commands.main = fails
        return commands.command(tmp_path, ["check"])

    assert not forked(broken).clean


@pytest.mark.long
def test_processes_at_once_and_limits():
    one, two = together([lambda: 1, lambda: 1 / 0])
    assert one == 1
    assert isinstance(two, Broken)
    with pytest.raises(Overdue):
        forked(lambda: time.sleep(30), seconds=1)

    def in_part():
        from tools.hunting.forks import Endless

        try:
            with limited(1):
                time.sleep(30)
        except Endless:
            return "endless"

    assert forked(in_part) == "endless"
