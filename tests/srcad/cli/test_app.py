"""What all commands share: help, options, colours, progress."""

import os
import re
import subprocess
import sys

import pexpect
import pytest

import srcad.cli.output
from srcad.cli.app import cli, main
from tests import processes


def test_help_is_quick_because_little_is_imported():
    code = (
        "import sys; from srcad.cli import main; code = main(['--help']); "
        "heavy = {'numpy', 'black', 'rich', 'astor'} & set(sys.modules); "
        "print(sorted(heavy), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: srcad")
    assert done.stderr.strip() == "[]"


def test_help_lists_every_command(project):
    for words in (("--help",), ("-h",)):
        result = project.run(*words)
        assert result.code == 0
        commands = result.out.partition("Commands:\n")[2]
        listed = re.findall(r"^  (\w+) +[A-Z]", commands, re.MULTILINE)
        assert listed == list(cli.commands)
    for name in cli.commands:
        result = project.run(name, "--help")
        assert result.code == 0
        assert result.out.startswith(f"Usage: srcad {name}")


def test_version(project):
    result = project.run("--version")
    assert result.code == 0
    assert re.fullmatch(r"srcad \d+\.\d+.*\n", result.out)


@pytest.mark.rest
def test_python_dash_m(project):
    assert project.python("check").code == 1


@pytest.mark.parametrize("command", sorted(set(cli.commands) - {"cache"}))
def test_common_options_everywhere(command):
    options = {name for option in cli.commands[command].params for name in option.opts}
    assert options >= {
        "-C",
        "--color",
        "--quiet",
        "--verbose",
        "--output-format",
        "--no-cache",
    }


def test_options_before_or_after_the_command(project):
    project.accept_all()
    after = project.run("check", "-v", "--output-format", "concise")
    before = project.run("-v", "--output-format", "concise", "check")
    assert before.out == after.out
    assert project.run("-q", "check").err == ""
    assert project.run("check", "-q").err == ""


def test_another_directory(project, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert project.run("check").code == 2
    for words in (("-C", "demo", "check"), ("check", "-C", "demo")):
        result = project.run(*words)
        assert result.code == 1
        assert "golden missing: square" in result.out
    assert os.getcwd() == str(tmp_path)
    project.replace("pyproject.toml", "golden =", "goldn =")
    for words in (("-C", "demo", "check"), ("check", "-C", "demo")):
        assert "--> pyproject.toml:5:1" in project.run(*words).err
    project.replace("pyproject.toml", "goldn =", "golden =")
    assert project.run("-C", "demo", "generate", "cubic", "-o", "out").code == 0
    assert (project.folder / "out/cubic_backward.py").is_file()


def test_the_configuration_is_found_from_below(project, monkeypatch):
    monkeypatch.chdir(project.folder / "models")
    result = project.run("check")
    assert result.code == 1
    assert (project.folder / ".srcad/pending/square.py").is_file()


@pytest.mark.parametrize(
    ("environment", "option", "colored"),
    [
        ({}, "auto", False),
        ({"FORCE_COLOR": "1"}, "auto", True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", False),
        ({"NO_COLOR": "1"}, "always", True),
        ({"FORCE_COLOR": "1"}, "never", False),
        ({"NO_COLOR": ""}, "always", True),
    ],
)
def test_color(project, monkeypatch, environment, option, colored):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    project.replace("models/square.py", "x * x * x", "undefined_name(x)")
    result = project.run("check", "--color", option)
    assert ("\x1b[" in result.out) is colored
    assert ("\x1b[" in result.err) is colored


def test_machines_get_no_escapes(project):
    project.replace("models/square.py", "x * x * x", "undefined_name(x)")
    for output_format in ("json", "github", "sarif"):
        words = ("check", "--color", "always", "--output-format", output_format)
        assert "\x1b[" not in project.run(*words).out


def on_terminal(project, *words, **environment):
    environment = {**os.environ, "TERM": "xterm", **environment}
    child = processes.Terminal(words, project.folder, environment)
    child.expect(pexpect.EOF)
    output = child.before
    child.close()
    return output, child.exitstatus


def test_a_line_for_each_target_on_a_terminal(project):
    output, code = on_terminal(project, "check")
    assert code == 1
    for mark in ("✓", "square", "1/2", "cubic", "2/2", "compiled", "\x1b["):
        assert mark in output
    plain, _ = on_terminal(project, "check", NO_COLOR="1")
    assert "✓ square  cached" in plain
    assert "\x1b[3" not in plain


def test_a_target_that_fails_is_marked_on_a_terminal(project):
    project.replace("models/square.py", "x * x * x", "undefined_name(x)")
    output, _ = on_terminal(project, "check", NO_COLOR="1")
    assert "✓ square  compiled" in output
    assert "✗ cubic  error" in output


@pytest.mark.rest
def test_plain_lines_into_a_pipe(project):
    result = project.python("check")
    first, second = result.err.splitlines()[:2]
    assert re.fullmatch(r"square  compiled  \d+\.\d\d s", first)
    assert re.fullmatch(r"cubic  compiled  \d+\.\d\d s", second)
    assert "\x1b" not in result.err + result.out


def test_of_many_targets_a_line_counts(project, monkeypatch):
    monkeypatch.setattr(srcad.cli.output, "_FEW", 1)
    first = project.run("check").err.splitlines()[0]
    assert re.fullmatch(r"2 compiled  \d+\.\d\d s", first)
    project.replace("models/square.py", "x * x * x", "undefined_name(x)")
    first, second = project.run("check").err.splitlines()[:2]
    assert re.fullmatch(r"cubic  error  \d+\.\d\d s", first)
    assert re.fullmatch(r"1 cached, 1 error  \d+\.\d\d s", second)


def test_a_reader_that_goes_away_is_no_traceback(project):
    project.run("generate", "square")
    command = f"{sys.executable} -m srcad show square | head -n 1"
    done = subprocess.run(
        command, shell=True, cwd=project.folder, capture_output=True, check=False
    )
    assert done.stdout == b"# Code generated by srcad. DO NOT EDIT.\n"
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def test_main_takes_what_was_typed(project, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["srcad", "check", "nothing"])
    assert main() == 2
    assert "srcad check nothing" in capsys.readouterr().err
