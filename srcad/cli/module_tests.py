"""The test that ``srcad generate --with-test`` writes beside a module.

It needs NumPy alone, and is the same text for every module, with what is known
of the target at its top.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from srcad.cli.configuration import Target
from srcad.cli.output import CommandError
from srcad.cli.workspace import Outcome

if TYPE_CHECKING:
    from srcad.compiler.request import Request

_DOUBLE, _SINGLE = 1e-6, 1e-3


def test_path(module: Path) -> Path:
    """Where the test of a module lies: ``test_mlp_backward.py`` beside
    ``mlp_backward.py``."""
    return module.with_name(f"test_{module.name}")


def test_text(outcome: Outcome, module: Path) -> str:
    """Return the test of a module that was built.

    Raises CommandError where the module is given live objects, or needs Numba.
    """
    # Late: help does without NumPy and black.
    from codegen.formatting import format_module

    target, built, prepared = outcome.target, outcome.built, outcome.prepared
    assert built is not None
    assert prepared is not None
    if built.manifest["live"]:
        message = f"{target.name} is given objects of Python: no test can make them"
        raise CommandError(f"{message}; `srcad gradcheck` checks it")
    inputs = [name for name, _ in prepared.request.inputs]
    wrt = [name for name in built.manifest["wrt"] if name in inputs]
    single = any(word in built.text for word in ("float32", "float16"))
    known = {
        # The first: what follows are words of the user's.
        "MODULE": module.stem,
        "SIZES = {}": f"SIZES = {_sizes(prepared.request, target)!r}",
        "RANGES = {}": f"RANGES = {dict(target.ranges)!r}",
        "WRT = []": f"WRT = {wrt!r}",
        "SURROGATE = False": f"SURROGATE = {target.surrogate!r}",
        "TOLERANCE = 1e-6": f"TOLERANCE = {_SINGLE if single else _DOUBLE!r}",
    }
    text = (Path(__file__).parent / "module_test.txt").read_text(encoding="utf-8")
    for word, value in known.items():
        text = text.replace(word, value)
    return format_module(text)


def _sizes(request: Request, target: Target) -> dict[str, int]:
    """Return a number for each word that is a size in ``SIGNATURE``, sums as well."""
    from srcad.compiler.reading.sizes import size_at
    from srcad.gradcheck.kept import usual_sizes

    sizes = usual_sizes(request, target.sizes)
    dims = [dim for _, aval in request.inputs for dim in aval.shape]
    sums = {str(dim): size_at(dim, sizes) for dim in dims if not isinstance(dim, int)}
    return {**sizes, **{word: n for word, n in sums.items() if n is not None}}
