"""Settings, jit, random state, initializers, and what importing srcad costs."""

import os
import subprocess
import sys

import numpy as np
import pytest

import srcad
from srcad import Tensor, context, initializer, nn, ops
from srcad.initializer import (
    Constant,
    HeNormal,
    HeUniform,
    Initializer,
    Normal,
    TruncatedNormal,
    Uniform,
    XavierNormal,
    XavierUniform,
)

# ------------------------------------------------------------------------- settings


def test_names_that_scripts_use():
    with srcad.alias_mindspore():
        import mindspore as ms

        assert (ms.STRICT, ms.COMPATIBLE, ms.LAX) == (0, 1, 2)
        assert ms.synchronize() is None
        ms.manual_seed(4)
        first = ops.randn(3).asnumpy()
        ms.manual_seed(4)
        np.testing.assert_array_equal(ops.randn(3).asnumpy(), first)
        with pytest.raises(TypeError):
            ms.manual_seed(3.5)


def test_one_process_on_one_cpu():
    with srcad.alias_mindspore():
        import mindspore as ms
        from mindspore.context import ParallelMode

        assert ms.get_auto_parallel_context("parallel_mode") == "stand_alone"
        assert ms.get_auto_parallel_context("device_num") == 1
        ms.set_auto_parallel_context(
            parallel_mode=ParallelMode.STAND_ALONE, gradients_mean=True
        )
        assert ms.get_auto_parallel_context("gradients_mean") is True
        ms.reset_auto_parallel_context()
        assert ms.get_auto_parallel_context("gradients_mean") is False
        with pytest.raises(ValueError, match="one process"):
            ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL)
        with pytest.raises(ValueError, match="not recognized"):
            ms.set_auto_parallel_context(nothing=1)
        with pytest.raises(ValueError, match="not recognized"):
            ms.get_auto_parallel_context("nothing")


def test_settings():
    srcad.set_context(mode=srcad.PYNATIVE_MODE, device_target="CPU", max_call_depth=7)
    assert srcad.get_context("mode") == srcad.PYNATIVE_MODE
    assert srcad.get_context("max_call_depth") == 7
    with pytest.raises(ValueError, match="mode"):
        srcad.set_context(mode=5)
    with pytest.raises(ValueError, match="device_target"):
        srcad.set_context(device_target="Ascend")
    with pytest.raises(ValueError, match="no setting"):
        srcad.get_context("nonsense")


def test_jit_in_its_three_forms():
    @srcad.jit
    def plain(x):
        return x + 1

    @srcad.jit(jit_level="O1")
    def with_options(x):
        return x + 2

    class Net(srcad.Cell):
        @srcad.jit
        def construct(self, x):
            return x * 3

    assert plain(1) == 2
    assert with_options(1) == 3
    assert Net()(Tensor([1.0])).tolist() == [3]
    assert plain.__wrapped__(1) == 2


def test_jit_leaves_its_mode_after_an_error():
    from srcad import context

    @srcad.jit
    def broken():
        raise RuntimeError("inside")

    with pytest.raises(RuntimeError, match="inside"):
        broken()
    assert not context.hooks_are_ignored()


def test_what_changes_nothing():
    pair = (Tensor(1.0), 2)
    assert srcad.mutable(pair) is pair
    assert srcad.context._pynative_executor.sync() is None


# --------------------------------------------------------------------------- random


def test_a_seed_gives_the_same_numbers():
    drawn = []
    for _ in range(2):
        srcad.set_seed(3)
        x = Tensor(np.ones((4, 5), np.float32))
        layer = nn.Dense(3, 2)
        drawn.append(
            (
                ops.dropout(x, 0.5).tolist(),
                ops.standard_normal((3,)).tolist(),
                layer.weight.asnumpy().tolist(),
                float(np.random.rand()),
            )
        )
    assert drawn[0] == drawn[1]
    assert srcad.get_seed() == 3
    srcad.set_seed(4)
    assert ops.standard_normal((3,)).tolist() != drawn[0][1]


@pytest.mark.parametrize(("seed", "error"), [(1.5, TypeError), (True, TypeError)])
def test_a_seed_is_an_int(seed, error):
    with pytest.raises(error, match="type of int"):
        srcad.set_seed(seed)
    with pytest.raises(ValueError, match="at least 0"):
        srcad.set_seed(-1)


# ---------------------------------------------------------------------- initializers


@pytest.mark.parametrize("name", ["zeros", "Zero", "ones", "ONE"])
def test_constants_by_name(name):
    value = 0 if name.lower().startswith("z") else 1
    tensor = initializer.initializer(name, [1, 2, 3], srcad.float32)
    assert isinstance(tensor, Tensor)
    assert tensor.tolist() == [[[value] * 3] * 2]


def test_numbers_and_tensors():
    assert initializer.initializer(3, (2,), srcad.float16).tolist() == [3, 3]
    assert initializer.initializer(Constant(2), 2).tolist() == [2, 2]
    given = Tensor([1.0, 2.0])
    made = initializer.initializer(given, (2,), srcad.float32)
    assert made.tolist() == [1, 2]
    assert made is not given


def test_what_initializes_nothing():
    with pytest.raises(ValueError, match="'nonsense' was not found"):
        initializer.initializer("nonsense", (2,))
    with pytest.raises(ValueError, match="shape"):
        initializer.initializer(Tensor([1.0]), (2,))
    with pytest.raises(TypeError, match="For 'initializer'"):
        initializer.initializer([1.0], (2,))
    with pytest.raises(ValueError, match="fewer than 2"):
        initializer.initializer("XavierUniform", (2,))
    with pytest.raises(ValueError, match="fan_in"):
        HeNormal(mode="nonsense")


@pytest.mark.parametrize(
    ("init", "deviation"),
    [
        (Normal(0.5, mean=3.0), 0.5),
        (Uniform(0.6), 0.6 / np.sqrt(3)),
        (XavierUniform(), np.sqrt(2 / (200 + 300))),
        (XavierNormal(2.0), 2 * np.sqrt(2 / (200 + 300))),
        (HeUniform(nonlinearity="relu"), np.sqrt(2 / 200)),
        (HeNormal(mode="fan_out", nonlinearity="relu"), np.sqrt(2 / 300)),
        (HeUniform(np.sqrt(5)), np.sqrt(1 / 3 / 200)),
    ],
)
def test_the_spread_of_what_is_drawn(init: Initializer, deviation):
    srcad.set_seed(1)
    values = init.draw((300, 200), np.dtype(np.float64))
    assert values.std() == pytest.approx(deviation, rel=0.02)
    assert values.mean() == pytest.approx(getattr(init, "mean", 0), abs=0.02)


def test_truncated_normal_stays_within_bounds():
    srcad.set_seed(1)
    values = TruncatedNormal(sigma=0.5, mean=1.0).draw((1000,), np.dtype(np.float64))
    assert 0 <= values.min() < values.max() <= 2
    assert values.std() > 0.3


def test_dense_draws_within_its_bound():
    srcad.set_seed(1)
    layer = nn.Dense(25, 400)
    for parameter in layer.get_parameters():
        assert 0.19 < np.abs(parameter.asnumpy()).max() <= 0.2


# --------------------------------------------------------------------------- import


def test_importing_srcad_brings_neither_the_compiler_nor_the_tools():
    heavy = (
        "black",
        "astor",
        "rich",
        "click",
        "srcad.compiler.ir.types",
        "srcad.gradient",
    )
    code = f"import sys, srcad; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_gradient_from_the_store_brings_no_random_generator(tmp_path):
    (tmp_path / "model.py").write_text("def f(x):\n    return x * x\n")
    code = "import sys, srcad, model; srcad.grad(model.f)(2.0); print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    brought = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    heavy = {"srcad.compiler.driver", "numpy.random"}
    assert [sorted(heavy & set(names)) for names in brought] == [sorted(heavy), []]


@pytest.mark.parametrize(
    "module", ["srcad.ops", "srcad.tensor", "srcad.cell", "srcad.nn.dense"]
)
def test_any_module_may_be_imported_first(module):
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)


def test_every_public_name_is_there():
    lazy = {"GradOperation", "grad", "value_and_grad", "get_grad"}
    for module in (srcad, ops, nn, initializer):
        for name in set(module.__all__) - lazy:
            assert hasattr(module, name), name
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = srcad.nonsense
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = ops.nonsense


def test_set_device():
    context.set_device("CPU", 0)
    assert context.get_context("device_target") == "CPU"
    with pytest.raises(ValueError, match="CPU"):
        context.set_device("GPU")


def test_what_is_about_mindspores_compiler_has_no_effect():
    from srcad.common import api

    config = api.JitConfig("O1", backend="ms_backend").jit_config_dict
    assert (config["jit_level"], config["backend"]) == ("O1", "ms_backend")
    assert api.no_inline(abs) is abs
    assert api.no_inline()(abs) is abs
    x = srcad.Tensor([0.5, 2.0])

    def program(x):
        return api.recompute(lambda x, power: x**power, x, power=3, use_reentrant=False)

    assert srcad.grad(program)(x).tolist() == [0.75, 12]
    assert api.set_deterministic(True) is None
    assert api.set_recursion_limit(2000) is None
    for call, error in (
        (lambda: api.JitConfig("O9"), ValueError),
        (lambda: api.set_deterministic("yes"), TypeError),
        (lambda: api.set_recursion_limit(0), ValueError),
        (lambda: api.set_recursion_limit("2"), TypeError),
    ):
        with pytest.raises(error):
            call()
