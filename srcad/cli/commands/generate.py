"""``srcad generate``: compile, and print the module or write it into a folder."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from srcad.cli.commands.arguments import (
    override_options,
    overrides_of,
    targets_argument,
)
from srcad.cli.configuration import Target, default_name
from srcad.cli.nan_checks import with_checks
from srcad.cli.output import CommandError, Output, exit_code
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import Outcome, build_all, diagnostics_of, open_workspace
from srcad.compiler.diagnostics import reports
from srcad.compiler.diagnostics.errors import shown_path


@click.command(short_help="Write the module of each target, or print it.")
@targets_argument
@override_options
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write DIR/<cell>_backward.py, and the arrays that it captures, instead.",
)
@click.option(
    "--with-test",
    is_flag=True,
    help="Write a test beside each module, which needs NumPy alone.",
)
@click.option(
    "--check-nan",
    is_flag=True,
    help="Let the module raise at the first NaN or infinity, with the source line.",
)
@click.option("--timings", is_flag=True, help="Say how long each stage took.")
@common_options
@click.pass_obj
def generate(
    settings: Settings,
    targets: tuple[str, ...],
    folder: Path | None,
    with_test: bool,
    check_nan: bool,
    timings: bool,
    **given: Any,
) -> int:
    """Compile, and print the module (one target) or write it into DIR."""
    overrides = overrides_of(settings, given)
    if with_test and folder is None:
        raise click.UsageError("--with-test writes beside the modules: -o DIR")
    if folder is not None and folder.suffix == ".py":
        message = "-o names a folder, in which files are called after their Cells: -o "
        raise click.UsageError(f"{message}{folder.parent}")
    with open_workspace(settings) as workspace:
        chosen = workspace.targets(targets, overrides)
        if folder is None and len(chosen) > 1:
            raise click.UsageError(
                f"{len(chosen)} targets cannot all be printed; write them: -o DIR"
            )
        outcomes = build_all(workspace, chosen)
        if check_nan:
            outcomes = [with_checks(one) for one in outcomes]
        output = workspace.output
        paths = _paths(chosen, workspace.configuration.targets, folder)
        found = diagnostics_of(outcomes)
        # All or nothing: half of the modules would not fit the other half.
        written = _write(paths, outcomes, with_test) if not found else {}
        if settings.output_format == "json":
            output.document(_document(outcomes, paths, written))
        elif found or settings.for_machines:
            output.diagnostics(found, to_stdout=False)
        elif folder is None:
            for outcome in outcomes:
                assert outcome.built is not None
                output.result(outcome.built.text, newline=False)
                _tell_captured(output, outcome)
        else:
            _tell(output, written)
        if not found and not settings.for_machines:
            _tell_notes(output, outcomes)
        if timings:
            _tell_timings(output, outcomes)
        return exit_code(found)


def _paths(
    chosen: Sequence[Target], configured: Sequence[Target], folder: Path | None
) -> dict[str, Path]:
    """Return the file of each target, by the target's name.

    It is named after the Cell; after the target only where several targets of the
    project have Cells of one name, whichever of them are chosen. Two chosen targets
    for one file are an error.
    """
    if folder is None:
        return {}
    known = {target.name: default_name(target.cell) for target in configured}
    shared = Counter(known.values())
    paths: dict[str, Path] = {}
    for target in chosen:
        name = default_name(target.cell)
        if target.name in known and shared[name] > 1:
            name = target.name
        path = folder / f"{name}_backward.py"
        if path in paths.values():
            raise CommandError(f"two targets would both be written to {path}")
        paths[target.name] = path
    return paths


def _write(
    paths: dict[str, Path], outcomes: list[Outcome], with_test: bool
) -> dict[Path, str]:
    """Write the modules, their captured arrays and tests; return what became of each
    file."""
    from srcad.cli.captured import refuse_to_replace_arrays, write_captured
    from srcad.cli.module_tests import test_path, test_text
    from srcad.cli.replacing import refuse_to_replace

    texts: dict[Path, str] = {}
    arrays: dict[Path, str] = {}
    for outcome in outcomes:
        path = paths.get(outcome.target.name)
        if path is None or outcome.built is None:
            continue
        texts[path] = outcome.built.text
        if with_test:
            texts[test_path(path)] = test_text(outcome, path)
    for path, text in texts.items():
        refuse_to_replace(path, text)
    written = [
        (outcome, paths[outcome.target.name])
        for outcome in outcomes
        if outcome.target.name in paths and outcome.built is not None
    ]
    for outcome, path in written:
        refuse_to_replace_arrays(outcome, path)
    for outcome, path in written:
        arrays |= write_captured(outcome, path)
    return {path: _written(path, text) for path, text in texts.items()} | arrays


def _written(path: Path, text: str) -> str:
    """Write a file unless it is so already, and say what was done."""
    from codegen.files import read_text, write_atomically

    try:
        same = read_text(path) == text
    except (OSError, UnicodeDecodeError):
        same = False
    if not same:
        write_atomically(path, text)
    return "unchanged" if same else "wrote"


def _tell_notes(output: Output, outcomes: list[Outcome]) -> None:
    """Say what a person may not expect of a module."""
    for outcome in outcomes:
        for note in outcome.built.manifest.get("notes", ()) if outcome.built else ():
            output.say(f"note: {outcome.target.name}: {note}")


def _tell_timings(output: Output, outcomes: list[Outcome]) -> None:
    """Say how many milliseconds of CPU time each stage of each target took."""
    for outcome in outcomes:
        if outcome.built is not None:
            output.say(f"{outcome.target.name}: {outcome.built.stages}")


def _tell(output: Output, written: dict[Path, str]) -> None:
    for path, what in written.items():
        output.say(f"{what} {path.as_posix()}")


def _tell_captured(output: Output, outcome: Outcome) -> None:
    """Say that a module which is printed has to be given what it captures."""
    from srcad.cli.captured import captured_keys

    keys = captured_keys(outcome)
    if keys:
        more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
        listed = f"{', '.join(keys[:3])}{more}"
        output.say(f"note: `captured` has to be given: {listed}; `-o DIR` writes them")


def _document(
    outcomes: list[Outcome], paths: dict[str, Path], written: dict[Path, str]
) -> dict[str, Any]:
    from srcad.cli.captured import captured_keys, captured_path

    listed = []
    for outcome in outcomes:
        path = paths.get(outcome.target.name)
        built = outcome.built
        listed.append(
            {
                "name": outcome.target.name,
                "status": "error" if built is None else "ok",
                "cached": built is not None and built.cached,
                "path": _shown(path, written) if path else None,
                "notes": built.manifest.get("notes", []) if built else [],
                "captured": captured_keys(outcome),
                "captured_path": _shown(captured_path(path), written) if path else None,
                "text": built.text if built is not None and path is None else None,
            }
        )
    found = [reports.as_json(item) for item in diagnostics_of(outcomes)]
    return {"targets": listed, "diagnostics": found}


def _shown(path: Path, written: dict[Path, str]) -> str | None:
    return shown_path(str(path)) if written.get(path, "removed") != "removed" else None
