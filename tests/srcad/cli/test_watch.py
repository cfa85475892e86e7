"""``check --watch``: what a saved file changes is checked again."""

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import pytest

from srcad.cli.watching import changed, stamps_of

ROOT = Path(__file__).parents[3]


class Watching:
    """``srcad check --watch`` in a process of its own."""

    def __init__(self, project, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "srcad", "check", "--watch", *words],
            cwd=project.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Where the tests run in the background, a shell lets it be ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until_it_waits(self):
        """The lines of a check, up to the one that says that it waits."""
        found = []
        while True:
            line = self.lines.get(timeout=60)
            if line.startswith("watching "):
                return found
            found.append(line)

    def interrupted(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=30)


@pytest.fixture
def watching(project):
    running = []

    def start(*words, project=project):
        running.append(Watching(project, *words))
        return running[-1]

    yield start
    for one in running:
        one.process.kill()
        one.process.wait()


@pytest.mark.rest
def test_what_a_saved_file_changes(project, watching):
    project.write("models/other.py", "def f(x):\n    return x * 2.0\n")
    text = project.read("pyproject.toml")
    target = '\n[[tool.srcad.targets]]\ncell = "models/other.py::f"\n'
    project.write("pyproject.toml", text + target + 'inputs = { x = "float64[n]" }\n')
    project.accept_all()
    run = watching()
    assert not [line for line in run.until_it_waits() if "golden" in line]

    project.replace("models/other.py", "x * 2.0", "x * 3.0")
    lines = run.until_it_waits()
    assert any(line.startswith("golden differs: f ") for line in lines)
    named = [line.partition(":")[0] for line in lines]
    assert [one for one in named if one in ("cause", "numbers", "truth", "class")] == [
        *("cause", "numbers", "truth", "class")
    ]
    # Nothing of the targets whose files did not change.
    assert not any("square" in line or "cubic" in line for line in lines)

    # Where targets are named, the same.
    named = watching("f", "square")
    assert any("golden same: square" in line for line in named.until_it_waits())
    project.replace("models/other.py", "x * 3.0", "x * 4.0")
    for one in (run, named):
        lines = one.until_it_waits()
        assert any(line.startswith("golden differs: f ") for line in lines)
        assert not any("square" in line for line in lines)

    project.replace("models/other.py", "x * 4.0", "open(x)")
    assert any("error[SRC014]" in line for line in run.until_it_waits())
    project.replace("models/other.py", "open(x)", "x * 2.0")
    assert any(line.startswith("golden same: f") for line in run.until_it_waits())
    assert run.interrupted() == 0


@pytest.mark.rest
def test_a_copy_is_watched_itself(project, watching, tmp_path):
    project.write("models/helper.py", "def g(x):\n    return x * 2.0\n")
    project.write(
        "models/other.py", "import helper\n\n\ndef f(x):\n    return helper.g(x)\n"
    )
    text = project.read("pyproject.toml")
    target = '\n[[tool.srcad.targets]]\ncell = "models/other.py::f"\n'
    project.write("pyproject.toml", text + target + 'inputs = { x = "float64[n]" }\n')
    project.accept_all()
    # Its modules are in the store already, made of the files that were copied.
    copy = types.SimpleNamespace(folder=tmp_path / "copy")
    shutil.copytree(project.folder, copy.folder)
    run = watching(project=copy)
    assert not [line for line in run.until_it_waits() if "golden" in line]
    (copy.folder / "models/helper.py").write_text("def g(x):\n    return x * 3.0 * x\n")
    lines = run.until_it_waits()
    assert any(line.startswith("golden differs: f ") for line in lines)


@pytest.mark.rest
def test_a_mistake_in_the_configuration_is_waited_out(project, watching):
    project.accept_all()
    run = watching()
    run.until_it_waits()
    project.replace("pyproject.toml", "golden =", "goldn =")
    assert any("unknown key `goldn`" in line for line in run.until_it_waits())
    project.replace("pyproject.toml", "goldn =", "golden =")
    assert not any("SRC000" in line for line in run.until_it_waits())
    assert run.interrupted() == 0


def test_it_prints_for_people(project):
    for words in (("--output-format", "json"), ("--report", "r"), ("--summary", "s")):
        result = project.run("check", "--watch", *words)
        assert result.code == 2
        assert "--watch" in result.err


def test_a_file_that_is_written_in_steps_is_left_to_rest(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("1")
    before = stamps_of([str(path), str(tmp_path / "absent")])
    assert before[str(tmp_path / "absent")] is None
    steps = iter(["", "12", "123", "", ""])
    seen = []

    def sleep(seconds):
        assert seconds < 1
        text = next(steps)
        if text:
            path.write_text(text)
        seen.append(text)

    assert changed(before, sleep) == {str(path)}
    assert seen == ["", "12", "123", ""]


def test_a_file_that_goes_is_a_change(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("1")
    before = stamps_of([str(path)])
    path.unlink()
    assert changed(before, lambda seconds: time.sleep(0)) == {str(path)}
