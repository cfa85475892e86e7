"""The pytest plugin, run as its users run it."""

from pathlib import Path

import pytest

import codegen
from codegen import testing
from codegen.testing import assert_golden

pytest_plugins = "pytester"

# Whether or not this checkout is installed, the plugin is loaded once.
PLUGIN = ("-p", "no:srcad_golden", "-p", "codegen.testing")

TEST = """
    from codegen.testing import assert_golden

    def test_text():
        assert_golden("x = 1\\ny = 3\\n", "golden/net.py")
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest in an empty project, outside CI unless told."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path(codegen.__file__).parents[1]))
    pytester.makepyprojecttoml("[tool.pytest.ini_options]\n")

    def run_pytest(*arguments):
        return pytester.runpytest_inprocess(*PLUGIN, *arguments)

    return run_pytest


def test_a_missing_golden_fails_and_says_how_to_write_it(run, pytester):
    pytester.makepyfile(TEST)
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*golden missing: golden/net.py (+2 -0)",
            "*--- /dev/null",
            "*+++ golden/net.py*new",
            "*+x = 1",
            "*`pytest --accept` writes the new text",
        ]
    )
    assert not (pytester.path / "golden").exists()


def test_accept_writes_and_the_next_run_passes(run, pytester):
    pytester.makepyfile(TEST)
    result = run("--accept")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*golden files written*", "golden/net.py"])
    assert (pytester.path / "golden" / "net.py").read_bytes() == b"x = 1\ny = 3\n"
    result = run()
    result.assert_outcomes(passed=1)
    assert "golden files written" not in result.stdout.str()


def test_a_different_golden_fails_with_a_diff(run, pytester):
    pytester.makepyfile(TEST)
    path = pytester.path / "golden" / "net.py"
    path.parent.mkdir()
    path.write_text("x = 1\ny = 2\n")
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*golden differs: golden/net.py (+1 -1)", "*-y = 2", "*+y = 3"]
    )
    assert path.read_text() == "x = 1\ny = 2\n"


def test_in_ci_nothing_is_written(run, pytester, monkeypatch):
    pytester.makepyfile(TEST)
    monkeypatch.setenv("CI", "true")
    outer = testing._sessions[-1]
    result = run("--accept")
    assert testing._sessions[-1] is outer
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--accept writes golden files; CI is set*"])
    assert not (pytester.path / "golden").exists()
    run().assert_outcomes(failed=1)


def test_relative_paths_count_from_the_root_of_the_project(run, pytester, monkeypatch):
    folder = pytester.mkdir("tests")
    (folder / "test_net.py").write_text(
        "from codegen.testing import assert_golden\n"
        'def test_text():\n    assert_golden("x", "golden/net.py")\n'
    )
    monkeypatch.chdir(folder)
    run("--accept").assert_outcomes(passed=1)
    assert (pytester.path / "golden" / "net.py").read_text() == "x"


def test_the_option_is_documented(run):
    run("--help").stdout.fnmatch_lines(["srcad:", "*--accept*write golden files*"])


def test_the_plugin_slows_no_start(run_python):
    source = (
        "import sys, codegen.testing\n"
        "print({'astor', 'black', 'numpy', 'srcad'} & set(sys.modules) or 'light')"
    )
    assert run_python(source) == "light\n"


def test_outside_of_the_plugin_paths_count_from_the_current_folder(
    run_python, tmp_path
):
    (tmp_path / "net.py").write_text("x = 1\n")
    source = (
        "from codegen.testing import assert_golden\n"
        "assert_golden('x = 1\\n', 'net.py')\n"
        "try:\n    assert_golden('x = 2\\n', 'net.py')\n"
        "except AssertionError as error:\n    print(str(error).splitlines()[0])\n"
    )
    assert run_python(source) == "golden differs: net.py (+1 -1)\n"


def test_absolute_paths_work(tmp_path):
    (tmp_path / "net.py").write_text("x = 1\n")
    assert_golden("x = 1\n", tmp_path / "net.py")
    with pytest.raises(AssertionError, match=r"differs.*\+1 -1"):
        assert_golden("x = 2\n", tmp_path / "net.py")
