"""``check --summary``: what a step of continuous integration shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def test_a_summary_is_appended(project):
    project.accept_all()
    project.write("summary.md", "before\n")
    assert project.run("check", "--summary", "summary.md").code == 0
    text = project.read("summary.md")
    assert text == "before\n## srcad check\n\n2 targets: 2 same\n\n"


def test_what_differs_with_its_diff(project):
    project.accept_all()
    project.replace("models/square.py", "y * y", "y * y * y")
    assert project.run("check", "--summary", "s.md").code == 1
    text = project.read("s.md")
    assert "2 targets: 1 same, 1 differs" in text
    assert re.search(r"\| ≠ \| `square` \| `golden/square.py`, \+\d+ -\d+ \|", text)
    assert "`cubic`" not in text
    inside = text.partition("<summary>square</summary>")[2]
    for word in ("cause", "numbers", "truth", "cost", "class"):
        assert f"\n- {word}: " in inside
    diff = inside.partition("```diff\n")[2].partition("```")[0]
    assert diff == project.run("diff", "square", "--unified").out


def test_what_is_missing_refused_or_obsolete(project):
    project.run("check", "square", "-q")
    project.run("accept", "square", "-q")
    project.write("golden/old.py", project.read("golden/square.py"))
    project.replace("models/square.py", "return y * y", "return open(y), '<b>```'")
    project.run("check", "--summary", "s.md")
    text = project.read("s.md")
    assert "| ✗ | `square` | refused: SRC014 |" in text
    assert "| ? | `cubic` | no golden file yet |" in text
    assert "| – | `old` | no target makes `golden/old.py` |" in text
    # The fence is longer than that in the text.
    assert "````\nerror[SRC014]" in text


def run_of_action():
    """The step of action.yml that checks, as it is run."""
    text = (ROOT / "action.yml").read_text().partition("- name: Check\n")[2]
    block = re.search(r"\n( +)run: \|\n((?:\1  .*\n|\n)+)", text)
    return re.sub(f"^{block[1]}  ", "", block[2], flags=re.MULTILINE)


@pytest.mark.rest
def test_the_action_does_what_it_says(project):
    """Annotations, a summary, a page; names are words, and never a command."""
    project.accept_all()
    project.replace("models/square.py", "y * y", "y * y * y")
    binaries = project.folder.parent / "bin"
    binaries.mkdir()
    (binaries / "srcad").write_text(f'#!/bin/sh\nexec {sys.executable} -m srcad "$@"\n')
    (binaries / "srcad").chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(project.folder.parent / "summary.md"),
        "REPORT": str(project.folder.parent / "report"),
        "PYTHONPATH": str(ROOT),
        "CI": "true",
    }

    def run(targets):
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", run_of_action()],
            cwd=project.folder,
            env={**environment, "TARGETS": targets},
            capture_output=True,
            text=True,
            check=False,
        )

    done = run("")
    assert done.returncode == 1, done.stderr
    assert "::error title=SRC007,file=golden/square.py" in done.stdout
    summary = Path(environment["GITHUB_STEP_SUMMARY"]).read_text()
    assert "\n- cause: " in summary
    pages = [one.name for one in Path(environment["REPORT"]).iterdir()]
    assert pages == ["square.html"]
    assert run("cubic").returncode == 0
    assert run("cubic; touch taken").returncode == 2
    assert run("--report=elsewhere").returncode == 2
    assert run("$(touch taken)").returncode == 2
    assert not (project.folder / "taken").exists()
    assert not (project.folder / "elsewhere").exists()


def test_the_hooks_are_commands(project):
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    entries = dict(re.findall(r"- id: (\S+)\n(?:  .*\n)*?  entry: srcad (.+)\n", text))
    assert entries == {"srcad-check": "check", "srcad-generate": "generate"}
    assert project.run(entries["srcad-check"]).code == 1
    project.accept_all()
    assert project.run(entries["srcad-check"]).code == 0
    words = ("square", "cubic", "-o", "out")
    assert project.run(entries["srcad-generate"], *words).code == 0
    # Nothing in the files that it changes: the next run of the hook passes.
    before = project.files()
    assert project.run(entries["srcad-generate"], *words).code == 0
    assert project.files() == before
