"""The review of a project: ten targets, and edits as people make them.

The project is in ``reviewed/``, the edits are in ``twenty_edits.py``: which target
differs, and what the five lines are: the cause; which numbers are the same; whether the
new gradient is true; what the cost has become; of what class the change is.
"""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.review import lock, record
from tests import processes
from tests.srcad.cli.twenty_edits import EDITS, PYPROJECT, Edit

pytestmark = pytest.mark.long

REVIEWED = Path(__file__).parent / "reviewed"


@pytest.fixture(scope="module")
def accepted(tmp_path_factory):
    """The project, with goldens and a lock."""
    folder = tmp_path_factory.mktemp("reviewed") / "project"
    shutil.copytree(REVIEWED, folder)
    run(folder, "check", "-q")
    assert run(folder, "accept", "--all", "-q").returncode == 0
    return folder


@pytest.fixture
def project(accepted, tmp_path):
    return shutil.copytree(accepted, tmp_path / "project")


def run(folder, *words):
    environment = {
        **os.environ,
        "SRCAD_CACHE_DIR": str(folder.parent / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("CI", None)
    return processes.run(words, folder, environment)


def change(project, changes):
    for file, pairs in changes.items():
        text = (project / file).read_text()
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new)
        (project / file).write_text(text)


def five_lines(project, *words):
    """The five lines of each target that differs."""
    out = run(project, "diff", "-q", *words).stdout
    found, lines = {}, {}
    for line in out.splitlines():
        if line.startswith("golden "):
            lines = found.setdefault(line.split()[2], {})
        elif named := re.match(r"(cause|numbers|truth|cost|class): +(.*)", line):
            lines[named[1]] = named[2]
    return found


def differences(cost):
    """What the line says of operations, residuals and temporaries: what they are more,
    or "" where they are as before."""
    found = []
    for part in cost.split(" · "):
        part = re.sub(r" \(at [^()]*\)$", "", part)
        if part.endswith(" as before"):
            found.append("")
        else:
            assert " -> " in part, part
            found.append(part.rpartition(", ")[2])
    return tuple(found)


def check_lines(said, edit):
    assert list(said) == ["cause", "numbers", "truth", "cost", "class"]
    assert said["cause"] == edit.cause
    numbers = re.sub(r"(moved|max rel) \S+?(?=[ ;]|$)", r"\1", said["numbers"])
    # Of many, those that moved most are named.
    if more := re.match(r"out moved · (.*) · (\d+) more are apart", numbers):
        count = more[1].count("moved") + int(more[2])
        numbers = f"out and {count} gradients moved{numbers[more.end() :]}"
    assert sorted(numbers.split(" · ")) == sorted(edit.numbers.split(" · "))
    truth = re.sub(r"\[.*finite differences [^;]*(;|$)", r" off\1", said["truth"])
    assert re.sub(r"^ok: .*", "ok", truth) == edit.truth
    if edit.truth == "ok":
        # The worst is that of float32, checked in float64.
        assert re.match(
            r"ok: finite differences \de-0[5-9]|ok: finite differences \de-1\d",
            said["truth"],
        )
    assert differences(said["cost"]) == edit.cost
    assert said["class"] == edit.kind


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.title)
def test_the_five_lines(project, edit):
    change(project, edit.changes)
    said = five_lines(project)
    assert list(said) == [edit.target]
    check_lines(said[edit.target], edit)
    same = "bitwise same" in edit.numbers and "moved" not in edit.numbers
    taken = same and edit.kind in ("rename", "order", "formatting", "header only")
    run(project, "check", "-q")
    assert run(project, "accept", "--same-numbers", "-q").returncode == 0
    assert run(project, "check", edit.target, "-q").returncode == (0 if taken else 1)


def test_a_comment_changes_nothing(project):
    comment = "    # Quadratic near 0, linear far from it.\n"
    change(project, {"models/losses.py": [(comment, "    # As usual.\n\n")]})
    assert five_lines(project) == {}
    assert run(project, "check").returncode == 0


def test_a_deleted_target(project):
    text = (project / PYPROJECT).read_text()
    start = text.index('[[tool.srcad.targets]]\nname = "root"')
    (project / PYPROJECT).write_text(text[:start])
    assert five_lines(project) == {}
    done = run(project, "check")
    assert (done.returncode, done.stdout) == (
        1,
        "golden obsolete: root (golden/root.py; no target makes it)\n",
    )
    assert run(project, "prune").returncode == 0
    assert "root" not in lock.read(project / "golden")
    assert run(project, "check").returncode == 0


def test_an_upgraded_rule_of_srcad(project, monkeypatch):
    row = PRIMITIVES["tanh"]
    changed = replace(row, derivative=("(1 - out) * (1 + out)",))
    monkeypatch.setitem(PRIMITIVES, "tanh", changed)
    record._rules.cache_clear()
    said = five_lines(project, "--no-cache")
    expected = Edit(
        "",
        {},
        "recurrent",
        "rule of np.tanh changed",
        "out bitwise same · dx max rel · weight max rel",
        "structure",
        # A sum more in each of the four steps, of three numbers.
        ("+12*batch", "", "+96*batch"),
    )
    assert list(said) == ["recurrent"]
    check_lines(said["recurrent"], expected)


def test_another_version_of_srcad(project, monkeypatch):
    """What an older one has written: other names for what has none."""
    monkeypatch.delenv("CI", raising=False)
    path = project / "golden" / "distance.py"
    path.write_text(path.read_text().replace("dout_sum", "dsquares"))
    known = lock.read(path.parent)["distance"]
    known |= {"srcad": "0.0.9", "golden": lock.text_digest(path.read_text())}
    lock.update(path.parent, {"distance": known})
    said = five_lines(project)
    version = record._version()
    expected = Edit(
        "",
        {},
        "distance",
        f"srcad 0.0.9 -> {version}: text only",
        "out, dx, dy bitwise same",
        "rename",
    )
    assert list(said) == ["distance"]
    check_lines(said["distance"], expected)
    run(project, "check", "-q")
    done = run(project, "accept", "--same-numbers")
    assert done.stdout == "distance  rename, out, dx, dy bitwise same\n"
    assert run(project, "check", "-q").returncode == 0


WITH_GIT = (
    "a changed constant",
    "a new layer",
    "an upgraded rule of the project",
    "a default of __init__",
    "another activation",
    "a loop count",
    "a new Parameter",
)


def test_the_cause_of_git_where_there_is_no_lock(project, tmp_path):
    """The commit of the golden has the text of constructors and constants, too."""
    (project / "golden" / lock.NAME).unlink()
    names = ("-c", "user.name=a", "-c", "user.email=b")
    for words in (["init", "-q"], ["add", "."], [*names, "commit", "-qm", "x"]):
        subprocess.run(["git", *words], cwd=project, check=True)
    for edit in (one for one in EDITS if one.title in WITH_GIT):
        edited = shutil.copytree(project, tmp_path / edit.title)
        change(edited, edit.changes)
        assert five_lines(edited)[edit.target]["cause"] == edit.cause


def test_the_cause_of_the_golden_alone(project, tmp_path):
    """Without a lock and without git: what it quotes, and what its docstring says."""
    (project / "golden" / lock.NAME).unlink()
    for title in (
        "a bug in a bprop",
        "a swapped axis",
        "a renamed local",
        "a tolerance",
    ):
        (edit,) = (one for one in EDITS if one.title == title)
        edited = shutil.copytree(project, tmp_path / edit.title)
        change(edited, edit.changes)
        assert five_lines(edited)[edit.target]["cause"] == edit.cause
