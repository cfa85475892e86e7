"""What a MindSpore script names in ``construct`` does not make it compile at each step."""

import os
import subprocess
import sys

import pytest

SCRIPT = """\
import numpy as np
import mindspore as ms
from mindspore import nn, ops
import srcad.build

compiled = []
generate = srcad.build.generate


def counted(request, stages):
    compiled.append(request.label)
    return generate(request, stages)


srcad.build.generate = counted
FACTOR = 2.0


def scaled(x):
    return ms.ops.mul(x, FACTOR)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)

    def construct(self, x):
        h = self.fc(x).astype(ms.float32)
        return scaled(ms.ops.relu(h)).sum()


net = Net()
optimizer = nn.SGD(net.trainable_params(), 0.1)
step = ms.value_and_grad(net, None, optimizer.parameters)
x = ms.Tensor(np.ones((4, 3), np.float32))
for _ in range(4):
    _, gradients = step(x)
    optimizer(gradients)
for _ in range(3):
    ms.grad(scaled)(x)
    ops.GradOperation(get_all=True)(Net())(x)
print(sorted(compiled))
"""


def execute(folder, *words):
    result = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ
        | {"SRCAD_CACHE_DIR": str(folder / "cache"), "SRCAD_LOG": "recompiles"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""
    return result.stdout


@pytest.mark.rest
def test_a_script_compiles_each_gradient_once(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    first = execute(tmp_path, "-m", "srcad", "run", "script.py")
    assert first == "['script.py::Net', 'script.py::Net', 'script.py::scaled']\n"
    # A second process finds all of them.
    assert execute(tmp_path, "-m", "srcad", "run", "script.py") == "[]\n"


START = """\
import runpy
import sys
import srcad

srcad.alias_mindspore()
"""
WAYS = {
    "run by runpy": "runpy.run_path('script.py')",
    "a namespace": "exec(compile(open('script.py').read(), 'script.py', 'exec'), "
    "{'__name__': 'nowhere'})",
    "no longer in sys.modules": "sys.modules['mod'] = None\n"
    "exec(compile(open('script.py').read(), 'script.py', 'exec'), {'__name__': 'mod'})",
}


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_module_that_is_not_in_sys_modules(tmp_path, way):
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "start.py").write_text(START + WAYS[way] + "\n")
    compiled = execute(tmp_path, "start.py")
    assert compiled.count("::Net") == 2
    assert compiled.count("::scaled") == 1
