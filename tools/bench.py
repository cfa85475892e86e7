"""Time srcad's modules against careful NumPy, in one process, in turn.

    python tools/bench.py
    python tools/bench.py lstm mixture --sizes small --seconds 2
    python tools/bench.py euler --text
    python tools/bench.py --profile transformer_block

A workload is a function, its gradient as a careful person writes it, and inputs of a
small and a large size (``tools/benchmarks``). Value and gradient are computed by hand,
by the two halves of srcad's module, by ``srcad.value_and_grad``, and, where Numba is
installed, by the compiled core beside the halves; each is called in turn with the
others until the time is over. Printed are medians, and ratios to what is written by
hand: below 1 is faster. A core that gives up, or that there is none of, has no ratio.
The last column is the memory that the two halves take at most, as a ratio to what is
written by hand as well; the time that the system takes to hand out pages of it is not
counted. ``--profile`` shows where in both the time goes, and where the
memory is at its peak.
"""

import argparse
import ctypes
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
from benchmarks.peaks import peak  # noqa: E402
from benchmarks.profiling import profiled, rows  # noqa: E402
from benchmarks.workload import WORKLOADS, Workload  # noqa: E402

import srcad  # noqa: E402
from srcad.compiler.reading.engines import NUMBA, NUMPY  # noqa: E402
from srcad.gradient.call import PrimalCall  # noqa: E402
from srcad.gradient.pullback import Pullback  # noqa: E402

WAYS = ("by hand", "module", "srcad", *(("numba",) if find_spec("numba") else ()))

# Of glibc's malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3


def _keep_memory() -> None:
    """Let the C library keep what is freed, where it can be told so.

    It gives memory back to the system, and pays by the page to get it again. Whether it
    does depends on what was called before: for it ``srcad`` took 1.45 of NumPy by hand,
    and ``module`` 1.03 with the same text. How much is taken has a column of its own.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for parameter, value in (
            (_TRIM_THRESHOLD, 1 << 30),
            (_MMAP_THRESHOLD, 1 << 25),
        ):
            mallopt(parameter, value)


def ways(workload: Workload, args: tuple[Any, ...]) -> dict[str, Callable[[], Any]]:
    """What is timed, by its name; what they give is compared first."""
    module, arrays = _module(workload, args)
    forward, backward = module.forward, module.backward
    whole = srcad.value_and_grad(workload.function, workload.wrt)

    def halves() -> Any:
        # What else is called counts in a formula of numbers.
        out, residuals = forward(*arrays)
        return out, backward(residuals, 1.0)

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


def _module(workload: Workload, args: tuple[Any, ...]) -> tuple[Any, list[Any]]:
    """The module of a workload, and what its forward half takes."""
    pullback = _pullback(workload, args)
    arrays = [pullback.call.arrays[name] for name in pullback.module.inputs]
    return pullback.module.module, arrays


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
    """The median time of a call of each, in seconds of the processor: what else runs
    on the machine counts little then."""
    repeats = {}
    for name, function in found.items():
        function()
        start = time.process_time()
        function()
        repeats[name] = max(1, int(0.002 / (time.process_time() - start + 1e-9)))
    times: dict[str, list[float]] = {name: [] for name in found}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times["by hand"]) < 5:
        for name, function in found.items():
            start = time.process_time()
            for _ in range(repeats[name]):
                function()
            times[name].append((time.process_time() - start) / repeats[name])
    return {name: float(np.median(each)) for name, each in times.items()}


def peaks(found: dict[str, Callable[[], Any]]) -> dict[str, int]:
    """The bytes that the two take at most whose memory is compared."""
    return {name: peak(found[name]) for name in ("by hand", "module")}


def profile(workload: Workload, seconds: float) -> None:
    """Print where the time and the memory go at the largest size."""
    *_, (size, draw) = workload.sizes.items()
    args = draw(np.random.default_rng(0))
    module, arrays = _module(workload, args)
    print(f"{workload.name} {size}, with marks between the statements")

    def by_hand(one: Callable[..., Any]) -> Any:
        return one(*args)

    def halves(forward: Callable[..., Any], backward: Callable[..., Any]) -> Any:
        out, residuals = forward(*arrays)
        return out, backward(residuals, 1.0)

    known: list[tuple[str, list[Any], Callable[..., Any]]] = [
        ("by hand", [workload.by_hand], by_hand),
        ("module", [module.forward, module.backward], halves),
    ]
    for name, functions, run in known:
        marked = profiled(functions, run, seconds)
        total = sum(marked.seconds) * 1e6
        print(f"{name}: {total:.1f} us, {max(marked.peaks) / 1e6:.2f} MB at most")
        for line in rows(marked):
            print(line)


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
    names = [one.name for one in WORKLOADS]
    parser.add_argument("--profile", choices=names, help="one, statement by statement")
    options = parser.parse_args()
    _keep_memory()
    if options.profile:
        profile(WORKLOADS[names.index(options.profile)], options.seconds)
        return
    table: list[dict[str, Any]] = []
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
            found = ways(workload, args)
            row = timed(found, options.seconds)
            memory = peaks(found)
            about = {"workload": workload.name, "size": size}
            table.append({**about, **row, "memory": memory})
            shown = "  ".join(_ratio(row, name) for name in WAYS[1:])
            base, more = row["by hand"] * 1e6, memory["module"] / memory["by hand"]
            begin = f"{workload.name:22}{size:7}{base:12.1f} us"
            print(f"{begin}  {shown}  {more:5.2f}", flush=True)
    if table:
        told = "  ".join(f"{one:5.2f}" for one in _means(table))
        print(f"{'geometric mean':44}  {told}")
    if options.json:
        options.json.write_text(json.dumps(table, indent=2) + "\n")


def _means(table: list[dict[str, Any]]) -> list[float]:
    """The geometric mean of each column of ratios; the memory's is the last one."""
    ratios: dict[str, list[float]] = {name: [] for name in (*WAYS[1:], "memory")}
    for row in table:
        for name in WAYS[1:]:
            if name in row:
                ratios[name].append(row[name] / row["by hand"])
        ratios["memory"].append(row["memory"]["module"] / row["memory"]["by hand"])
    return [math.exp(np.mean(np.log(some))) for some in ratios.values() if some]


if __name__ == "__main__":
    main()
