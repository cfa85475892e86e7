"""Time the compilation of programs whose size grows, starting, and calling.

    python tools/compile_bench.py
    python tools/compile_bench.py perceptron helper --stages
    python tools/compile_bench.py --only families --most 200

Families of programs are in ``tools/benchmarks/programs.py``. For each size are printed:
the CPU time of the first gradient, the lines of its module, and by how much the time
grows for each time that the size does, from the size before (1 is linear). Then the
time to import srcad, to take a module out of the store, and to call one, each beside
the least that it could be. All is CPU time: other programs do not count.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

TOOLS = Path(__file__).resolve().parent
sys.path[:0] = [str(TOOLS.parent), str(TOOLS)]

import numpy as np  # noqa: E402
from benchmarks import programs  # noqa: E402

from codegen.codes import compiled  # noqa: E402
from codegen.store import Store  # noqa: E402
from srcad import Tensor, nn, ops, value_and_grad  # noqa: E402
from srcad.build import Built, build  # noqa: E402
from srcad.gradient import call, modules  # noqa: E402
from srcad.gradient.call import PrimalCall  # noqa: E402
from srcad.gradient.pullback import Pullback  # noqa: E402

PARTS = ("families", "starting", "calls")


# ----------------------------------------------------------------------------- families


def first_gradient(function: Any, args: tuple[Any, ...]) -> tuple[float, Built]:
    """The CPU seconds of the first gradient, in an empty store, and what was built."""
    made: list[Built] = []

    def noted(*given: Any) -> Built:
        made.append(build(*given))
        return made[-1]

    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        gradient = programs.gradient_of(function)
        with (
            patch.object(call, "build", noted),
            patch.object(call, "default_store", lambda: store),
        ):
            # Programs of one size are of one code.
            modules.MODULES.clear()
            modules.FAST_PATHS.clear()
            compiled.cache_clear()
            start = time.process_time()
            gradient(*args)
            seconds = time.process_time() - start
    return seconds, made[-1]


def families(names: list[str], most: int, stages: bool) -> list[dict[str, Any]]:
    """Print and give a row for each size of each family."""
    first_gradient(*programs.straight_line(2))  # what is imported and read but once
    rows: list[dict[str, Any]] = []
    print(f"{'first gradient':24}{'size':>6}{'seconds':>10}{'lines':>8}{'growth':>8}")
    for family in programs.FAMILIES:
        if names and family.name not in names:
            continue
        last: dict[str, Any] | None = None
        for size in family.sizes:
            if size > most:
                break
            seconds, built = first_gradient(*family.make(size))
            lines = built.text.count("\n")
            row = {"family": family.name, "size": size, "seconds": seconds}
            row |= {"lines": lines, "stages": built.stages.seconds}
            growth = "" if last is None else f"{_growth(last, row):8.2f}"
            told = f"{family.name:24}{size:6}{seconds:10.3f}{lines:8}{growth}"
            print(told, flush=True)
            if stages:
                print(f"    {built.stages}")
            rows.append(row)
            last = row
    return rows


def _growth(first: dict[str, Any], second: dict[str, Any]) -> float:
    """The power of the size that the time grows with."""
    times = second["seconds"] / first["seconds"]
    return math.log(times) / math.log(second["size"] / first["size"])


# ----------------------------------------------------------------------------- starting

_MODEL = """\
import numpy as np


def f(x):
    return np.sum(np.sin(x) * x)
"""
_BEYOND_NUMPY = """\
import time, numpy
start = time.process_time()
{statement}
print(time.process_time() - start)
"""
_FROM_STORE = """\
import time
import numpy as np
import srcad
from model import f
x = np.linspace(0.1, 1.0, 7)
srcad.grad(lambda x: x * x)
start = time.process_time()
{statement}
print(time.process_time() - start)
"""


def starting() -> list[dict[str, Any]]:
    """Print and give the milliseconds of importing srcad, and of a stored module."""
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "PYTHONPATH": f"{TOOLS.parent}{os.pathsep}{folder}",
        }
        environment |= {
            "SRCAD_CACHE_DIR": f"{folder}/cache",
            "SRCAD_CACHE_KEY": "bench",
        }
        environment |= {"PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        Path(folder, "model.py").write_text(_MODEL)

        def timed(name: str, text: str) -> None:
            times = [_seconds(text, environment) for _ in range(7)]
            milliseconds = float(np.median(times[2:])) * 1000
            rows.append({"start": name, "milliseconds": milliseconds})
            print(f"{name:48}{milliseconds:8.1f} ms", flush=True)

        print()
        for names in ("", "grad", "grad, nn, ops, Tensor"):
            statement = f"from srcad import {names}" if names else "import srcad"
            timed(statement, _BEYOND_NUMPY.format(statement=statement))
        stored = "srcad.grad(f)(x)"
        timed("the first gradient, stored", _FROM_STORE.format(statement=stored))
        (text,) = Path(folder, "cache", "modules").glob("*.py")
        shutil.copy(text, Path(folder, "backward_of_f.py"))
        plain = "import backward_of_f as m; m.value_and_grad(x)"
        timed("the same text, imported", _FROM_STORE.format(statement=plain))
    return rows


def _seconds(text: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", text]
    given = subprocess.run(command, env=environment, check=True, capture_output=True)
    return float(given.stdout)


# -------------------------------------------------------------------------------- calls


class Five(nn.Cell):
    """Five dense layers: ten Parameters."""

    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(4, 4) for _ in range(5)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return ops.sum(x)


def calls() -> list[dict[str, Any]]:
    """Print and give the microseconds of calls: of the halves of a module, of its own
    ``value_and_grad``, of srcad's."""
    rows: list[dict[str, Any]] = []
    print(f"\n{'calls, microseconds':24}{'halves':>10}{'module':>10}{'srcad':>10}")
    one = programs.function_of("def f(x):\n    return np.sum(np.sin(x))\n")
    text = "def f(a, b, c, d):\n    return np.sum(a * b * c * d)\n"
    four = programs.function_of(text)
    x = np.linspace(0.1, 1.0, 7)
    net = Five()
    weights = tuple(net.trainable_params())
    tensor = Tensor(np.ones((3, 4), np.float32))
    for name, function, args, given in (
        ("one array", one, (x,), None),
        ("four arrays", four, (x,) * 4, None),
        ("a Cell, ten Parameters", net, (tensor,), weights),
    ):
        places = tuple(range(len(args)))
        whole = value_and_grad(function, places, given)
        whole(*args)
        primal = PrimalCall.of(function, args, {})
        pullback = Pullback(primal, list(primal.named), given)
        module = pullback.module.module
        values = list(primal.arrays.values())
        if given:
            values.append({n: p.asnumpy() for n, p in net.parameters_and_names()})
        row = _interleaved(module, values, partial(whole, *args))
        rows.append({"call": name, **row})
        told = "".join(f"{each:10.1f}" for each in row.values())
        print(f"{name:24}{told}", flush=True)
    return rows


def _interleaved(
    module: Any, values: list[Any], whole: Callable[[], Any]
) -> dict[str, float]:
    """The medians of microseconds of a call, each way in turn with the others."""

    def halves() -> Any:
        out, residuals = module.forward(*values)
        return module.backward(residuals, np.ones_like(out)[()])

    ways = {
        "halves": halves,
        "module": lambda: module.value_and_grad(*values),
        "srcad": whole,
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(15):
        for name, way in ways.items():
            start = time.process_time()
            for _ in range(500):
                way()
            times[name].append((time.process_time() - start) / 500 * 1e6)
    return {name: float(np.median(each)) for name, each in times.items()}


def main() -> None:
    """Read the options, time, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="families; all of them without")
    parser.add_argument("--only", default=",".join(PARTS), help=", ".join(PARTS))
    parser.add_argument("--most", type=int, default=10**9, help="the largest size")
    parser.add_argument("--stages", action="store_true", help="the time of each stage")
    parser.add_argument("--json", type=Path, help="write the figures to a file as well")
    options = parser.parse_args()
    parts = options.only.split(",") if not options.names else ["families"]
    found: dict[str, Any] = {}
    if "families" in parts:
        found["families"] = families(options.names, options.most, options.stages)
    if "starting" in parts:
        found["starting"] = starting()
    if "calls" in parts:
        found["calls"] = calls()
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
