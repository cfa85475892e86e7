"""What a module gives and costs, found in a process of its own.

A golden may come from a pull request of somebody else, and is about to be executed. So
it runs where it can change nothing that the other module is judged by: it is told what
to draw, and all that comes back is arrays and counts, read as data.

The process reads a task as JSON from stdin: ``text``, ``path`` (of imports), ``folder``
(for results), ``points`` and ``samples``. A point is a list of arguments to draw
(``drawing``); its results go into ``N.npz``. A sample is the same, to count at.
"""

import contextlib
import inspect
import io
import json
import os
import signal
import sys
import time
import types
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from srcad.review.counting import (
    CountingNumpy,
    Counts,
    instrumented,
    kept,
    lent,
)
from srcad.review.drawing import ATTEMPTS, cotangent, drawn

# Seconds after which no further sample is counted.
COUNTING = 3.0
# Seconds that one point may take.
PATIENCE = 1.0


def main() -> None:
    """Do the task on stdin, and write what was found."""
    task = json.load(sys.stdin)
    sys.path[:] = task["path"]
    sys.stdin = io.StringIO()
    quiet = open(os.devnull, "w")  # noqa: SIM115 - until the process ends
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(quiet), np.errstate(all="ignore"):
        answer: dict[str, Any] = {"points": _points(task)}
        if answer["points"] is not None:
            answer["samples"] = _samples(task, _floats(answer["points"]))
    with open(os.path.join(task["folder"], "answer.json"), "w") as file:
        json.dump(answer, file)


# ------------------------------------------------------------------------------ points


def _points(task: Mapping[str, Any]) -> list[dict[str, Any]]:
    try:
        module = _executed(compile(task["text"], "<module>", "exec"), {})
    except Exception as error:
        return [{"error": _said(error)} for _ in task["points"]]
    found: list[dict[str, Any]] = []
    for number, point in enumerate(task["points"]):
        said, arrays = _point(module, point, task["seed"], _floats(found))
        found.append(said)
        np.savez(os.path.join(task["folder"], f"{number}.npz"), **arrays)
    return found


def _floats(found: list[dict[str, Any]]) -> Any:
    """How floating inputs were drawn where that was found to be fine."""
    return next((one["attempt"][0] for one in found if "error" not in one), None)


def _point(
    module: Mapping[str, Any], point: Mapping[str, Any], seed: int, floats: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a module gives; the attempt is the first whose values are finite."""
    attempts = _attempts(point)
    if point.get("attempt"):
        attempts = [point["attempt"]]
    attempts.sort(key=lambda attempt: attempt[0] != floats)
    fallback: tuple[dict[str, Any], dict[str, Any]] | None = None
    for attempt in attempts:
        try:
            given = drawn(point["arguments"], attempt, seed)
            with _at_most(PATIENCE):
                arrays = _values(module, given, seed)
        except Exception as error:
            said: dict[str, Any] = {"error": _said(error), "attempt": attempt}
            fallback = fallback or (said, {})
            continue
        said = {"attempt": attempt, "names": list(arrays)}
        stored = {f"a{k}": value for k, value in enumerate(arrays.values())}
        if all(np.isfinite(one).all() for one in arrays.values()):
            return said, stored
        if fallback is None or "error" in fallback[0]:
            fallback = said, stored
    assert fallback is not None
    return fallback


def _attempts(point: Mapping[str, Any]) -> list[Any]:
    return [[floats, limit] for limit in point["integers"] for floats in ATTEMPTS]


def _values(
    module: Mapping[str, Any], given: Mapping[str, Mapping[str, Any]], seed: int
) -> dict[str, Any]:
    """The primal and the cotangents, by name; numbers alone."""
    out, residuals, *_ = _forward(module, given)
    random = np.random.default_rng([seed, 1])
    named = dict(_named("out", out))
    found = {name: np.array(leaf) for name, leaf in named.items()}
    dout = _mapped(out, lambda leaf: cotangent(leaf, random))
    gradients: Any = module["backward"](residuals, dout)
    parameters: Mapping[str, Any] = {}
    match gradients:
        case (tuple() as inputs, dict() as parameters):
            gradients = inputs
    for number, gradient in enumerate(gradients):
        found |= dict(_named(f"#{number}", gradient))
    for name, gradient in parameters.items():
        found |= dict(_named(name, gradient))
    return {name: np.asarray(leaf) for name, leaf in found.items() if _is_number(leaf)}


def _forward(
    module: Mapping[str, Any], given: Mapping[str, Mapping[str, Any]]
) -> tuple[Any, ...]:
    forward = module["forward"]
    arguments = list(given.get("inputs", {}).values())
    for name in list(inspect.signature(forward).parameters)[len(arguments) :]:
        match name.rstrip("_"):
            case "params" | "captured" as group:
                arguments.append(dict(given.get(group, {})))
            case "rng":
                arguments.append(np.random.default_rng(0))
            case _:
                raise TypeError(f"it is handed an object of Python, `{name}`")
    result: tuple[Any, ...] = forward(*arguments)
    return result


# ----------------------------------------------------------------------------- samples


def _samples(task: Mapping[str, Any], floats: Any) -> list[Any]:
    """The counts at each sample; None where the module raises there."""
    code = compile(instrumented(task["text"]), "<module>", "exec")
    started = time.monotonic()
    found: list[Any] = []
    for sample in task["samples"]:
        left = COUNTING - (time.monotonic() - started)
        if left <= 0:
            break
        attempt = [floats, sample["integers"][-1]]
        try:
            with _at_most(left):
                counted = _counted(code, sample, attempt, task["seed"] + 1 + len(found))
        except Exception:
            counted = None
        found.append(counted)
    return found


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in what takes longer; a loop may not end for random inputs."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise TimeoutError(f"it runs for more than {seconds:.0f} s")

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _counted(
    code: Any, sample: Mapping[str, Any], attempt: Any, seed: int
) -> dict[str, Any]:
    counts = Counts()
    module = _executed(code, {"counts_": counts})
    module["np"] = CountingNumpy(counts)
    given = drawn(sample["arguments"], attempt, seed)
    given = {
        group: {name: counts.result(value) for name, value in items.items()}
        for group, items in given.items()
    }
    counts.made.clear()
    out, residuals, *updates = _forward(module, given)
    random = np.random.default_rng([seed, 1])
    made = counts.made.copy()
    dout = _mapped(out, lambda leaf: counts.result(cotangent(leaf, random)))
    counts.made = made
    gradients = module["backward"](residuals, dout)
    inputs = [tuple(items.values()) for items in given.values()]
    held = kept(residuals, inputs)
    returned = kept([out, updates, gradients], [*inputs, residuals, dout])
    # What is returned was made somewhere, but is there once.
    passing = Counter({**counts.made})
    passing.subtract(held)
    passing[()] -= sum(returned.values())
    return {
        "trips": _listed(counts.trips),
        "operations": _listed(counts.operations),
        "residuals": _listed(held),
        "temporaries": _listed(passing),
        # Of the caller's, but kept as if it had been made in a loop.
        "lent": _listed(Counter({(): lent(residuals, inputs)})),
    }


def _listed(counted: Mapping[tuple[int, ...], int]) -> list[Any]:
    return [[list(where), int(count)] for where, count in sorted(counted.items())]


# ------------------------------------------------------------------------------- trees


def _named(name: str, tree: Any) -> list[tuple[str, Any]]:
    if isinstance(tree, dict):
        return [p for key, one in tree.items() for p in _named(f"{name}[{key!r}]", one)]
    if isinstance(tree, tuple | list):
        return [p for k, one in enumerate(tree) for p in _named(f"{name}[{k}]", one)]
    return [] if tree is None else [(name, tree)]


def _mapped(tree: Any, function: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _mapped(one, function) for key, one in tree.items()}
    if isinstance(tree, tuple | list):
        return type(tree)(_mapped(one, function) for one in tree)
    return None if tree is None else function(tree)


def _is_number(leaf: Any) -> bool:
    return np.asarray(leaf).dtype.kind in "biufc"


def _executed(code: Any, names: dict[str, Any]) -> dict[str, Any]:
    module = types.ModuleType("srcad_reviewed")
    module.__dict__.update(names)
    # A class looks for its own module.
    sys.modules["srcad_reviewed"] = module
    exec(code, module.__dict__)
    return module.__dict__


def _said(error: BaseException) -> str:
    first = f"{type(error).__name__}: {error}".splitlines()[0]
    return first[:200]


if __name__ == "__main__":
    main()
