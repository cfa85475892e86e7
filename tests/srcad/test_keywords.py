"""No argument is accepted and ignored: each is read somewhere, or listed with a reason.

A layer that took ``data_format="NHWC"`` and computed channels first would give wrong
numbers without a word.
"""

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import srcad
from srcad import Parameter, mint, nn, ops
from srcad import numpy as mnp

SEED = "the generator that srcad.set_seed seeds is the only one"
NAME = "a name for people"
DEVICE = "there is one device"
LOCK = "nobody else writes meanwhile"
# What may be passed and changes nothing, by class or function and parameter.
WEIGHT = "the weight has it"
LOCKED = "how it is written"
QUANTISED = "for training in lower precision, which is not there"
WITHOUT_EFFECT = {
    ("Bernoulli", "offset"): SEED,
    ("Bernoulli", "seed"): SEED,
    ("RandomShuffle", "seed"): SEED,
    ("RandomShuffle", "seed2"): SEED,
    ("StandardLaplace", "seed"): SEED,
    ("StandardLaplace", "seed2"): SEED,
    ("laplace", "seed"): SEED,
    ("standard_laplace", "seed"): SEED,
    ("Adam", "use_locking"): LOCKED,
    ("AdamNoUpdateParam", "use_locking"): LOCKED,
    ("AdamWeightDecay", "use_locking"): LOCKED,
    ("ApplyAdagradDA", "use_locking"): LOCKED,
    ("ApplyAdamWithAmsgrad", "use_locking"): LOCKED,
    ("ApplyAdamWithAmsgradV2", "use_locking"): LOCKED,
    ("ApplyCenteredRMSProp", "use_locking"): LOCKED,
    ("ApplyFtrl", "use_locking"): LOCKED,
    ("ApplyKerasMomentum", "use_locking"): LOCKED,
    ("ApplyMomentum", "use_locking"): LOCKED,
    ("ApplyProximalAdagrad", "use_locking"): LOCKED,
    ("ApplyRMSProp", "use_locking"): LOCKED,
    ("FusedSparseAdam", "use_locking"): LOCKED,
    ("FusedSparseFtrl", "use_locking"): LOCKED,
    ("FusedSparseLazyAdam", "use_locking"): LOCKED,
    ("FusedSparseProximalAdagrad", "use_locking"): LOCKED,
    ("SparseApplyAdadelta", "use_locking"): LOCKED,
    ("SparseApplyAdagrad", "use_locking"): LOCKED,
    ("SparseApplyAdagradV2", "use_locking"): LOCKED,
    ("SparseApplyFtrl", "use_locking"): LOCKED,
    ("SparseApplyProximalAdagrad", "use_locking"): LOCKED,
    ("SparseApplyRMSProp", "use_locking"): LOCKED,
    ("LSTM", "dropout"): "between layers, and there is one",
    ("Conv2dBnAct", "after_fake"): QUANTISED,
    ("Conv3D", "kernel_size"): WEIGHT,
    ("Conv3D", "mode"): "there is one",
    ("Conv3D", "out_channel"): WEIGHT,
    ("Conv3DTranspose", "in_channel"): WEIGHT,
    ("Conv3DTranspose", "kernel_size"): WEIGHT,
    ("Conv3DTranspose", "mode"): "there is one",
    ("Conv3DTranspose", "out_channel"): WEIGHT,
    ("DenseBnAct", "after_fake"): QUANTISED,
    ("Multinomial", "seed"): SEED,
    ("Multinomial", "seed2"): SEED,
    ("RandomChoiceWithMask", "seed"): SEED,
    ("RandomChoiceWithMask", "seed2"): SEED,
    ("UniformInt", "seed"): SEED,
    ("UniformInt", "seed2"): SEED,
    ("add_flags", "flags"): "they tell MindSpore's graph compiler something",
    ("choice_with_mask", "seed"): SEED,
    ("has_init", "self"): "no Tensor has",
    ("intersect1d", "assume_unique"): "it is the same, and takes longer",
    ("is_contiguous", "self"): "every Tensor is",
    ("multinomial", "seed"): SEED,
    ("new_empty", "device"): DEVICE,
    ("random_categorical", "seed"): SEED,
    ("storage_offset", "self"): "every Tensor has a storage of its own",
    ("unique", "sorted"): "sorted is one of the orders that False allows",
    ("Dropout", "Seed0"): SEED,
    ("Dropout", "Seed1"): SEED,
    ("Dropout", "dtype"): "as in MindSpore",
    ("EmbeddingLookup", "sparse"): "how the look-up is done",
    ("HookBackward", "cell_id"): "the hook gets the Cell",
    ("HyperMap", "reverse"): "an order of evaluation, for speed",
    ("Identity", "args"): "as in MindSpore",
    ("Identity", "kwargs"): "as in MindSpore",
    ("IndexAdd", "check_index_bound"): "indices are always checked",
    ("IndexAdd", "use_lock"): "how it is written",
    ("Map", "reverse"): "an order of evaluation, for speed",
    ("MultitypeFuncGraph", "read_value"): "Parameters are never passed by reference",
    ("Range", "maxlen"): "memory is not set aside",
    ("SplitV", "num_split"): "there are as many as sizes",
    ("StandardNormal", "seed"): SEED,
    ("StandardNormal", "seed2"): SEED,
    ("TopK", "sorted"): "sorted is one of the orders that False allows",
    ("copy_", "non_blocking"): "it is copied at once",
    ("embedding", "norm_type"): "that of max_norm, which is refused",
    ("Tensor", "const_arg"): "arguments are never taken for constants",
    ("UniformReal", "seed"): SEED,
    ("UniformReal", "seed2"): SEED,
    ("array", "copy"): "it is always copied, as in MindSpore",
    ("astype", "copy"): "a Tensor is never shared",
    ("bernoulli", "seed"): SEED,
    ("constexpr", "check"): "the compiler finds what is constant",
    ("constexpr", "get_instance"): "the compiler finds what is constant",
    ("constexpr", "name"): NAME,
    ("constexpr", "reuse_result"): "the compiler finds what is constant",
    ("depend", "expr"): "Python's order of evaluation is the order that counts",
    ("dropout", "seed"): SEED,
    ("get_activation", "prim_name"): NAME,
    ("init_data", "args"): DEVICE,
    ("init_data", "kwargs"): DEVICE,
    ("mutable", "dynamic_len"): "sizes are named, not numbers",
    ("normal", "seed"): SEED,
    ("rand", "seed"): SEED,
    ("repeat_interleave", "output_size"): "it is counted",
    ("rand_like", "seed"): SEED,
    ("randint", "seed"): SEED,
    ("randn", "seed"): SEED,
    ("randn_like", "seed"): SEED,
    ("range", "maxlen"): "memory is not set aside",
    ("sort", "stable"): "it always is",
    ("standard_normal", "seed"): SEED,
    ("topk", "sorted"): "sorted is one of the orders that False allows",
    ("uniform", "seed"): SEED,
    ("Embedding", "norm_type"): "that of max_norm, which is refused",
    ("argsort", "stable"): "it always is",
    ("index_add", "check_index_bound"): "what is out of bounds always raises",
    ("index_add", "use_lock"): LOCK,
    ("randint_like", "seed"): SEED,
    ("randperm", "offset"): SEED,
    ("randperm", "seed"): SEED,
    ("shuffle", "seed"): SEED,
    ("empty", "device"): DEVICE,
    ("empty_like", "device"): DEVICE,
    ("rand", "device"): DEVICE,
    ("rand_like", "device"): DEVICE,
    ("randint", "device"): DEVICE,
    ("randint_like", "device"): DEVICE,
    ("randn", "device"): DEVICE,
    ("randn_like", "device"): DEVICE,
    ("scatter_nd_add", "use_locking"): LOCK,
    ("scatter_nd_div", "use_locking"): LOCK,
    ("scatter_nd_max", "use_locking"): LOCK,
    ("scatter_nd_min", "use_locking"): LOCK,
    ("scatter_nd_mul", "use_locking"): LOCK,
    ("scatter_nd_sub", "use_locking"): LOCK,
}


def definition(function: Callable[..., Any]) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


def functions_of(kind: type) -> Iterator[Callable[..., Any]]:
    """Every method of a class and its bases, but for what only ``repr`` shows."""
    for base in kind.__mro__:
        for item in vars(base).values():
            function = item.fget if isinstance(item, property) else item
            if inspect.isfunction(function) and function.__name__ != "extend_repr":
                yield function


def attributes_read(kind: type) -> set[str]:
    """What the methods of a class read off ``self``."""
    return {
        node.attr
        for function in functions_of(kind)
        for node in ast.walk(definition(function))
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


def ignored_by_class(kind: type) -> set[str]:
    """Parameters of ``__init__`` that are never used, or only kept."""
    tree = definition(kind.__init__)
    uses = Counter(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )
    kept = {
        node.value.id: target.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
        for target in node.targets
        if isinstance(target, ast.Attribute)
    }
    read = attributes_read(kind)
    _, *parameters = inspect.signature(kind.__init__).parameters
    return {
        name
        for name in parameters
        if uses[name] == 0
        or (uses[name] == 1 and kept.get(name, "") not in {"", *read})
    }


def ignored_by_function(function: Callable[..., Any]) -> set[str]:
    names = {
        node.id for node in ast.walk(definition(function)) if isinstance(node, ast.Name)
    }
    return set(inspect.signature(function).parameters) - names


@cache
def ignored_in(module: ModuleType) -> set[tuple[str, str]]:
    found = set()
    # Those of a package that are imported when they are first used, too.
    for name in {*vars(module), *getattr(module, "__all__", ())}:
        item = getattr(module, name)
        plain = getattr(item, "__wrapped__", item)
        if name.startswith("_") or not getattr(item, "__module__", "").startswith(
            "srcad"
        ):
            continue
        if isinstance(item, type) and inspect.isfunction(item.__init__):
            found |= {(item.__name__, word) for word in ignored_by_class(item)}
        elif inspect.isfunction(plain):
            found |= {(plain.__name__, word) for word in ignored_by_function(plain)}
    return found


def methods(kind: type) -> ModuleType:
    """The methods of a class, in the form of a module of functions."""
    module = ModuleType(kind.__name__)
    public = {
        function.__name__: function
        for function in functions_of(kind)
        if not function.__name__.startswith("_")
    }
    vars(module).update(public)
    return module


MODULES = (nn, ops, mint, mint.nn, mint.nn.functional, mnp, srcad, methods(Parameter))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_no_argument_is_accepted_and_ignored(module: ModuleType):
    assert ignored_in(module) - WITHOUT_EFFECT.keys() == set()


def test_the_list_of_arguments_without_effect_is_exact():
    found = set().union(*map(ignored_in, MODULES))
    assert WITHOUT_EFFECT.keys() - found == set()


class Kept(nn.Cell):
    def __init__(self, used: int, kept: int, unused: int) -> None:
        super().__init__()
        self.used = used
        self.kept = kept

    def construct(self, x: Any) -> Any:
        return x * self.used


def test_the_search_finds_what_is_ignored():
    assert ignored_by_class(Kept) == {"kept", "unused"}
