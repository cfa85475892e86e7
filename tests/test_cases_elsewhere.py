"""The modules of every program of ``cases/``, on the oldest Python and NumPy.

In float64 they give what they give here. In float32 they give the same numbers: a
float32 number that meets a Python number is a float64 in NumPy 1, by its own rules.
"""

import re
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.elsewhere import differences, python_of, ran_on, run
from tests.srcad.compiler.cases.case import every_case
from tests.srcad.compiler.derivatives import (
    SIZES,
    draw,
    generate,
    in_dtype,
    size_names,
)

DRAWS = 2


def written(folder: Path, dtype: str) -> tuple[dict[str, np.ndarray], list[str]]:
    """Write a module for each program that is a function of its inputs alone, and
    return arguments for each, and the programs that have no gradient in ``dtype``."""
    arrays, refused = {}, []
    for case in every_case():
        wrt = {"wrt": case.options["wrt"]} if "wrt" in case.options else {}
        try:
            made = generate(case.program, in_dtype(case.inputs, dtype), **wrt)
        except CompileError:
            refused.append(case.name)
            continue
        alone = not (made.live or made.captured or "params" in made.space["SIGNATURE"])
        # Some import what they splice or call: functions of the user's, or of srcad.
        head = made.text.partition("SIGNATURE")[0]
        if not alone or re.search(
            r"^(from|import) (tests|srcad)\b", head, re.MULTILINE
        ):
            continue
        (folder / f"{case.name}.py").write_text(made.text)
        names = size_names(made.inputs)
        sizes = dict(zip(names, SIZES, strict=False)) | dict(
            case.options.get("sizes", {})
        )
        random = np.random.default_rng(zlib.crc32(case.name.encode()))
        for number in range(DRAWS):
            drawn = draw(made.inputs, sizes, random, case.options.get("values", {}))
            for name, array in drawn.items():
                key = f"{case.name}/{number}/inputs/{name}"
                arrays[key] = np.asarray(array)
    return arrays, refused


@pytest.mark.pythons
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_they_give_the_same_elsewhere(dtype: str, tmp_path: Path) -> None:
    python = python_of("3.9", "oldest")
    arrays, refused = written(tmp_path, dtype)
    # Programs that name a dtype do not fit another one.
    assert len(refused) <= (0 if dtype == "float64" else 50)
    assert len(list(tmp_path.glob("*.py"))) > 700
    inputs = tmp_path / "inputs.npz"
    np.savez(inputs, **arrays)
    here = run(sys.executable, tmp_path, inputs, tmp_path / "here.npz")
    there = run(python, tmp_path, inputs, tmp_path / "there.npz")
    ran_on(there, "3.9", "oldest")
    assert not [key for key in here if key.endswith("/raises")]
    assert differences(here, there, dtypes=dtype == "float64") == []
