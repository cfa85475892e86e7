"""Every seed program prints, under ``srcad run``, what MindSpore printed.

The programs lie beside the checkout, in ``../shared/seed_programs``, or in the folder
that SRCAD_SEED_PROGRAMS names: ``NAME.py``, and ``NAME.out`` with what it must print.
Numbers may differ in float32's last bits, and then in how wide they are printed;
everything else is compared exactly.
"""

import math
import os
import re
import warnings
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(
    os.environ.get("SRCAD_SEED_PROGRAMS", ROOT.parent / "shared" / "seed_programs")
)
PROGRAMS = sorted(FOLDER.glob("*.py"))
TOLERANCE = 1e-5

if not PROGRAMS:
    warnings.warn(
        f"the seed programs are not tested: there are none in {FOLDER}; "
        "SRCAD_SEED_PROGRAMS can name another folder",
        stacklevel=1,
    )

NUMBER = re.compile(
    r"""(?<![\w.])             # not the 2 of conv2d
        [+-]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?
        (?![\w.])""",
    re.VERBOSE,
)


@pytest.mark.skipif(not PROGRAMS, reason=f"no seed programs in {FOLDER}")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_prints_what_mindspore_prints(program: Path, tmp_path: Path):
    environment = os.environ | {"SRCAD_CACHE_DIR": str(tmp_path / "cache")}
    result = processes.run(["run", str(program)], tmp_path, environment)
    assert result.stderr == ""
    assert result.returncode == 0
    difference = first_difference(
        result.stdout, program.with_suffix(".out").read_text()
    )
    assert difference is None, f"{difference}\n\n{result.stdout}"


def first_difference(actual: str, expected: str) -> str | None:
    """Return what differs first between two outputs, line by line; None if nothing."""
    left, right = actual.splitlines(), expected.splitlines()
    for row, (line, wanted) in enumerate(zip(left, right, strict=False), 1):
        if shape(line) != shape(wanted):
            return f"line {row}: {line!r} has not the form of {wanted!r}"
        for number, value in zip(numbers(line), numbers(wanted), strict=True):
            if not close(number, value):
                return f"line {row}: {number} in {line!r}, {value} in {wanted!r}"
    if len(left) != len(right):
        return f"{len(left)} lines instead of {len(right)}"
    return None


def shape(line: str) -> str:
    """Return a line with each number replaced by its kind, and one space for several.

    NumPy prints the numbers of an array equally wide, so the last bit of one moves the
    others. The space at a line's beginning, which shows the nesting, stays.
    """
    body = line.lstrip(" ")
    indent = line[: len(line) - len(body)]
    body = NUMBER.sub(lambda match: "1" if is_whole(match[0]) else "1.0", body)
    body = re.sub(r" +", " ", body)
    return indent + body.replace("[ 1", "[1").replace("1.0 ]", "1.0]")


def is_whole(number: str) -> bool:
    return re.fullmatch(r"[+-]?\d+", number) is not None


def numbers(line: str) -> list[str]:
    return NUMBER.findall(line)


def close(number: str, wanted: str) -> bool:
    if is_whole(wanted):
        return int(number) == int(wanted)
    return math.isclose(
        float(number), float(wanted), rel_tol=TOLERANCE, abs_tol=TOLERANCE / 100
    )


# ------------------------------------------------------------- the comparison itself


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ("[0.9830597  0.52496815]\n", "[0.98306    0.5249677 ]\n"),
        ("x: [ 0.1 -1.]", "x: [0.1 -1.]"),
        ("value= [ 1.49000000e+00]", "value= [ 1.4900001e+00]"),
        ("value= 2)", "value= 2)"),
    ],
)
def test_outputs_that_count_as_equal(actual: str, expected: str):
    assert first_difference(actual, expected) is None


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ("[1.]", "[1]"),
        ("[1.]", "[1.]\n[2.]"),
        ("[1.001]", "[1.]"),
        ("[1 2]", "[1 3]"),
        ("shape=[2], dtype=Float32", "shape=[3], dtype=Float32"),
        ("shape=[2], dtype=Float32", "shape=[2], dtype=Float64"),
        ("(1.0,)", "1.0"),
        ("[1.]", "[[1.]]"),
        ("w:", "w"),
        (" [1.]", "[1.]"),
        ("-0.5", "0.5"),
        ("1e-05", "0.0"),
        ("True", "False"),
    ],
)
def test_outputs_that_differ(actual: str, expected: str):
    assert first_difference(actual, expected) is not None
