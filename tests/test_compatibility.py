"""docs/compatibility.md says what is so.

Every name it lists is looked up through the alias; what it calls refused is run.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import srcad
from codegen.testing import assert_golden
from srcad.alias import MissingNameError
from srcad.compiler.diagnostics.errors import CompileError
from tests import (
    compatibility_rows,
    compatibility_rows_layers,
    compatibility_rows_of_steps,
)
from tests.compatibility_calls import CALLS, DRAWS, keyed
from tests.compatibility_rows import Row
from tests.sampling import sampled
from tests.srcad.test_tensor_methods import METHODS
from tools.compatibility.differences import ARGUMENTS, DIFFERENCES, GRADIENTS
from tools.compatibility.page import PAGE, all_names, page, public

ROWS = compatibility_rows.ROWS | compatibility_rows_layers.ROWS
ROWS |= compatibility_rows_of_steps.ROWS

pytestmark = pytest.mark.usefixtures("as_printed")

ALL_LINES = CALLS + DRAWS
KEYS = keyed([f"{line.names[0]} …" for line in ALL_LINES])
LINES = {key: line.row(*line.names) for key, line in zip(KEYS, ALL_LINES, strict=True)}
NAMES = {name.path: name for name in all_names()}


@pytest.fixture(autouse=True)
def alias(tmp_path, monkeypatch):
    from srcad.gradient import default_store

    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    with srcad.alias_mindspore():
        yield
    default_store.cache_clear()


def test_the_page_is_up_to_date():
    """``python tools/compatibility_page.py`` writes it, and so does ``--accept``."""
    assert_golden(page(), PAGE.relative_to(ROOT))


def test_a_difference_is_of_a_name_that_is_there():
    assert {path: NAMES[path].status for path in DIFFERENCES} == dict.fromkeys(
        DIFFERENCES, "differs"
    )


@pytest.mark.parametrize("module", public())
def test_what_is_refused_says_its_name_where_it_is_called(module: str):
    for name in NAMES.values():
        if name.module == module and name.status == "refused":
            message = re.escape(f"`mindspore.{name.path}` is not in srcad")
            with pytest.raises(MissingNameError, match=message):
                name.found()()  # a class of operators: where one of them is called


def run(code: str) -> object:
    import mindspore as ms
    from mindspore import mint, nn, ops

    return eval(code, {"ms": ms, "mint": mint, "nn": nn, "ops": ops, "np": np})


@pytest.mark.parametrize(("code", "error"), ARGUMENTS.items())
def test_arguments_that_are_refused(code: str, error: str):
    with pytest.raises({"ValueError": ValueError, "TypeError": TypeError}[error]):
        run(code)


@pytest.mark.parametrize(("code", "error"), GRADIENTS.items())
def test_gradients_that_are_refused(code: str, error: str, tmp_path: Path):
    file = tmp_path / "refused.py"
    file.write_text(f"import mindspore as ms\nfrom mindspore import ops\nf = {code}\n")
    space: dict = {}
    exec(compile(file.read_text(), str(file), "exec"), space)
    x = srcad.Tensor(np.arange(12.0, dtype=np.float32).reshape(3, 4))
    assert isinstance(space["f"](x), srcad.Tensor)
    with pytest.raises(CompileError) as caught:
        srcad.grad(space["f"])(x)
    assert caught.value.diagnostics[0].code == error


# ------------------------------------------------------------ a program for each name

# Names that no small program is differentiated for, and the tests that they have.
ELSEWHERE = {
    "tests/srcad/test_dtypes.py": (
        *("bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"),
        *("uint64", "float16", "float32", "float64", "complex64", "complex128"),
        *("bfloat16", "dtype", "common.dtype", "dtype_to_nptype", "pytype_to_dtype"),
        *("byte", "ubyte", "short", "ushort", "intc", "uintc", "intp", "uintp", "long"),
        *("half", "single", "double", "float_", "int_", "cfloat", "cdouble", "Type"),
        *("string",),
    ),
    "tests/srcad/test_tensor.py": (
        *(
            "Tensor",
            "tensor",
            "from_numpy",
            "is_tensor",
            "Tensor.hooks",
            "Tensor.numpy",
        ),
        *("Tensor.assign_value", "Tensor.set_dtype", "Tensor.strides", "Tensor.tolist"),
        *("Tensor.from_numpy", "common.initializer.One"),
    ),
    "tests/srcad/ops/test_functions.py": (
        *("Tensor.masked_select", "Tensor.nonzero", "ops.is_tensor"),
        *("ops.is_floating_point", "ops.is_complex"),
    ),
    "tests/srcad/ops/test_operator.py": (
        *("ops.constexpr", "ops.prim_attr_register", "ops.PrimitiveWithInfer"),
        *("ops.Primitive", "ops.kernel"),
    ),
    "tests/srcad/gradient/test_tensor_hooks.py": ("Tensor.register_hook",),
    "tests/srcad/alias/test_numpy_and_mint.py": (
        *("numpy.size", "numpy.isscalar", "numpy.array_equal", "numpy.array_equiv"),
        *("numpy.promote_types", "numpy.result_type", "numpy.array_str"),
    ),
    "tests/srcad/ops/test_renamed.py": (
        *("ops.scalar_add", "ops.scalar_div", "ops.scalar_eq", "ops.scalar_floordiv"),
        *("ops.scalar_ge", "ops.scalar_gt", "ops.scalar_le", "ops.scalar_log"),
        *("ops.scalar_lt", "ops.scalar_max", "ops.scalar_min", "ops.scalar_mod"),
        *("ops.scalar_mul", "ops.scalar_pow", "ops.scalar_sub", "ops.scalar_uadd"),
        *("ops.scalar_usub", "ops.make_range", "ops.scalar_cast"),
        *("ops.ScalarCast", "ops.add_flags"),
        *("ops.Print", "ops.print_", "ops.mixed_precision_cast", "ops.ReduceOp"),
        *("ops.shape_", "ops.is_nonzero", "ops.tuple_len", "ops.StopGradient"),
        "ops.bool_not",
    ),
    "tests/srcad/gradient/test_jacobians.py": ("vjp", "jacrev"),
    "tests/srcad/test_parameter.py": (
        *("Parameter", "ParameterTuple", "Tensor.set_data", "Tensor.clone"),
        *("Tensor.name", "Tensor.requires_grad", "Tensor.asnumpy"),
        "Tensor.requires_grad_",
        *("Tensor.data", "Tensor.value"),
        *("common.initializer.initializer", "ops.Assign", "ops.AssignAdd"),
        *("ops.AssignSub", "ops.assign_add", "ops.assign_sub"),
    ),
    "tests/srcad/test_gradient_table.py": (
        *("grad", "value_and_grad", "get_grad", "ops.GradOperation", "ops.grad"),
        *("ops.value_and_grad", "ops.composite.GradOperation"),
    ),
    "tests/srcad/test_context.py": (
        *("set_context", "context.set_context", "get_context", "PYNATIVE_MODE"),
        "set_device",
        *("context.PYNATIVE_MODE", "set_seed", "get_seed", "common.seed"),
        *("common.api._pynative_executor", "JitConfig", "recompute", "no_inline"),
        *("set_deterministic", "set_recursion_limit", "ParallelMode"),
        *("STRICT", "COMPATIBLE", "LAX", "synchronize", "manual_seed"),
        *("set_auto_parallel_context", "get_auto_parallel_context"),
        "reset_auto_parallel_context",
        *("common.initializer.Constant", "common.initializer.HeNormal"),
        *("common.initializer.HeUniform", "common.initializer.Normal"),
        "common.initializer.TruncatedNormal",
        *("common.initializer.Uniform", "common.initializer.XavierNormal"),
        *("common.initializer.XavierUniform", "common.initializer.Zero"),
    ),
    "tests/srcad/alias/test_alias.py": (
        *("GRAPH_MODE", "context.GRAPH_MODE", "_extends.cell_attr_register"),
    ),
    "tests/srcad/test_cell.py": (
        *("nn.Cell.construct", "nn.Cell.phase", "nn.Cell.set_train"),
        *("nn.Cell.trainable_params", "nn.Cell.get_parameters"),
        *("nn.Cell.parameters_and_names", "nn.Cell.bprop_debug"),
        *("nn.Cell.register_buffer", "nn.Cell.named_buffers", "nn.Cell.buffers"),
        *("nn.Cell.set_inputs", "nn.Cell.get_inputs", "nn.Cell.untrainable_params"),
        *("nn.Cell.add_flags", "nn.Cell.add_flags_recursive", "nn.Cell.apply"),
        *("nn.Cell.cells", "nn.Cell.cells_and_names", "nn.Cell.name_cells"),
        *("nn.Cell.check_names", "nn.Cell.update_parameters_name"),
        *("nn.Cell.cls_name", "nn.Cell.extend_repr", "nn.Cell.set_grad"),
        *("nn.Cell.init_parameters_data", "nn.Cell.parameters_dict"),
        *("nn.Cell.insert_child_to_cell", "nn.Cell.insert_param_to_cell"),
        *("nn.Cell.state_dict", "nn.Cell.load_state_dict", "nn.Cell.get_sub_cell"),
        *("nn.Cell.get_buffer", "nn.Cell.recompute", "nn.Cell.set_jit_config"),
        "nn.Cell.compile",
    ),
    "tests/srcad/test_cell_dtypes.py": ("nn.Cell.to",),
    "tests/srcad/test_keywords.py": ("Tensor.const_arg",),
    "tests/srcad/nn/test_smaller.py": ("nn.ParameterUpdate", "nn.get_metrics"),
    "tests/srcad/test_random_methods.py": (
        *("Tensor.bernoulli", "Tensor.bernoulli_", "Tensor.exponential_"),
        *("Tensor.multinomial", "Tensor.normal_", "Tensor.uniform", "Tensor.uniform_"),
        "Tensor.random_categorical",
    ),
    "tests/srcad/test_custom_function.py": ("common._Function",),
    "tests/srcad/test_initializer.py": (
        *("common.initializer.Orthogonal", "common.initializer.Dirac"),
        *("common.initializer.Identity", "common.initializer.Sparse"),
        *("common.initializer.VarianceScaling", "common.initializer.Initializer"),
    ),
    "tests/srcad/test_cell_hooks.py": (
        *("nn.Cell.register_forward_pre_hook", "nn.Cell.register_forward_hook"),
        *("nn.Cell.register_backward_hook", "nn.Cell.register_backward_pre_hook"),
        "ops.HookBackward",
    ),
    "tests/srcad/test_mixed_precision.py": (
        "nn.Cell.internal_params",
        "nn.Cell.to_float",
    ),
    "tests/srcad/train/test_amp.py": (
        *("nn.TrainOneStepWithLossScaleCell", "nn.DynamicLossScaleUpdateCell"),
        *("nn.FixedLossScaleUpdateCell", "amp.DynamicLossScaler"),
        *("amp.LossScaler", "amp.LossScaleManager"),
        *("amp.StaticLossScaler", "amp.all_finite", "amp.auto_mixed_precision"),
        *("amp.custom_mixed_precision", "amp.get_white_list", "amp.get_black_list"),
        *("train.FixedLossScaleManager", "train.DynamicLossScaleManager"),
    ),
    "tests/srcad/train/test_classification.py": (
        *("train.Precision", "train.Recall", "train.F1", "train.Fbeta", "train.auc"),
        *("train.TopKCategoricalAccuracy", "train.Top1CategoricalAccuracy"),
        *("train.Top5CategoricalAccuracy", "train.ConfusionMatrix", "train.Dice"),
        *("train.Perplexity", "train.CosineSimilarity", "train.get_metric_fn"),
        "train.names",
    ),
    "tests/srcad/train/test_monitoring.py": (
        *("train.EarlyStopping", "train.ReduceLROnPlateau", "train.LambdaCallback"),
        "train.LearningRateScheduler",
    ),
    "tests/srcad/train/test_model.py": (
        "train.rearrange_inputs",
        *("train.Model", "train.Callback", "train.LossMonitor", "train.TimeMonitor"),
        *("train.History", "train.ModelCheckpoint", "train.CheckpointConfig"),
        *("train.Accuracy", "train.Loss", "train.MSE", "train.MAE"),
        *("train.Metric", "train.RunContext"),
    ),
    "tests/srcad/train/test_checkpoints.py": (
        *("save_checkpoint", "load_checkpoint", "load_param_into_net"),
    ),
    "tests/srcad/nn/test_images.py": (
        *("ops.InsertGradientOf", "nn.ResizeBilinear", "ops.resize_bilinear"),
        "ops.resize_nearest_neighbor",
    ),
    "tests/srcad/nn/test_optim.py": (
        *("nn.Lamb", "nn.Optimizer", "nn.piecewise_constant_lr", "nn.LARS"),
        "nn.LearningRateSchedule",
        *("nn.exponential_decay_lr", "nn.natural_exp_decay_lr", "nn.inverse_decay_lr"),
        *("nn.cosine_decay_lr", "nn.polynomial_decay_lr", "nn.warmup_lr"),
    ),
    "tests/optimizer_rows.py": (
        *("nn.Adam", "nn.LazyAdam", "nn.AdamWeightDecay", "nn.AdaMax", "nn.Adagrad"),
        *("nn.Adadelta", "nn.ProximalAdagrad", "nn.RMSProp", "nn.Rprop", "nn.ASGD"),
        *("nn.SGD", "nn.Momentum", "nn.FTRL", "nn.ExponentialDecayLR"),
        *("nn.AdamOffload", "nn.AdaFactor"),
        *("nn.NaturalExpDecayLR", "nn.InverseDecayLR", "nn.CosineDecayLR"),
        *("nn.PolynomialDecayLR", "nn.WarmUpLR"),
    ),
    "tests/mint_optimizer_rows.py": (
        *("mint.optim.SGD", "mint.optim.Adam", "mint.optim.AdamW"),
    ),
    "tests/srcad/mint/test_optim.py": ("mint.optim.FusedAdamW",),
    "tests/srcad/mint/test_training.py": (
        *("mint.empty", "mint.empty_like", "mint.equal", "mint.item"),
        "mint.allclose",
    ),
    "tests/srcad/nn/test_wrap.py": (
        *("nn.TrainOneStepCell", "nn.ForwardValueAndGrad", "nn.no_init_parameters"),
        "nn.WithGradCell",
    ),
    "tests/srcad/nn/test_layers.py": ("nn.LossBase", "nn.OneHot"),
}
# Methods that MindSpore's Tensors have not, and srcad's do.
SRCADS_OWN = {"Tensor.log_softmax", "Tensor.relu"}
ROOT = Path(__file__).resolve().parent.parent


def test_every_name_has_a_program_or_tests_of_its_own():
    tried = {name.partition(" ")[0] for name in ROWS}
    tried |= {f"Tensor.{name}" for name in METHODS}
    tried |= {name for line in CALLS + DRAWS for name in line.names}
    tried |= {name for group in ELSEWHERE.values() for name in group}
    supported = {path: n for path, n in NAMES.items() if n.status != "refused"}
    assert tried - set(supported) <= SRCADS_OWN
    same = {id(supported[path].found) for path in tried & set(supported)}
    untried = [p for p in supported if p not in tried]
    assert [p for p in untried if id(supported[p].found) not in same] == []
    for path, group in ELSEWHERE.items():
        text = (ROOT / path).read_text()
        for name in group:
            assert re.search(rf"\b{name.split('.')[-1]}\b", text), (path, name)


def flat(item: Any) -> list[Any]:
    if isinstance(item, (tuple, list)):
        return [leaf for part in item for leaf in flat(part)]
    return [item]


def weighed(leaves: list[Any]) -> Any:
    """A sum of all that is floating, in which no two elements count the same."""
    total = 0.0
    for leaf in leaves:
        if leaf.dtype.kind == "f":
            weights = np.cos(np.arange(float(np.prod(leaf.shape))))
            total = total + (leaf * srcad.Tensor(weights.reshape(leaf.shape))).sum()
    return total


def real_parts(leaves: list[Any]) -> list[Any]:
    """What is complex taken apart."""
    parts = []
    for leaf in leaves:
        if leaf.dtype.kind == "c":
            parts += [srcad.ops.real(leaf), srcad.ops.imag(leaf)]
        else:
            parts += [leaf]
    return parts


def arguments(row: Row) -> list[srcad.Tensor]:
    return [srcad.Tensor(array.copy()) for array in row.inputs]


@pytest.mark.parametrize("name", sampled([*ROWS, *LINES], 12))
def test_a_program_gives_the_same_compiled_and_its_derivative(name: str):
    import mindspore

    row = (ROWS | LINES)[name]
    program = row.make(mindspore)
    if isinstance(program, srcad.Cell):
        program.to_float(srcad.float64)
    inputs = arguments(row)
    weights = program.trainable_params() if isinstance(program, srcad.Cell) else []

    def eager() -> list[Any]:
        srcad.set_seed(5)
        return real_parts(flat(program(*inputs)))

    def compiled(*given: Any) -> Any:
        leaves = real_parts(flat(program(*given)))
        return weighed(leaves), leaves

    expected = eager()
    floats = [k for k, array in enumerate(row.inputs) if array.dtype.kind == "f"]
    position = tuple(floats) or None
    srcad.set_seed(5)
    if position is None and not weights:
        found = srcad.value_and_grad(
            lambda x: (x * 1, real_parts(flat(program(*inputs)))), has_aux=True
        )(srcad.Tensor([1.0]))[0][1]
        gradients: list[Any] = []
    else:
        (_, found), result = srcad.value_and_grad(
            compiled, position, weights or None, has_aux=True
        )(*inputs)
        gradients = flat(result)
    assert [leaf.dtype for leaf in found] == [leaf.dtype for leaf in expected]
    for have, want in zip(found, expected, strict=True):
        np.testing.assert_allclose(have.asnumpy(), want.asnumpy(), rtol=1e-9)
    targets = [inputs[k] for k in floats] + weights
    assert len(gradients) == len(targets)
    for gradient, target in zip(gradients, targets, strict=True):
        slope = differences(lambda: weighed(eager()), target.asnumpy())
        assert gradient.shape == target.shape
        np.testing.assert_allclose(
            gradient.asnumpy(), slope, rtol=2e-4, atol=2e-5, err_msg=name
        )


def differences(value: Callable[[], Any], array: np.ndarray) -> np.ndarray:
    """The slopes of ``value`` by each element, which is moved where it stands."""
    step = 1e-6 if array.dtype == np.float64 else 2e-3
    slopes = np.zeros(array.shape)
    for place in np.ndindex(*array.shape):
        kept = array[place]
        ends = []
        for moved in (kept + step, kept - step):
            array[place] = moved
            ends.append((float(array[place]), float(value())))
        array[place] = kept
        slopes[place] = (ends[0][1] - ends[1][1]) / (ends[0][0] - ends[1][0])
    return slopes
