"""``srcad explain``: what a diagnostic means, with an example of it."""

import difflib
import re

import click

from srcad.cli.output import CommandError, Output
from srcad.cli.settings import Settings, common_options
from srcad.compiler.diagnostics.errors import CODES
from srcad.compiler.diagnostics.explanations import (
    Explanation,
    explanation,
    explanations,
)


@click.command(short_help="Explain the code of a diagnostic.")
@click.argument("code", required=False)
@common_options
@click.pass_obj
def explain(settings: Settings, code: str | None) -> int:
    """Print what CODE means, with code that gives it and code that does not.

    Without CODE, list them all.
    """
    output = Output(settings)
    if code is None:
        _list(output)
        return 0
    found = explanation(_known(code))
    if settings.output_format == "json":
        output.document(_document(found))
    else:
        output.result(_rendered(found, output))
    return 0


def _list(output: Output) -> None:
    if output.settings.output_format == "json":
        output.document({"codes": [_document(item) for item in explanations()]})
        return
    for code, title in sorted(CODES.items()):
        output.result(f"{output.paint(code, 'bold')}  {title}")


def _known(word: str) -> str:
    """Return the code that is meant: ``src14`` and ``14`` are SRC014."""
    number = re.fullmatch(r"(?:src)?0*(\d{1,3})", word.lower())
    code = f"SRC{int(number[1]):03}" if number else word.upper()
    if code in CODES:
        return code
    near = difflib.get_close_matches(code, sorted(CODES), n=3)
    if not near:
        by_title = {title: known for known, title in CODES.items()}
        titles = difflib.get_close_matches(word.lower(), by_title, n=3, cutoff=0.4)
        near = [by_title[title] for title in titles]
    listed = " or ".join(f"`{item}` ({CODES[item]})" for item in near)
    hint = f"did you mean {listed}?" if near else "`srcad explain` lists the codes"
    raise CommandError(f"there is no code `{word}`; {hint}")


def _rendered(found: Explanation, output: Output) -> str:
    lines = [output.paint(f"{found.code}: {found.title}", "bold"), ""]
    for line in found.text.splitlines():
        lines.append(output.paint(line, "bold") if line.startswith("#") else line)
    return "\n".join(lines)


def _document(found: Explanation) -> dict[str, str]:
    return {"code": found.code, "title": found.title, "text": found.text}
