"""``srcad rules``: the table of derivative rules, or one rule with its source."""

import difflib
from typing import TYPE_CHECKING, Any

import click

from srcad.cli.output import CommandError, Output
from srcad.cli.settings import Settings, common_options

if TYPE_CHECKING:
    from srcad.compiler.differentiate.listing import Rule


@click.command(short_help="Show the derivative rules.")
@click.argument("op", required=False)
@common_options
@click.pass_obj
def rules(settings: Settings, op: str | None) -> int:
    """Print the derivative rule of OP, with its source.

    OP is a primitive such as `tanh`, a function such as `np.linalg.norm` or
    `scipy.special.gamma`, or an operator such as `softmax` or `mint.sum`.
    Without OP, list them all: the primitives with their rules, then the functions and
    the operators that are read from a definition in terms of these.
    """
    # NumPy and the compiler are slow to import.
    from srcad.cli.operators import operator_named
    from srcad.compiler.differentiate import listing

    output = Output(settings)
    as_json = settings.output_format == "json"
    if op is None:
        table = _all()
        if as_json:
            output.document({"rules": [_document(rule) for rule in table]})
        else:
            _list(output, table)
        return 0
    found = listing.rule_named(op) or operator_named(op)
    if found is None:
        raise CommandError(_unknown(op, [rule.name for rule in _all()]))
    if as_json:
        output.document(_document(found))
    else:
        output.result(_rendered(found, output))
    return 0


def _all() -> "list[Rule]":
    from srcad.cli.operators import operators
    from srcad.compiler.differentiate import listing

    return [*listing.rules(), *listing.definitions(), *operators()]


def _list(output: Output, table: "list[Rule]") -> None:
    width = max(len(rule.name) for rule in table)
    for rule in table:
        name = output.paint(rule.name, "bold") + " " * (width - len(rule.name))
        output.result(f"{name}  {rule.summary}")


def _unknown(word: str, names: list[str]) -> str:
    near = difflib.get_close_matches(word, names, n=3)
    listed = " or ".join(f"`{name}`" for name in near)
    hint = f"did you mean {listed}?" if near else "`srcad rules` lists the rules"
    return f"there is no rule for `{word}`; {hint}"


def _rendered(rule: "Rule", output: Output) -> str:
    lines = [output.paint(f"{rule.name}: {rule.summary}", "bold")]
    if rule.kind == "partials":
        lines = [output.paint(f"{rule.name}: partial derivatives", "bold"), ""]
        for argument, partial in zip("xyzw", rule.partials, strict=False):
            factor = f"dout * ({partial})" if " " in partial else f"dout * {partial}"
            lines.append(f"d{argument} = {'0' if partial == '0' else factor}")
    if rule.source:
        lines += ["", rule.source]
    return "\n".join(lines)


def _document(rule: "Rule") -> dict[str, Any]:
    return {
        "name": rule.name,
        "kind": rule.kind,
        "partials": list(rule.partials),
        "source": rule.source,
    }
