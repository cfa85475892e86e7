"""Time srcad's modules against careful NumPy, in one process, in turn.

    python tools/bench.py
    python tools/bench.py lstm mixture --sizes small --seconds 2
    python tools/bench.py euler --text

A workload is a function, its gradient as a careful person writes it, and inputs of a
small and a large size (``tools/benchmarks``). Value and gradient are computed by hand,
by the two halves of srcad's module, by ``srcad.value_and_grad``, and, where Numba is
installed, by the compiled core beside the halves; each is called in turn with the
others until the time is over. Printed are medians, and ratios to what is written by
hand: below 1 is faster. A core that gives up, or that there is none of, has no ratio.
"""

import argparse
import inspect
import json
import math
import os
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

TOOLS = Path(__file__).resolve().parent
sys.path[:0] = [str(TOOLS.parent), str(TOOLS)]

import numpy as np  # noqa: E402
from benchmarks import images, networks, numerics, sequences  # noqa: E402, F401
from benchmarks.workload import WORKLOADS, Workload  # noqa: E402

import srcad  # noqa: E402
from srcad.compiler.reading.engines import NUMBA, NUMPY  # noqa: E402
from srcad.gradient.call import PrimalCall  # noqa: E402
from srcad.gradient.pullback import Pullback  # noqa: E402

WAYS = ("by hand", "module", "srcad", *(("numba",) if find_spec("numba") else ()))


def ways(workload: Workload, args: tuple[Any, ...]) -> dict[str, Callable[[], Any]]:
    """What is timed, by its name; what they give is compared first."""
    pullback = _pullback(workload, args)
    module = pullback.module.module
    arrays = [pullback.call.arrays[name] for name in pullback.module.inputs]
    whole = srcad.value_and_grad(workload.function, workload.wrt)

    def halves() -> Any:
        out, residuals = module.forward(*arrays)
        return out, module.backward(residuals, 1.0)

    found = {
        "by hand": lambda: workload.by_hand(*args),
        "module": halves,
        "srcad": lambda: whole(*args),
    }
    compiled = _compiled(workload, args, arrays)
    if compiled is not None:
        found["numba"] = compiled
    value, gradients = found["by hand"]()
    for name in [one for one in found if one != "by hand"]:
        out, other = found[name]()
        other = other if isinstance(other, tuple) else (other,)
        np.testing.assert_allclose(out, value, rtol=1e-9)
        for one, two in zip(other, gradients, strict=True):
            np.testing.assert_allclose(one, two, rtol=1e-6, atol=1e-9)
    return found


def _pullback(
    workload: Workload, args: tuple[Any, ...], engine: str = NUMPY
) -> Pullback:
    call = PrimalCall.of(workload.function, args, {})
    wanted = [list(call.named)[place] for place in workload.wrt]
    return Pullback(call, wanted, None, engine=engine)


def _compiled(
    workload: Workload, args: tuple[Any, ...], arrays: list[Any]
) -> Callable[[], Any] | None:
    """Both halves at once by Numba; None where it does not compute them."""
    if "numba" not in WAYS:
        return None
    module = _pullback(workload, args, NUMBA).module.module
    compiled = getattr(module, "compiled", None)
    if compiled is None or compiled(*arrays) is None:
        return None
    return lambda: compiled(*arrays)


def timed(found: dict[str, Callable[[], Any]], seconds: float) -> dict[str, float]:
    """The median time of a call of each, in seconds."""
    repeats = {}
    for name, function in found.items():
        start = time.perf_counter()
        function()
        repeats[name] = max(1, int(0.002 / (time.perf_counter() - start + 1e-9)))
    times: dict[str, list[float]] = {name: [] for name in found}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times["by hand"]) < 5:
        for name, function in found.items():
            start = time.perf_counter()
            for _ in range(repeats[name]):
                function()
            times[name].append((time.perf_counter() - start) / repeats[name])
    return {name: float(np.median(each)) for name, each in times.items()}


def _ratio(row: dict[str, Any], name: str) -> str:
    return f"{row[name] / row['by hand']:5.2f}" if name in row else "    -"


def main() -> None:
    """Read the options, time, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="workloads; all of them without")
    parser.add_argument("--sizes", default="small,large")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each row")
    parser.add_argument("--json", type=Path, help="write the figures to a file as well")
    parser.add_argument("--text", action="store_true", help="print the modules instead")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for workload in WORKLOADS:
        if options.names and workload.name not in options.names:
            continue
        for size, draw in workload.sizes.items():
            if size not in options.sizes.split(","):
                continue
            args = draw(np.random.default_rng(0))
            if options.text:
                module = _pullback(workload, args).module.module
                print(inspect.getsource(module))
                break
            row = timed(ways(workload, args), options.seconds)
            rows.append({"workload": workload.name, "size": size, **row})
            shown = "  ".join(_ratio(row, name) for name in WAYS[1:])
            base = row["by hand"] * 1e6
            print(f"{workload.name:22}{size:7}{base:12.1f} us  {shown}", flush=True)
    if rows:
        means = {
            n: math.exp(
                np.mean([math.log(r[n] / r["by hand"]) for r in rows if n in r])
            )
            for n in WAYS[1:]
            if any(n in r for r in rows)
        }
        told = "  ".join(f"{mean:5.2f}" for mean in means.values())
        print(f"{'geometric mean':44}  {told}")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
