"""Threads that take their first gradients at once, in a process that is new."""

import os
import subprocess
import sys

import pytest

HEAD = """\
import sys
import threading
import numpy as np
import srcad

sys.setswitchinterval(1e-6)


def cube(x):
    return (x * x * x).sum()


def inner(x):
    return srcad.grad(cube)(x).sum()


"""
TAIL = """

results, barrier = [], threading.Barrier(16)


def run(place):
    barrier.wait()
    results.append(np.asarray(ways[place % len(ways)](place)).tolist())


threads = [threading.Thread(target=run, args=(place,)) for place in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
from srcad.gradient.modules import default_store

print(len(results), results.count(results[0]), default_store().counters.written)
"""
GRADIENTS = """\
x = np.arange(3.0)
ways = [
    lambda _: srcad.grad(cube)(x),
    lambda _: srcad.vjp(cube, x)[1](np.float64(1.0))[0],
    lambda _: srcad.jacrev(cube)(x),
    lambda _: srcad.value_and_grad(cube)(x)[1],
]
"""
# The first names that a thread uses are different ones.
NAMES = """\
def use(name):
    def way(_):
        getattr(srcad, name)
        return srcad.grad(cube)(srcad.Tensor(np.arange(3.0))).asnumpy()

    return way


ways = [use(name) for name in ("Tensor", "nn", "ops", "Parameter", "grad")]
"""
NESTED = """\
x = np.arange(3.0)
ways = [
    lambda _: srcad.grad(inner)(x),
    lambda _: srcad.jacrev(inner)(x),
    lambda _: srcad.vjp(inner, x)[1](np.float64(1.0))[0],
]
"""


@pytest.mark.parametrize(
    "ways", [GRADIENTS, NAMES, NESTED], ids=["gradients", "names", "nested"]
)
def test_sixteen_threads_at_once_compile_once(ways, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(HEAD + ways + TAIL)
    result = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        env=os.environ | {"SRCAD_CACHE_DIR": str(tmp_path / "cache")},
        check=False,
        timeout=50,
    )
    assert (result.stdout, result.stderr) == ("16 16 1\n", "")
