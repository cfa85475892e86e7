"""Golden files, examples and cases of the tests, with a few tokens or nodes changed.

A mutant has to be refused with a diagnostic, or to give what it gives in plain Python
and finite differences of that. Many mutants raise by themselves, which says nothing.
"""

from __future__ import annotations

import ast
import random
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from . import judging
from .edits import mutated
from .family import Family, Verdict

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "srcad" / "compiler" / "cases"
TRIES = 20


@dataclass(frozen=True)
class Source:
    """A function or Cell in the text of a module, and what it is called with."""

    path: str
    name: str
    text: str
    inputs: tuple[str, ...]
    made: str


@dataclass(frozen=True)
class Mutant:
    """A text with a function, and what was done to it."""

    source: Source
    text: str
    words: str


@cache
def sources() -> list[Source]:
    """All that can be mutated, in a fixed order."""
    return [*_targets(), *_goldens(), *_cases()]


def _configured() -> list[dict[str, Any]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    targets: list[dict[str, Any]] = settings["tool"]["srcad"]["targets"]
    # What is a derivative's surrogate is none of its slopes.
    return [
        target
        for target in targets
        if all(isinstance(text, str) for text in target["inputs"].values())
        and not target.get("surrogate")
    ]


def pruned(text: str, name: str) -> str:
    """What a definition needs of a module: imports, and definitions that it names."""
    tree, lines = ast.parse(text), text.splitlines(keepends=True)
    named: dict[str, set[str]] = {}
    for node in tree.body:
        mentioned = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        for one in _bound(node):
            named.setdefault(one, set()).update(mentioned)
    wanted, found = [name], {"case"}
    while wanted:
        one = wanted.pop()
        if one not in found:
            found.add(one)
            wanted += sorted(named.get(one, ()))
    parts = []
    for node in tree.body:
        bound = _bound(node)
        if not bound or bound & found - {"case"}:
            start, stop = node.lineno, node.end_lineno or node.lineno
            parts.append("".join(lines[start - 1 : stop]))
    return "\n\n".join(parts)


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement of a module binds; none where it is always kept."""
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Import() | ast.ImportFrom():
            if getattr(node, "module", None) == "__future__":
                return set()
            return {(a.asname or a.name).split(".")[0] for a in node.names}
        case ast.Assign():
            names = (n for t in node.targets for n in ast.walk(t))
            return {n.id for n in names if isinstance(n, ast.Name)}
        case ast.Expr(ast.Constant()):
            return {""}
    return set()


def _targets() -> Iterator[Source]:
    for target in _configured():
        path, name = target["cell"].split("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        made = _made(text, name, target)
        yield Source(path, name, pruned(text, name), _inputs(target), made)


def _goldens() -> Iterator[Source]:
    """The forward functions of golden files are programs as well."""
    for target in _configured():
        path = f"golden/{target['name']}.py"
        text = (ROOT / path).read_text(encoding="utf-8")
        tree = ast.parse(text)
        named = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
        if len(named["forward"].args.args) == len(target["inputs"]):
            kept = pruned(text, "forward")
            yield Source(path, "forward", kept, _inputs(target), "forward")


def _inputs(target: dict[str, Any]) -> tuple[str, ...]:
    low_high = target.get("ranges", {})
    sizes = target.get("sizes", {})
    return tuple(
        _drawn(text, sizes, low_high.get(name))
        for name, text in target["inputs"].items()
    )


def _made(text: str, name: str, target: dict[str, Any]) -> str:
    kinds = {n.name for n in ast.parse(text).body if isinstance(n, ast.ClassDef)}
    init = ", ".join(f"{k}={v!r}" for k, v in target.get("init", {}).items())
    return f"{name}({init})" if name in kinds else name


def _cases() -> Iterator[Source]:
    """The cases that take plain specifications."""
    for path in sorted(CASES.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "case":
                    found = _case(path, text, node, call)
                    if found is not None:
                        yield found


def _case(path: Path, text: str, node: Any, call: ast.Call) -> Source | None:
    try:
        specifications = [ast.literal_eval(argument) for argument in call.args]
    except ValueError:
        return None
    options = {k.arg: ast.unparse(k.value) for k in call.keywords}
    if not all(isinstance(one, str) for one in specifications):
        return None
    sizes = ast.literal_eval(options.get("sizes", "{}"))
    draw = {"positive": [0.5, 2.0], "small": [-0.8, 0.8]}.get(options.get("draw", ""))
    inputs = tuple(_drawn(one, sizes, draw) for one in specifications)
    made = f"{node.name}()" if isinstance(node, ast.ClassDef) else node.name
    relative = path.relative_to(ROOT).as_posix()
    return Source(relative, node.name, pruned(text, node.name), inputs, made)


def _drawn(text: str, sizes: dict[str, int], low_high: Any) -> str:
    """An expression for an input of a specification."""
    dtype, bracket, rest = text.partition("[")
    known = {"n": 4, "m": 3, "k": 2, **sizes}
    names = [one.strip() for one in rest.rstrip("]").split(",") if one.strip()]
    shape = [int(one) if one.isdigit() else known.get(one, 3) for one in names]
    if dtype.startswith(("int", "uint")):
        low, high = low_high or (0, 3)
        return f"draw.integers({int(low)}, {int(high)}, {shape}).astype({dtype!r})"
    if dtype == "bool":
        return f"draw.integers(0, 2, {shape}).astype(bool)"
    low, high = low_high or (-1.5, 1.5)
    if not bracket:
        return f"float(draw.uniform({low}, {high}))"
    # Cells of float32 would say nothing of slopes.
    return f"draw.uniform({low}, {high}, {shape})"


def drawn(source: random.Random) -> Mutant:
    """A source with one to three changes, that parses where that can be had."""
    chosen = source.choice(sources())
    words: list[str] = []
    text = chosen.text
    for _ in range(TRIES):
        words, text = [], chosen.text
        for _ in range(source.choice((1, 1, 1, 2, 2, 3))):
            text, told = mutated(text, chosen.name, source)
            words.append(told)
        if text != chosen.text and _parses(text):
            break
    return Mutant(chosen, text, "; ".join(words))


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<mutant>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def program(mutant: Mutant) -> str:
    """The module, with what the judge asks for under it."""
    lines = "".join(f"        {one},\n" for one in mutant.source.inputs)
    return f"""{mutant.text.rstrip()}


def inputs():
    draw = __import__("numpy").random.default_rng(0)
    return (
{lines}    )


function = {mutant.source.made}
"""


def judged(mutant: Mutant, folder: Path) -> Verdict:
    """What becomes of a mutant.

    A ``bprop`` of its own is right whatever it says, and in a number that is so large
    that a step is lost in it there are no differences.
    """
    text = program(mutant)
    smooth = "def bprop" not in text and "1e300" not in text
    return judging.judged(text, folder, smooth=smooth, whole=False)


def title(mutant: Mutant) -> str:
    """What was changed where."""
    return f"{mutant.source.path}::{mutant.source.name}: {mutant.words}"


def reproducer(mutant: Mutant) -> str:
    """The module, with two calls under it."""
    return program(mutant) + judging.SHOWN


MUTANTS = Family(
    "mutants", "sources with something changed", drawn, judged, title, reproducer
)
