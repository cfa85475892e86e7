"""Paths on the command line, and those of goldens, that are not as they should be."""

import os
from pathlib import Path

import pytest

MOVES = """
import os
import pathlib

os.chdir(pathlib.Path(__file__).resolve().parents[1] / "data")
"""


@pytest.fixture
def moving(project):
    """A project whose modules change the working directory, and read a file there."""
    project.write("data/factor.txt", "3.0")
    project.write("models/square.py", project.read("models/square.py") + MOVES)
    project.replace(
        "models/square.py",
        "self.factor = factor",
        'self.factor = float(open("factor.txt").read())',
    )
    return project


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (("generate", "square", "-o", "out"), "out/square_backward.py"),
        (("view", "square", "-o", "page.html"), "page.html"),
        (("check", "--summary", "found.md"), "found.md"),
        (("check", "--report", "pages"), "pages/square.html"),
    ],
)
def test_paths_are_those_of_where_the_command_was_started(moving, words, written):
    moving.run(*words)
    assert (moving.folder / written).is_file()
    assert [path.name for path in (moving.folder / "data").iterdir()] == ["factor.txt"]
    assert Path.cwd() == moving.folder


def test_user_code_finds_its_working_directory_again(moving):
    done = moving.run("generate", "square", "cubic", "-C", os.curdir, "-o", "out")
    assert done.code == 0, done.err
    assert "3.0" in moving.read("out/square_backward.py")


def test_a_cache_whose_path_is_relative_stays_where_it_is(moving, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", "kept")
    moving.run("generate", "square")
    assert (moving.folder / "kept").is_dir()
    assert not (moving.folder / "data/kept").exists()


def test_a_golden_that_is_a_folder_stops_no_other_target(project):
    (project.folder / "golden/square.py").mkdir(parents=True)
    for words in (("check",), ("diff",), ("verify",), ("view", "-o", "page.html")):
        result = project.run(*words)
        assert result.code == 1
        told = result.out + result.err
        assert "error[SRC007]: golden not compared: square; golden/square.py" in told
        assert "is a folder, and has to be a file" in told
        assert "Traceback" not in told
    assert (project.folder / ".srcad/pending/cubic.py").is_file()
    assert project.run("accept", "--all").code == 0
    assert "1 same, 1 error" in project.run("check").err


def test_a_golden_folder_that_is_a_file(project):
    project.write("golden", "mine")
    result = project.run("check")
    assert result.code == 1
    assert result.out.count("golden is a file, and has to be a folder") == 2
    assert project.read("golden") == "mine"


def test_what_waits_beside_a_golden_has_no_folder(project):
    project.write(".srcad", "")
    result = project.run("check")
    assert result.code == 1
    assert ".srcad is a file, and has to be a folder" in result.out


def test_a_folder_with_the_name_of_a_module_is_no_golden(project):
    project.accept_all()
    (project.folder / "golden/other.py").mkdir()
    assert project.run("check").code == 0


def test_links_among_the_goldens(project):
    """One to a file is followed, and stays; one that leads nowhere is nobody's."""
    project.accept_all()
    golden, kept = project.folder / "golden", project.folder / "kept.py"
    (golden / "square.py").rename(kept)
    (golden / "square.py").symlink_to("../kept.py")
    (golden / "old.py").symlink_to("nowhere")
    (golden / "older.py").symlink_to("older.py")
    assert project.run("check").code == 0
    assert project.run("prune").code == 0
    project.replace("models/square.py", "return y * y", "return y * y * y")
    before = kept.read_text()
    project.accept_all()
    assert (golden / "square.py").is_symlink()
    assert kept.read_text() != before
    assert project.run("check").code == 0


def test_the_folder_of_a_summary_is_made(project):
    project.run("check", "--summary", "deep/found.md")
    assert "2 missing" in project.read("deep/found.md")
    result = project.run("check", "--summary", "pyproject.toml/found.md")
    assert result.code == 2
    assert "error: pyproject.toml is a file, and has to be a folder" in result.err
