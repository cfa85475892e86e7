"""Every command of the documentation is run, and prints what the page shows.

A page is data. Its blocks are taken in order, in a scratch folder:

``<!-- project: NAME… -->``
    begins with a copy of this repository's examples and goldens, with these targets
    alone; ``none`` with an empty folder, and ``PAGE`` goes on in that of another page.
``<!-- before … -->``
    lines of a shell that a reader is not shown.
``<!-- file: NAME -->`` before a block, ``<!-- file: NAME … -->``
    is a file, which a reader is shown or not.
``<!-- run: 1 0 -->`` before a block of commands
    has the exit codes, which are 0 otherwise.

All blocks of the kind ``console`` are commands, ``$``, with what they print on both
streams; ``...`` stands for lines, and what is not shown is not compared. How long a
compilation took is left out, and so are empty lines; magnitudes, ``3e-07``, are alike.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    page
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
    # What that page shows is what tests/srcad/compiler/diagnostics runs.
    if "```console" in page.read_text() and page.name != "diagnostics.md"
]

# What is not run here, and why.
NOT_RUN = {
    "git clone": "there is no address yet",
    "make": "what runs these tests; the pins come from a package index",
    "python3 -m venv": "what is installed into it comes from a package index",
    "/tmp/oracles/bin/python": "its torch comes from a package index",
    ".venv/bin/pip": "asks a package index",
    "pip install": "asks a package index",
    ". .venv": "of an environment that is not made here",
    "python tools/hunt.py": "takes its minutes; `make test-hunts` runs each hunt",
}

TOKEN = re.compile(
    r"^<!-- project: (?P<project>[^>]*?) -->$"
    r"|^<!-- before\n(?P<before>.*?)^-->$"
    r"|^<!-- file: (?P<hidden>\S+)\n(?P<content>.*?)^-->$"
    r"|^(?:<!-- (?P<kind>file|run): (?P<what>[^>]*?) -->\n)?```(?P<language>\w*)\n"
    r"(?P<block>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PROGRESS = re.compile(r"(\S+ +(cached|compiled)(, )?)+ +[\d.]+ s$|\s*$")


@dataclass
class Step:
    """A command with the lines that are shown under it; None where there are none."""

    command: str
    expected: list[str] = field(default_factory=list)


def steps_of(block: str) -> Iterator[Step]:
    """The commands of a block, without the remarks behind them."""
    found: list[Step] = []
    for line in block.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            found.append(Step(re.sub(r"\s{2,}#.*", "", line[2:]).strip()))
        elif line.strip():
            found[-1].expected.append(line)
    return iter(found)


def reason_of(command: str) -> str:
    """Why a command is not run; "" where it is."""
    for start, reason in NOT_RUN.items():
        if command.startswith(start):
            return reason
    return ""


class Reader:
    """Somebody who follows a page in a scratch folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            name: value
            for name, value in os.environ.items()
            # A developer's terminal, not a job: `accept` may write.
            if name not in ("CI", "NO_COLOR", "FORCE_COLOR")
        }
        self.environment |= {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(
                [str(ROOT), os.environ.get("PYTHONPATH", "")]
            ),
            "SRCAD_CACHE_DIR": str(folder.parent / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }

    def follow(self, page: Path) -> None:
        """Take the steps of a page."""
        text = page.read_text()
        marks = re.findall(r"^<!-- (?:project|before|file|run)\b", text, re.MULTILINE)
        taken = 0
        for token in TOKEN.finditer(text):
            taken += sum(token[name] is not None for name in ("project", "before", "hidden", "kind"))  # fmt: skip
            if token["project"] is not None:
                self.begin(page, token["project"])
            elif token["before"] is not None:
                done = self.shell(token["before"])
                assert done.returncode == 0, token["before"] + done.stdout
            elif token["hidden"] is not None:
                self.write(token["hidden"], token["content"])
            elif token["kind"] == "file":
                self.write(token["what"], token["block"])
            elif token["language"] == "console":
                self.take(token["block"], token["what"] or "")
        assert taken == len(marks), "a mark has no block, or is none"

    def begin(self, page: Path, names: str) -> None:
        """Make the folder of a page what its first lines say."""
        if names.endswith(".md"):
            self.follow(page.parent / names)
        elif names != "none":
            copy_project(self.folder, names.split())
            self.shell(
                "git init -q && git add . && git -c user.name=a -c user.email=b commit -qm x"
            )

    def write(self, name: str, content: str) -> None:
        """Write a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def take(self, block: str, codes: str) -> None:
        """Run the commands of a block, and compare what they print."""
        steps = [one for one in steps_of(block) if not reason_of(one.command)]
        expected = [int(one) for one in codes.split()] or [0] * len(steps)
        if len(expected) == 1:
            expected *= len(steps)
        for step, code in zip(steps, expected, strict=True):
            done = self.run(step.command)
            said = done.stdout + (done.stderr or "")
            assert done.returncode == code, f"$ {step.command}\n{said}"
            if step.expected:
                lines = [one for one in said.splitlines() if not PROGRESS.match(one)]
                compare(lines, step.expected, step.command)

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        """Run a command; srcad without another Python, where it is alone."""
        words = shlex.split(command)
        if words[0] == "srcad" and not set(words) & {"|", ">", "&&"}:
            return processes.run(words[1:], self.folder, self.environment)
        return self.shell(command)

    def shell(self, text: str) -> "subprocess.CompletedProcess[str]":
        """Run lines of a shell."""
        return subprocess.run(
            ["bash", "-euc", text],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )


# Rounding is another one on another machine.
MAGNITUDE = re.compile(r"\b\de-\d\d( \([\w.]+\))?")


def compare(lines: list[str], expected: list[str], command: str) -> None:
    """Compare what was printed with what is shown, in which ``...`` stands for any."""
    parts = [
        r"(?:.*\n)*" if one == "..." else re.escape(MAGNITUDE.sub("N", one)) + r"\s*\n"
        for one in expected
    ]
    text = "".join(f"{MAGNITUDE.sub('N', one)}\n" for one in lines)
    if re.fullmatch("".join(parts), text) is None:
        shown = "\n".join(expected)
        raise AssertionError(f"$ {command}\n{text}\nbut the page shows:\n{shown}")


def copy_project(folder: Path, names: list[str]) -> None:
    """A copy of the examples with the goldens and the tables of these targets."""
    ignored = shutil.ignore_patterns("__pycache__", "generated")
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=ignored)
    _, *tables = (ROOT / "pyproject.toml").read_text().split("[[tool.srcad.targets]]")
    kept = []
    for table in tables:
        name = re.search(r'^name = "(.*)"$', table, re.MULTILINE)
        if name is not None and name[1] in names:
            # Up to the next table, of something else.
            body = re.split(r"^\[|^# ", table, flags=re.MULTILINE)[0]
            kept.append(f"[[tool.srcad.targets]]{body}")
            golden = folder / "golden" / f"{name[1]}.py"
            golden.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "golden" / f"{name[1]}.py", golden)
    assert len(kept) == len(names), names
    text = "[tool.srcad]\n\n" + "".join(kept)
    assert tomllib.loads(text)
    (folder / "pyproject.toml").write_text(text)
    lines = (ROOT / "golden" / "srcad.lock").read_text().splitlines()
    of_names = [one for one in lines if one.split(" ")[0] in names]
    (folder / "golden" / "srcad.lock").write_text("\n".join([lines[0], *of_names, ""]))


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_says_to_run(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    Reader(folder).follow(page)


def test_each_reason_is_of_a_command() -> None:
    commands = [
        step.command
        for page in PAGES
        for token in TOKEN.finditer(page.read_text())
        if token["language"] == "console"
        for step in steps_of(token["block"])
    ]
    for start in NOT_RUN:
        assert any(one.startswith(start) for one in commands), start


def test_commands_within_a_line_are_commands() -> None:
    """`srcad check --watch`: a command that there is, with options that it has."""
    from srcad.cli.app import cli

    every = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    found = 0
    for page in every:
        text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
        for words in re.findall(r"`srcad\s([a-z][^`]*)`", text):
            name, *rest = words.split()
            assert name in cli.commands, f"{page.name}: srcad {words}"
            known = {o for p in cli.commands[name].params for o in p.opts}
            options = {one.partition("=")[0] for one in rest if one.startswith("-")}
            assert options <= known | {"--help"}, f"{page.name}: srcad {words}"
            found += 1
    assert found > 40
