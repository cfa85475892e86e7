"""``srcad.alias_mindspore``: what an import of MindSpore gives."""

import copy
import importlib
import linecache
import pickle
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

import srcad
import srcad.nn
import srcad.ops
from srcad import context
from srcad.alias import MissingNameError
from srcad.compiler.diagnostics.errors import CompileError

PATHS = [
    "mindspore.nn",
    "mindspore.nn.cell",
    "mindspore.nn.layer",
    "mindspore.nn.layer.conv",
    "mindspore.nn.loss.loss",
    "mindspore.nn.optim",
    "mindspore.nn.wrap.cell_wrapper",
    "mindspore.ops",
    "mindspore.ops.functional",
    "mindspore.ops.operations",
    "mindspore.ops.operations.math_ops",
    "mindspore.ops.composite",
    "mindspore.ops.primitive",
    "mindspore.common",
    "mindspore.common.dtype",
    "mindspore.common.initializer",
    "mindspore.common.parameter",
    "mindspore.common.tensor",
    "mindspore.common.api",
    "mindspore.context",
    "mindspore.dtype",
    "mindspore.numpy",
    "mindspore.mint",
    "mindspore.mint.nn",
    "mindspore.mint.nn.functional",
    "mindspore.boost",
    "mindspore.train",
    "mindspore.train.callback",
    "mindspore.dataset",
    "mindspore.dataset.vision",
    "mindspore.communication.management",
    "mindspore.parallel",
    "mindspore.amp",
]


@pytest.fixture
def alias():
    with srcad.alias_mindspore() as alias:
        yield alias


# ------------------------------------------------------------------- what there is


@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_a_module(alias, path):
    module = importlib.import_module(path)
    assert isinstance(module, ModuleType)
    assert module.__name__ == path
    parent, _, word = path.rpartition(".")
    # By that name MindSpore has a function beside the module.
    if path != "mindspore.common.tensor":
        assert getattr(importlib.import_module(parent), word) is module


@pytest.mark.parametrize(
    ("path", "name", "expected"),
    [
        ("mindspore", "Tensor", srcad.Tensor),
        ("mindspore", "Parameter", srcad.Parameter),
        ("mindspore", "ParameterTuple", srcad.ParameterTuple),
        ("mindspore", "float32", srcad.float32),
        ("mindspore", "set_context", srcad.set_context),
        ("mindspore", "PYNATIVE_MODE", srcad.PYNATIVE_MODE),
        ("mindspore", "set_seed", srcad.set_seed),
        ("mindspore", "jit", srcad.jit),
        ("mindspore", "ms_function", srcad.jit),
        ("mindspore", "grad", srcad.grad),
        ("mindspore", "value_and_grad", srcad.value_and_grad),
        ("mindspore.nn", "Cell", srcad.nn.Cell),
        ("mindspore.nn", "Conv2d", srcad.nn.Conv2d),
        ("mindspore.nn.cell", "Cell", srcad.nn.Cell),
        ("mindspore.nn.layer.conv", "Conv2d", srcad.nn.Conv2d),
        ("mindspore.nn.wrap.cell_wrapper", "WithLossCell", srcad.nn.WithLossCell),
        ("mindspore.ops", "GradOperation", srcad.GradOperation),
        ("mindspore.ops.functional", "stop_gradient", srcad.ops.stop_gradient),
        ("mindspore.ops.operations", "MatMul", srcad.ops.MatMul),
        ("mindspore.ops.operations.math_ops", "MatMul", srcad.ops.MatMul),
        ("mindspore.ops.composite", "GradOperation", srcad.GradOperation),
        ("mindspore.ops.composite", "HyperMap", srcad.ops.HyperMap),
        ("mindspore.ops.primitive", "constexpr", srcad.ops.constexpr),
        ("mindspore.common", "Parameter", srcad.Parameter),
        ("mindspore.common.dtype", "float16", srcad.float16),
        ("mindspore.common.parameter", "ParameterTuple", srcad.ParameterTuple),
        ("mindspore.common.tensor", "Tensor", srcad.Tensor),
        ("mindspore.common.api", "jit", srcad.jit),
        (
            "mindspore.common.api",
            "_pynative_executor",
            srcad.context._pynative_executor,
        ),
        ("mindspore.context", "GRAPH_MODE", srcad.GRAPH_MODE),
        ("mindspore.dtype", "int32", srcad.int32),
        ("mindspore._extends", "cell_attr_register", srcad.cell.cell_attr_register),
    ],
)
def test_a_name_is_srcads_own(alias, path, name, expected):
    assert getattr(importlib.import_module(path), name) is expected


def test_the_forms_of_import(alias):
    import mindspore.common.dtype as mstype
    import mindspore.common.initializer as init
    import mindspore.nn as nn
    from mindspore import Tensor, ops
    from mindspore import context as mindspore_context
    from mindspore import dtype as top_dtype
    from mindspore.common import initializer
    from mindspore.ops import functional as F
    from mindspore.ops import operations as P

    assert issubclass(nn.Dense, srcad.Cell)
    assert isinstance(srcad.Tensor([1.0]), Tensor)
    assert F.relu is ops.relu
    assert P.ReLU is ops.ReLU
    assert mstype.float32 is top_dtype.float32
    assert init is initializer
    assert init.initializer("ones", [2], mstype.float32).tolist() == [1, 1]
    assert mindspore_context.GRAPH_MODE == context.GRAPH_MODE


def test_star_imports(alias):
    space: dict[str, object] = {}
    exec("from mindspore import *\nfrom mindspore.common.dtype import *", space)
    assert space["Tensor"] is srcad.Tensor
    assert space["float_type"] is srcad.dtypes.float_type
    assert "is_known" not in space


def test_the_version_is_the_one_that_is_followed(alias):
    import mindspore

    assert mindspore.__version__ == "2.10.0"
    assert [int(part) for part in mindspore.__version__.split(".")] >= [2, 0]


def test_a_name_can_be_patched(alias, monkeypatch):
    import mindspore.ops

    relu = srcad.ops.relu
    with mock.patch("mindspore.ops.relu", abs):
        assert mindspore.ops.relu is abs
    assert mindspore.ops.relu is relu
    monkeypatch.setattr(mindspore.ops, "relu", abs)
    assert mindspore.ops.relu is abs
    monkeypatch.undo()
    assert mindspore.ops.relu is srcad.ops.relu is relu


def test_a_module_does_not_hide_a_function_of_its_name(alias):
    import mindspore.common.mutable
    from mindspore.common.mutable import mutable

    assert mindspore.common.mutable is mutable is srcad.mutable


def test_srcad_itself_answers_to_nothing_new(alias):
    import mindspore.nn

    assert hasattr(mindspore.nn, "Nonsense")
    assert not hasattr(srcad.nn, "Nonsense")
    assert not hasattr(srcad, "dataset")
    assert mindspore.compiler is not srcad.compiler
    assert "Conv2d" in dir(mindspore.nn)


def test_a_cell_written_for_mindspore_has_a_gradient(alias):
    import mindspore as ms
    from mindspore import nn, ops

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.square = ops.Square()

        def construct(self, x):
            return self.square(x).astype(ms.float32) * ms.ops.ones_like(x)

    assert ms.grad(Net())(ms.Tensor([1.0, 2.0])).tolist() == [2, 4]


# -------------------------------------------------------------------- what is missing


def test_a_missing_name_can_be_used_at_module_level(alias):
    import mindspore as ms
    from mindspore.train import Converter, SummaryCallback
    from mindspore.train.callback import SummaryCollector

    class Monitor(SummaryCallback):
        def __init__(self, model: Converter[int] | None = None, mode=ms.Mode.AUTO):
            super().__init__()

    @ms.some_decorator
    def decorated(x):
        return x

    @ms.some_decorator(option=1)
    def configured(x):
        return x

    @ms.registry.register("Tensor", "Tensor")
    def registered(x):
        return x

    @ms.some_decorator
    class Decorated:
        pass

    class Below(Decorated):
        pass

    class Abstract(ABC):
        @abstractmethod
        def step(self): ...

    class Both(Abstract, SummaryCallback):
        def step(self): ...

    class Layer(srcad.nn.Cell, ms.nn.NoSuchLayer):
        pass

    some, register = "`mindspore.some_decorator`", "`mindspore.registry.register`"
    for attempt, subject in [
        (lambda: SummaryCollector(), "`mindspore.train.callback.SummaryCollector`"),
        (lambda: Monitor(), "`mindspore.train.SummaryCallback`, a base of `Monitor`,"),
        (lambda: decorated(1), f"{some}, which decorates `decorated`,"),
        (lambda: configured(1), f"{some}, which decorates `configured`,"),
        (lambda: registered(1), f"{register}, which decorates `registered`,"),
        (lambda: Decorated(), f"{some}, which decorates `Decorated`,"),
        (lambda: Below(), f"{some}, a base of `Below`,"),
        (lambda: Both(), "`mindspore.train.SummaryCallback`, a base of `Both`,"),
        (lambda: Layer(), "`mindspore.nn.NoSuchLayer`, a base of `Layer`,"),
        (lambda: ms.dataset.vision.Resize(3), "`mindspore.dataset.vision.Resize`"),
        (lambda: ms.communication.init(), "`mindspore.communication.init`"),
        (lambda: ms.jet(abs), "`mindspore.jet`"),
        (lambda: ms.ops.no_such(ms.Tensor(1)), "`mindspore.ops.no_such`"),
        (lambda: ms.Mode.AUTO + 1, "`mindspore.Mode.AUTO`"),
        (lambda: 2 * ms.Mode.AUTO, "`mindspore.Mode.AUTO`"),
        (lambda: list(ms.Modes), "`mindspore.Modes`"),
    ]:
        with pytest.raises(MissingNameError) as caught:
            attempt()
        assert str(caught.value).startswith(f"{subject} is not in srcad.")
        advised = any(
            word in subject
            for word in ("dataset", "communication", "Summary", "mindspore.jet")
        )
        assert str(caught.value).endswith(" is not in srcad.") != advised
    assert issubclass(MissingNameError, NotImplementedError)


def test_a_compiled_cell_names_what_is_missing(alias):
    import mindspore as ms

    @ms.odd
    def decorated(x):
        return x

    class Called(srcad.nn.Cell):
        def construct(self, x):
            return ms.ops.no_such(x)

    class Operand(srcad.nn.Cell):
        def construct(self, x):
            return x + ms.ops.NO_SUCH

    class Decorated(srcad.nn.Cell):
        def construct(self, x):
            return decorated(x)

    for net, name in [
        (Called(), "mindspore.ops.no_such"),
        (Operand(), "mindspore.ops.NO_SUCH"),
        (Decorated(), "mindspore.odd"),
    ]:
        with pytest.raises(CompileError, match=rf"`{name}`.* is not in srcad"):
            srcad.grad(net)(srcad.Tensor([1.0]))


def test_an_error_has_the_missing_name(alias):
    import mindspore as ms

    with pytest.raises(MissingNameError) as caught:
        ms.train.Converter(None)
    assert caught.value.name == "mindspore.train.Converter"


def test_a_decorator_without_source_is_told_by_its_argument(alias):
    space: dict = {}
    exec("import mindspore\n@mindspore.odd\ndef f(x): return x", space)
    with pytest.raises(MissingNameError, match=r"mindspore\.odd.*decorates `f`"):
        space["f"](1)


def test_a_decorator_in_a_text_that_shares_its_name(alias, monkeypatch):
    """``linecache`` may know ``python -c`` by the name that ``exec`` gives its texts."""
    lines = ["print(1)\n"]
    monkeypatch.setitem(linecache.cache, "<string>", (9, None, lines, "<string>"))
    space: dict = {}
    exec("import mindspore\n@mindspore.odd\ndef f(x): return x", space)
    with pytest.raises(MissingNameError, match=r"mindspore\.odd.*decorates `f`"):
        space["f"](1)


def test_a_missing_name_is_one_object(alias):
    import mindspore as ms
    from mindspore.train import Converter

    assert ms.train.Converter is Converter
    assert copy.deepcopy(Converter) is Converter
    assert repr(Converter) == "<mindspore.train.Converter, which srcad lacks>"
    assert not isinstance(1, Converter)
    assert Converter
    assert {Converter: 1}[ms.train.Converter] == 1


def test_settings_of_missing_objects_can_be_written(alias):
    from mindspore._extends.parse import compile_config

    compile_config.CHECK_BPROP = 1
    assert compile_config.CHECK_BPROP == 1


def test_names_that_python_and_notebooks_probe_for_are_absent(alias):
    import mindspore as ms

    for name in ("__wrapped__", "__file__", "_repr_html_", "_ipython_display_"):
        assert not hasattr(ms, name)
        assert name == "__file__" or not hasattr(ms.nn.Cell, name)
    assert not hasattr(ms.train.Converter, "__wrapped__")


# --------------------------------------------------------------- coming and going


def test_without_the_alias_there_is_no_mindspore():
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("mindspore")


def test_the_alias_goes_as_it_came():
    before = list(sys.meta_path)
    with srcad.alias_mindspore():
        importlib.import_module("mindspore.nn")
        with srcad.alias_mindspore() as second:
            second.remove()
        importlib.import_module("mindspore.ops")
    assert sys.meta_path == before
    assert not [name for name in sys.modules if name.startswith("mindspore")]
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("mindspore.nn")


@pytest.fixture
def real(tmp_path: Path, monkeypatch):
    """Install a package called mindspore."""
    package = tmp_path / "mindspore"
    package.mkdir()
    (package / "__init__.py").write_text("real = True\n")
    (package / "nn.py").write_text("Cell = int\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield package
    for name in [name for name in sys.modules if name.startswith("mindspore")]:
        del sys.modules[name]


def test_an_installed_mindspore_is_not_shadowed(real):
    with pytest.raises(RuntimeError, match=r"does not shadow it.*replace=True"):
        srcad.alias_mindspore()
    module = importlib.import_module("mindspore.nn")
    assert module.Cell is int
    with pytest.raises(RuntimeError, match="does not shadow it"):
        srcad.alias_mindspore()


def test_an_installed_mindspore_is_shadowed_when_asked(real):
    before = importlib.import_module("mindspore.nn")
    with srcad.alias_mindspore(replace=True):
        assert importlib.import_module("mindspore.nn").Cell is srcad.Cell
        assert before.Cell is int
    assert importlib.import_module("mindspore.nn") is before


def test_a_folder_called_mindspore_is_no_mindspore(tmp_path, monkeypatch):
    (tmp_path / "mindspore").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    with srcad.alias_mindspore():
        assert importlib.import_module("mindspore").Tensor is srcad.Tensor


def test_objects_pickle_by_srcads_own_names(alias):
    import mindspore.nn as nn

    text = pickle.dumps(nn.ReLU)
    assert b"mindspore" not in text
    assert pickle.loads(text) is srcad.nn.ReLU
