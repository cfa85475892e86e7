"""``srcad review`` on a pseudo-terminal, as a person uses it, and through a pipe."""

import os
import sys

import pexpect
import pytest

from srcad.review import lock
from tests import processes

PROMPT = r"\[q\].* \? "


@pytest.fixture
def pending(project):
    """A project in which both goldens differ from the source."""
    project.accept_all()
    project.replace("models/square.py", "return y * y", "return y * y * 2.5")
    project.replace("models/square.py", "x * x * x", "x * x * x * 3.5")
    assert project.run("check", "-q").code == 1
    return project


@pytest.fixture
def terminal(pending):
    """A function that starts ``srcad review`` on a pseudo-terminal."""
    children = []

    def start(**environment):
        environment = {**os.environ, "TERM": "xterm", **environment}
        child = processes.Terminal(["review"], pending.folder, environment)
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def press(child, key):
    """Press a key when it is waited for: what is typed before that is lost."""
    child.waitnoecho()
    child.send(key)


def ended(child):
    """The exit code, once everything is printed."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def test_accept_one_and_reject_the_other(pending, terminal):
    before = pending.read("golden/square.py")
    child = terminal()
    child.expect(r"\[1/2\].* golden differs: cubic")
    child.expect(
        r"cause:.* models/square\.py:16 changed \(x \* x \* x -> x \* x \* x \* 3\.5\)"
    )
    child.expect(r"numbers:.* moved ")
    child.expect(r"truth:.*ok.*: finite differences .*, dot product ")
    child.expect(r"cost:.* operations ")
    child.expect(r"class:.* structure")
    child.expect(r"\+.*3\.5")
    child.expect(PROMPT)
    press(child, "a")
    child.expect("accepted cubic")
    child.expect(r"\[2/2\].* golden differs: square")
    child.expect(PROMPT)
    press(child, "r")
    child.expect("rejected square")
    child.expect("none left")
    assert ended(child) == 0
    assert "3.5" in pending.read("golden/cubic.py")
    assert pending.read("golden/square.py") == before
    assert pending.run("check", "cubic").code == 0
    assert pending.run("check", "square").code == 1


@pytest.mark.rest
def test_skipping_leaves_work_to_do(pending, terminal):
    before = pending.files()
    child = terminal()
    child.expect(PROMPT)
    press(child, "s")
    child.expect("skipped cubic")
    child.expect(PROMPT)
    press(child, "q")
    child.expect("2 left: cubic, square")
    assert ended(child) == 1
    assert pending.files() == before


@pytest.mark.rest
def test_a_capital_decides_about_the_rest(pending, terminal):
    child = terminal()
    child.expect(PROMPT)
    press(child, "A")
    child.expect("accepted cubic")
    child.expect("accepted square")
    assert ended(child) == 0
    assert pending.run("check").code == 0


@pytest.mark.rest
def test_rejecting_the_rest(pending, terminal):
    child = terminal()
    child.expect(PROMPT)
    press(child, "R")
    child.expect("rejected square")
    assert ended(child) == 0
    assert pending.run("review").code == 0
    assert pending.run("check", "-q").code == 1


@pytest.mark.rest
def test_old_and_new_are_toggled(pending, terminal):
    child = terminal()
    child.expect(PROMPT)
    press(child, "t")
    child.expect("old:")
    child.expect(r"out = out_product \* x\r")
    child.expect(PROMPT)
    press(child, "t")
    child.expect("new:")
    child.expect(r"out = .*3\.5")
    child.expect(PROMPT)
    press(child, "t")
    child.expect(r"--- golden/cubic\.py")
    child.expect(PROMPT)
    press(child, "q")
    assert ended(child) == 1


@pytest.mark.rest
def test_what_is_accepted_is_in_the_lock(pending, terminal):
    before = lock.read(pending.folder / "golden")["cubic"]
    child = terminal()
    child.expect(PROMPT)
    press(child, "a")
    child.expect("accepted cubic")
    child.expect(PROMPT)
    press(child, "q")
    assert ended(child) == 1
    after = lock.read(pending.folder / "golden")["cubic"]
    assert before["sources"] != after["sources"]
    assert lock.fits(after, pending.read("golden/cubic.py"))


@pytest.mark.rest
def test_information_and_unknown_keys(pending, terminal):
    child = terminal()
    child.expect(PROMPT)
    press(child, "x")
    child.expect("accept: make it the golden")
    child.expect(PROMPT)
    press(child, "i")
    child.expect("source: models/square.py::Cubic")
    child.expect(r"input x: float32\[n\]")
    child.expect(r"x +\d\.\de[-+]\d+  \(\d+ checked\)")
    child.expect(PROMPT)
    press(child, "q")
    assert ended(child) == 1


@pytest.mark.rest
def test_editing_the_source_compiles_it_again(pending, terminal):
    editor = pending.write(
        "editor.py",
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "path.write_text(path.read_text().replace('3.5', '4.5'))\n",
    )
    child = terminal(EDITOR=f"{sys.executable} {editor}", VISUAL="")
    child.expect(PROMPT)
    press(child, "e")
    child.expect("golden differs: cubic")
    child.expect(r"\+.*4\.5")
    child.expect(PROMPT)
    press(child, "a")
    child.expect(PROMPT)
    press(child, "q")
    assert ended(child) == 1
    assert "4.5" in pending.read("golden/cubic.py")


@pytest.mark.rest
def test_what_is_reviewed_is_what_the_source_says_now(pending, terminal):
    pending.replace("models/square.py", "x * x * x * 3.5", "x * x * x")
    child = terminal()
    child.expect("cubic is the same as its golden now")
    child.expect("golden differs: square")
    child.expect(PROMPT)
    press(child, "q")
    child.expect("1 left: square")
    assert ended(child) == 1


def test_a_source_that_no_longer_compiles_cannot_be_accepted(pending, terminal):
    pending.replace("models/square.py", "class Cubic", "class Cubic(:\n    pass#")
    golden = pending.read("golden/cubic.py")
    child = terminal()
    child.expect("cubic does not compile")
    child.expect("SRC002")
    child.expect(r"\[r\].* \? ")
    press(child, "a")
    child.expect(r"\[r\].* \? ")
    press(child, "S")
    child.expect("skipped square")
    assert ended(child) == 1
    assert pending.read("golden/cubic.py") == golden


@pytest.mark.rest
def test_what_no_target_makes_can_only_be_rejected(pending, terminal):
    pending.replace("pyproject.toml", 'name = "square"', 'name = "other"')
    child = terminal()
    child.expect(PROMPT)
    press(child, "s")
    child.expect("square: no target makes it")
    child.expect(r"\[r\].* \? ")
    press(child, "r")
    child.expect("rejected square")
    child.expect("1 left: cubic")
    assert ended(child) == 1


@pytest.mark.rest
def test_end_of_input_quits(pending, terminal):
    before = pending.files()
    child = terminal()
    child.expect(PROMPT)
    child.waitnoecho()
    child.sendcontrol("c")
    child.expect("interrupted")
    assert ended(child) == 130
    assert pending.files() == before


@pytest.mark.rest
def test_in_ci_nothing_is_accepted(pending, terminal):
    before = pending.files()
    child = terminal(CI="true")
    child.expect(PROMPT)
    press(child, "a")
    child.expect("CI is set")
    assert ended(child) == 2
    assert pending.files() == before


def test_through_a_pipe_it_names_the_commands(pending):
    before = pending.files()
    result = pending.process("review")
    assert result.code == 1
    assert "pending: cubic  (golden/cubic.py, +" in result.out
    assert "pending: square" in result.out
    for command in ("srcad diff NAME", "srcad accept NAME", "srcad reject NAME"):
        assert command in result.out
    assert pending.files() == before


def test_nothing_pending(project):
    project.accept_all()
    for result in (project.process("review"), project.run("review")):
        assert result.code == 0
        assert "nothing is pending" in result.err
