"""Write docs/diagnostics.md: every code, its explanation, and what its example prints.

    python tools/diagnostics_page.py

The texts are those of srcad/compiler/explanations; the examples are run in folders of
their own. tests/test_diagnostics_page.py fails while the page is not up to date.
"""

import contextlib
import io
import os
import re
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from srcad.cli import main
from srcad.compiler.diagnostics.explanations import Example, Explanation, explanations

PAGE = Path(__file__).resolve().parent.parent / "docs" / "diagnostics.md"

_HEAD = """\
# Diagnostics

<!-- Written by tools/diagnostics_page.py. -->

What srcad cannot differentiate correctly it refuses, with a code that is never given a
second meaning, the place in your source, why it is refused there, and what to write
instead. One run reports every error that does not follow from another, and writes no
module while there is one. `srcad explain SRC014` prints what this page says of a code;
`--output-format` has other forms, for machines: `json`, `github`, `sarif` and `junit`.

From Python, all of it is in the exception:

```python
try:
    srcad.grad(net)(x)
except srcad.CompileError as error:
    for diagnostic in error.diagnostics:
        print(diagnostic.code, diagnostic.span.line, diagnostic.help)
```

| code | title |
| --- | --- |
"""
_QUIET = "-q"
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Run:
    """What the last command of an example did."""

    code: int
    out: str
    err: str


def run(example: Example, *options: str, instead: str = "") -> Run:
    """Run an example in an empty folder; the last command has further ``options``.

    ``instead`` is a command that stands in the place of the last one's, with the same
    arguments.
    """
    result = Run(0, "", "")
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, {"NO_COLOR": "1"}),
    ):
        os.environ.pop("CI", None)
        for path, text in example.files.items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text)
        for number, command in enumerate(example.commands, 1):
            words = shlex.split(command)[1:]
            if number == len(example.commands):
                words = [instead or words[0], *words[1:], *options]
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main([*words, _QUIET])
            result = Run(code, out.getvalue(), err.getvalue())
    return result


def page() -> str:
    """Return the text of the page."""
    found = explanations()
    rows = "".join(
        f"| [{item.code}](#{_anchor(item)}) | {item.title} |\n" for item in found
    )
    return _HEAD + rows + "".join(map(_section, found))


def _anchor(item: Explanation) -> str:
    heading = f"{item.code}: {item.title}".lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def _section(item: Explanation) -> str:
    result = run(item.wrong)
    printed = (result.out + result.err).rstrip("\n")
    # What stands before it are numbers, which another machine may round otherwise.
    printed = printed[max(printed.find("error["), 0) :].replace(f" {_QUIET}\n", "\n")

    def with_output(match: re.Match[str]) -> str:
        return f"```console\n{match[1]}{printed}\n```"

    text = _CONSOLE.sub(with_output, item.text, count=1)
    # A word after the language is our own.
    text = re.sub(r"^```(\w+) \S+$", r"```\1", text, flags=re.MULTILINE)
    return f"\n## {item.code}: {item.title}\n\n{text}\n"


if __name__ == "__main__":
    PAGE.write_text(page())
