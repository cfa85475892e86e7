"""Lists of which black sees one name are written as black writes them in full."""

import random

import pytest

from codegen import formatting
from codegen.formatting import format_module
from codegen.long_lists import LongLists
from tests.sampling import sampled

WORDS = ["x", "dx_1", "layer_weight", "out_0", "d_moving_variance_of_it"]


def names(rng, count):
    tails = ["", "", "", ".shape", '["fc.weight"]', ".shape[0]", " + 1", "[1:, None]"]
    mixed = rng.random() < 0.3
    words = [f"{rng.choice(WORDS)}_{rng.randrange(99)}" for _ in range(count)]
    return [word + (rng.choice(tails) if mixed else "") for word in words]


def targets(rng, count):
    return ", ".join(f"{rng.choice(WORDS)}_{k}" for k in range(count))


def gradients(rng, count):
    long = rng.choice(["", "", "of_a_very_long_name_" * 3])
    return ", ".join(
        f'"layers.{k}.{long}{rng.choice(WORDS)}": d{long}_{k}' for k in range(count)
    )


def numbered(rng, count):
    """Entries of a dict for parameters of layers, and those of single ones."""
    entries = []
    for k in range(count):
        word = "of_a_long_name_" * rng.randrange(7) + f"{rng.choice(WORDS)}_{k}"
        many = rng.choice(
            [
                f"d for i, d in enumerate(d{word}[::-1])",
                f"d for i, d in zip(range({rng.choice([9, 100])}, 2, -1), d{word})",
                f"(float32, ({rng.choice(['4,', '32, 8'])})) for i in range(24)",
            ]
        )
        entry = f'**{{f"blocks.{{i}}.{word}": {many}}}'
        entries.append(rng.choice([entry, entry, f'"{word}": d{word}']))
    return ", ".join(entries)


def numbers(rng, count):
    drawn = [rng.choice([rng.gauss(0, 1e-9), rng.random(), k]) for k in range(count)]
    return ", ".join(map(repr, drawn))


def statement(rng):
    count = rng.choice([1, 2, 3, 5, 6, 7, 9, 12, 20, 40])
    listed = ", ".join(names(rng, count))
    other = ", ".join(names(rng, rng.choice([1, 2, 8])))
    head = targets(rng, count)
    return rng.choice(
        [
            f"{head}, = residuals",
            f"{head} = backward_of_it(residuals, {other})",
            f"{head} = {listed}",
            f"({head}), kept = forward_of_it({other})",
            f"return ({listed})",
            f"return {listed}, last",
            f"return out, ({listed}, end.shape)",
            f"return ({other}, first), ({listed}, end)",
            f"kept.append(({listed}, end))",
            f"total = first + function({listed}, axis=(0, 1)) * second",
            f"found = [{listed}][place] @ function({other})",
            f"del {head}, last",
            f"for {head}, last in zip({other}, strict=True):\n        pass",
            f"if first in ({listed}, end):\n        pass",
            f"x = [one for one in ({listed}, end) if one is not None]",
            f"# {listed}",
            f"x = lambda {head}, last: first",
            f"return (dx,), {{{gradients(rng, count)}, **rest}}",
            f"return {{{gradients(rng, count)}}}",
            f"return (dx,), {{{numbered(rng, count)}}}",
            f'x = {{"params": {{{numbered(rng, count)}}}, "out": first}}',
            f"for {head}, last in zip({listed}, last):\n        pass",
            f"for number in ({numbers(rng, count)}):\n        pass",
            f"x = f(x, [{numbers(rng, count)}, -1.5], {other})",
        ]
    )


def table(rng, number):
    sizes = ["4,", "", '"x0", 3', "10, 4, 3, 3"]
    entries = [
        f'"layers.{k}.weight": ({rng.choice(["float32", "int"])}, ({rng.choice(sizes)}))'
        for k in range(rng.choice([1, 3, 5, 12, 60]))
    ]
    inner = f"{{{', '.join(entries)}}}"
    return (
        f'TABLE_{number} = {{\n    "params": {inner},\n    "out": (float64, ()),\n}}\n'
    )


def module(seed):
    rng = random.Random(seed)
    lines = []
    for number in range(10):
        lines.append(f"def f_{number}({targets(rng, rng.choice([1, 3, 6, 20]))}):")
        for _ in range(3):
            depth = "    "
            if rng.random() < 0.2:
                lines.append("    if condition:")
                depth = "        "
            lines.append(depth + statement(rng).replace("\n", "\n" + depth[4:]))
            if lines[-1].lstrip().startswith("#"):
                lines.append(depth + "pass")
        lines += ["", ""]
        lines.append(table(rng, number))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", sampled(range(40), 20))
def test_modules_are_as_black_writes_them(seed, monkeypatch):
    text = module(seed)
    found = format_module(text)
    monkeypatch.setattr(LongLists, "shortened", lambda self, line, width: line)
    assert found == format_module(text)


def test_black_sees_few_names(monkeypatch):
    """Of forty residuals four, of which one stands for most."""
    seen = []
    black = formatting._black

    def noted(text):
        seen.append(text)
        return black(text)

    monkeypatch.setattr(formatting, "_black", noted)
    words = [f"residual_{k}" for k in range(40)]
    text = f"def f(residuals):\n    return first, ({', '.join(words)})\n"
    lines = format_module(text).splitlines()
    assert [line.strip().rstrip(",") for line in lines[2:-1]] == words
    assert seen[0].count(",") == 4
