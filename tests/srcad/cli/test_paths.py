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
