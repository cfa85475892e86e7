"""The seed document's first program prints the seed document's numbers."""

import re
from pathlib import Path
from types import ModuleType

import numpy as np

import srcad

EXPECTED = """\
(Tensor(shape=[2, 3], dtype=Float32, value=
[[ 1.50000000e+00,  1.60000002e+00,  1.39999998e+00],
 [ 2.20000005e+00,  2.29999995e+00,  2.09999990e+00]]), \
Tensor(shape=[3, 3], dtype=Float32, value=
[[ 1.00999999e+00,  1.29999995e+00,  2.09999990e+00],
 [ 1.10000002e+00,  1.20000005e+00,  2.29999995e+00],
 [ 3.09999990e+00,  2.20000005e+00,  4.30000019e+00]]))
"""

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"\d\.\d{8}e[+-]\d\d")


def test_it_prints_what_the_seed_prints(run) -> None:
    result = run("examples/matmul_bprop/run.py")
    assert result.returncode == 0, result.stderr
    assert NUMBER.sub("#", result.stdout) == NUMBER.sub("#", EXPECTED)
    found, expected = (
        [float(number) for number in NUMBER.findall(text)]
        for text in (result.stdout, EXPECTED)
    )
    # The last bit of a float32 may be printed either way.
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_the_forward_half_is_the_product(model: ModuleType) -> None:
    x = np.array([[0.5, 0.6, 0.4], [1.2, 1.3, 1.1]], np.float32)
    y = np.array([[0.01, 0.3], [0.1, 0.2], [2.1, 1.2]], np.float32)
    out = model.Net()(srcad.Tensor(x), srcad.Tensor(y))
    np.testing.assert_allclose(out.asnumpy(), x @ y, rtol=1e-6)


def test_the_golden_file_holds_the_bprop_byte_for_byte() -> None:
    lines = (ROOT / "examples/matmul_bprop/model.py").read_bytes().split(b"\n")
    first = next(i for i, line in enumerate(lines) if b"def bprop" in line)
    last = next(i for i, line in enumerate(lines) if b"return dx, dy" in line)
    written = b"\n".join(lines[first : last + 1])
    # What a formatter would not have left as it is.
    assert b"dx   = x + 1      #" in written
    assert b"\n\n\n" in written
    assert b"'''Not" in written
    golden = (ROOT / "golden/matmul_bprop.py").read_bytes()
    assert golden.count(b"    # fmt: off\n" + written + b"\n    # fmt: on\n") == 1
