"""Cell: a layer or a network, written as a ``construct`` over Tensors.

A call runs, eagerly: the forward pre-hooks, ``construct``, the forward hooks. Nothing
is recorded; ``srcad.grad(cell)`` reads the source of ``construct`` instead (and of
``bprop``, where the class has one).

What the compiler relies on: ``__srcad_cell__``; ``construct`` and ``bprop``;
``parameters_and_names`` and ``trainable_params``; ``internal_params``; the hook dicts
``_forward_pre_hooks``, ``_forward_hooks``, ``_backward_pre_hooks`` and
``_backward_hooks``; ``_float_dtype``, the dtype that ``to_float`` set, or None;
``_auto_dtype``, that of level "auto" of mixed precision, or None.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from srcad import context
from srcad.cell_arguments import (
    cast_input,
    holds_arrays,
    to_arrays,
    to_tensors,
    wanted_dtype,
)
from srcad.cell_hooks import HookRegistration
from srcad.cell_tree import CellTree
from srcad.dtypes import DType, float16, float32, float64
from srcad.mixed_precision import Automatic, computing_in
from srcad.parameter import Parameter
from srcad.tensor import Tensor

_RECOMPUTE = (
    "`recompute` of a Cell has no effect: `memory=` of `srcad.grad` says how much is "
    "computed again, and srcad chooses what."
)

__all__ = ["Cell", "cell_attr_register"]


class _Keys(NamedTuple):
    """The keys that one of two sides has alone."""

    missing_keys: list[str]
    unexpected_keys: list[str]


class Cell(CellTree, HookRegistration):
    """The base class of all layers and networks.

    A subclass calls ``super().__init__()`` before it sets Parameters and Cells as
    attributes (AttributeError otherwise), and defines ``construct``. It may define
    ``bprop(self, *inputs, out, dout)``, which returns a tuple with the cotangent of
    each input and stands for the derivative of ``construct``; with ``internal_params``,
    a list of Parameters, it returns such a tuple and a dict ``{parameter: cotangent}``.
    """

    __srcad_cell__ = True
    internal_params: Any = ()

    def __init__(self, auto_prefix: bool = True, flags: Any = None) -> None:
        self._init_tree(auto_prefix)
        self._init_hooks()
        self.training = False
        self.requires_grad = False
        self._phase = "train"
        self._bprop_debug = False
        self._float_dtype: DType | None = None
        self._auto_dtype: DType | None = None
        self._names_checked = False
        self._given_inputs: Any = None
        if flags:
            self.add_flags(**flags)

    # ------------------------------------------------------------------- calling

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; every subclass defines it."""
        raise AttributeError(
            f"For 'Cell', the method 'construct' of {type(self).__name__} is not "
            "defined."
        )

    construct.__srcad_missing__ = True  # type: ignore[attr-defined]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the hooks and ``construct``: Tensors in, Tensors out; ndarrays likewise.

        Raises AttributeError where ``super().__init__()`` was never called.
        """
        self._check_initialised()
        if not self._names_checked:
            self.check_names()
        if holds_arrays(args) or holds_arrays(kwargs.values()):
            named = {name: to_tensors(value) for name, value in kwargs.items()}
            return to_arrays(self._run(to_tensors(args), named))
        return self._run(args, kwargs)

    def _run(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the forward pre-hooks, ``construct`` and the forward hooks."""
        hooked = self._has_hooks()
        if hooked and context.hooks_are_ignored():
            context.warn_ignored_hooks()
            hooked = False
        if hooked:
            args, kwargs = self._run_forward_pre_hooks(args, kwargs)
        if self._float_dtype is None and self._auto_dtype is not None:
            with computing_in(Automatic(self._auto_dtype.dtype)):
                output = self.construct(*args, **kwargs)
        elif self._float_dtype is None:
            output = self.construct(*args, **kwargs)
        else:
            dtype = self._float_dtype.dtype
            cast = cast_input(args, dtype)
            named = {name: cast_input(one, dtype) for name, one in kwargs.items()}
            with computing_in(dtype):
                output = self.construct(*cast, **named)
        if hooked:
            output = self._run_forward_hooks(args, kwargs, output)
        return output

    # -------------------------------------------------------- through the tree

    def cells(self) -> Iterator[Cell]:
        """Return the sub-cells set on this Cell, in order, each once."""
        return iter(self.name_cells().values())

    def name_cells(self) -> dict[str, Cell]:
        """Return attribute name to sub-cell, for those set on this Cell, each once."""
        found: dict[str, Cell] = {}
        for name, cell in self._cells.items():
            if cell is not None and not any(cell is other for other in found.values()):
                found[name] = cell
        return found

    def cells_and_names(self, name_prefix: str = "") -> Iterator[tuple[str, Cell]]:
        """Yield ``(path, cell)`` for this Cell and all below it, each Cell once."""
        found: dict[int, tuple[str, Cell]] = {}
        remaining: list[tuple[str, Any]] = [(name_prefix, self)]
        while remaining:
            path, cell = remaining.pop()
            if id(cell) in found:
                continue
            found[id(cell)] = path, cell
            if cell._cells:
                remaining += [
                    (f"{path}.{name}" if path else name, one)
                    for name, one in reversed(cell._cells.items())
                    if one is not None
                ]
        return iter(found.values())

    def parameters_and_names(
        self, name_prefix: str = "", expand: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield ``(attribute path, parameter)``, each Parameter once.

        A Cell's own Parameters come before those of its sub-cells, which
        ``expand=False`` leaves out.
        """
        found: dict[int, tuple[str, Parameter]] = {}
        cells: Any = (
            self.cells_and_names(name_prefix) if expand else [(name_prefix, self)]
        )
        for path, cell in cells:
            for name, parameter in cell._params.items():
                if parameter is not None:
                    place = f"{path}.{name}" if path else name
                    found.setdefault(id(parameter), (place, parameter))
        return iter(found.values())

    def get_parameters(self, expand: bool = True) -> Iterator[Parameter]:
        """Yield the Parameters, those of the sub-cells too unless ``expand=False``."""
        pairs = self.parameters_and_names(expand=expand)
        return (parameter for _, parameter in pairs)

    def parameters_dict(self, recurse: bool = True) -> dict[str, Parameter]:
        """Return Parameter name to Parameter."""
        return {param.name: param for param in self.get_parameters(expand=recurse)}

    def get_sub_cell(self, target: str) -> Any:
        """Return the Cell at a path of attributes, itself for "".

        Raises AttributeError where there is none.
        """
        cell: Any = self
        for name in target.split(".") if target else []:
            found = getattr(cell, name)
            if not isinstance(found, Cell):
                raise AttributeError(f"`{name}` is not an nn.Cell")
            cell = found
        return cell

    def get_buffer(self, target: str) -> Tensor:
        """Return the buffer at a path; AttributeError where there is none."""
        path, _, name = target.rpartition(".")
        cell = self.get_sub_cell(path)
        if name not in cell._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        found: Tensor = getattr(cell, name)
        return found

    def state_dict(
        self,
        *,
        destination: dict[str, Any] | None = None,
        prefix: str = "",
        keep_vars: bool = False,
    ) -> dict[str, Any]:
        """Return path to Parameter, and to buffer but those that are not persistent.

        They are the Cell's own, ``keep_vars`` or not: nothing is recorded here.
        """
        found = OrderedDict() if destination is None else destination
        held: dict[str, Any] = dict(self._params)
        held |= {
            name: getattr(self, name) for name, kept in self._buffers.items() if kept
        }
        for name, value in held.items():
            if value is not None:
                found[prefix + name] = value
        for name, cell in self._cells.items():
            if cell is not None:
                cell.state_dict(destination=found, prefix=f"{prefix}{name}.")
        return found

    def load_state_dict(self, state_dict: Any, strict: bool = True) -> Any:
        """Give Parameters and buffers the elements of others, by their paths.

        Returns a tuple ``(missing_keys, unexpected_keys)``. Raises RuntimeError for
        another shape and, where ``strict``, for keys on one side alone; TypeError for
        what is no dict. Where it raises, nothing has been loaded.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(
                f"Expected state_dict to be dict-like, got {type(state_dict)}."
            )
        own = self.state_dict()
        keys = _Keys(
            [key for key in own if key not in state_dict],
            [key for key in state_dict if key not in own],
        )
        wrong = [
            f"size mismatch for {key}: {state_dict[key].shape}, not {value.shape}"
            for key, value in own.items()
            if key in state_dict and tuple(state_dict[key].shape) != value.shape
        ]
        if strict and keys.missing_keys:
            wrong.append(f"Missing key(s) in state_dict: {keys.missing_keys}")
        if strict and keys.unexpected_keys:
            wrong.append(f"Unexpected key(s) in state_dict: {keys.unexpected_keys}")
        if wrong:
            raise RuntimeError(
                f"Error(s) in loading state_dict for {self.cls_name}: "
                + "; ".join(wrong)
            )
        for key, value in own.items():
            if key in state_dict:
                value.assign_value(Tensor(state_dict[key].asnumpy(), value.dtype))
        return keys

    def recompute(self, **options: Any) -> None:
        """Warn: ``memory=`` of ``srcad.grad`` says what is computed again."""
        context.warn_once(_RECOMPUTE)

    def set_jit_config(self, jit_config: Any) -> None:
        """Do nothing: a Cell runs as it is."""

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: a gradient is compiled where it is first asked for."""

    def named_buffers(
        self, name_prefix: str = "", recurse: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield ``(attribute path, Tensor)`` for what ``register_buffer`` was given."""
        cells: Any = (
            self.cells_and_names(name_prefix) if recurse else [(name_prefix, self)]
        )
        for path, cell in cells:
            for name in cell._buffers:
                buffer = getattr(cell, name)
                if buffer is not None:
                    yield (f"{path}.{name}" if path else name), buffer

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield what ``register_buffer`` was given."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def trainable_params(self, recurse: bool = True) -> list[Parameter]:
        """Return the Parameters whose ``requires_grad`` is True."""
        return [p for p in self.get_parameters(expand=recurse) if p.requires_grad]

    def untrainable_params(self, recurse: bool = True) -> list[Parameter]:
        """Return the Parameters whose ``requires_grad`` is False."""
        return [p for p in self.get_parameters(expand=recurse) if not p.requires_grad]

    def update_parameters_name(self, prefix: str = "", recurse: bool = True) -> None:
        """Name every Parameter ``prefix`` and its path from this Cell."""
        for name, parameter in self.parameters_and_names(expand=recurse):
            parameter.name = prefix + name

    def check_names(self) -> None:
        """Name the Parameters by their paths where two of them have one name."""
        named: dict[str, Parameter] = {}
        for _, parameter in self.parameters_and_names():
            if named.setdefault(parameter.name, parameter) is not parameter:
                self.update_parameters_name()
                break
        self._names_checked = True

    def apply(self, fn: Callable[[Cell], Any]) -> Any:
        """Call ``fn`` on every sub-cell, the deepest first, then on this Cell."""
        for cell in self.name_cells().values():
            cell.apply(fn)
        fn(self)
        return self

    def init_parameters_data(self, auto_parallel_mode: bool = False) -> dict[Any, Any]:
        """Return Parameter to Parameter: each holds its data from the start."""
        return {parameter: parameter for parameter in self.get_parameters()}

    # --------------------------------------------------------------------- state

    @property
    def phase(self) -> str:
        """``"train"`` or ``"predict"``, as the last ``set_train`` left it."""
        return self._phase

    @phase.setter
    def phase(self, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError(
                "For 'Cell', the property 'phase' must be string type, but got type "
                f"{type(value)}."
            )
        self._phase = value

    @property
    def bprop_debug(self) -> bool:
        """Whether to check the custom ``bprop``; srcad always checks it.

        Setting anything but a bool raises TypeError.
        """
        return self._bprop_debug

    @bprop_debug.setter
    def bprop_debug(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(
                "For 'Cell', the property 'bprop_debug' must be bool type, but got "
                f"type {type(value)}."
            )
        self._bprop_debug = value

    def set_inputs(self, *inputs: Any, **kwargs: Any) -> None:
        """Keep the forms of inputs for ``get_inputs``; sizes are never fixed here."""
        self._given_inputs = inputs or tuple(kwargs.values())

    def get_inputs(self) -> Any:
        """Return what ``set_inputs`` was given, None without."""
        return self._given_inputs

    def set_train(self, mode: bool = True) -> Cell:
        """Put the Cell and all its sub-cells in training (or prediction) mode."""
        self._phase = "train" if mode else "predict"
        return self.add_flags_recursive(training=mode)

    def set_grad(self, requires_grad: bool = True) -> Cell:
        """Mark the Cell as one whose gradient is wanted; kept for MindSpore's sake."""
        self.requires_grad = requires_grad
        return self

    def add_flags(self, **flags: Any) -> Cell:
        """Set each flag as an attribute of the Cell."""
        for name, value in flags.items():
            setattr(self, name, value)
        return self

    def add_flags_recursive(self, **flags: Any) -> Cell:
        """Set each flag as an attribute of the Cell and of all its sub-cells."""
        for _, cell in self.cells_and_names():
            cell.add_flags(**flags)
        return self

    def to(
        self, *args: Any, dtype: Any = None, device: Any = None, **options: Any
    ) -> Cell:
        """Cast the floating and complex Parameters and buffers, and return the Cell.

        ``to(dtype)``, ``to(device, dtype)``, or ``to(tensor)`` for that of a Tensor.
        Raises ValueError for another device than "CPU", TypeError for another dtype
        than a floating or a complex one, and for other arguments.
        """
        dtype = wanted_dtype(args, dtype, device, options)
        if dtype is not None:
            for one in (*self.get_parameters(), *self.buffers()):
                if one.dtype.kind in "fc":
                    one.set_dtype(dtype)
        return self

    def to_float(self, dst_type: DType) -> Cell:
        """Compute in ``dst_type``, in this Cell and all its sub-cells.

        Floating inputs, alone and in tuples, are cast to it, and so are the Parameters
        and what is in lists where ``construct`` uses them; they themselves keep their
        dtype. ``dst_type`` is float16, float32, or float64 (which MindSpore refuses),
        ValueError otherwise.
        """
        if dst_type not in (float16, float32, float64):
            raise ValueError(
                "For 'to_float', the argument 'dst_type' must be mstype.float32, "
                f"mstype.float16 or mstype.float64, but got {dst_type}."
            )
        return self.add_flags_recursive(_float_dtype=dst_type)

    @property
    def cls_name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def extend_repr(self) -> str:
        """Return what ``repr`` shows of the Cell itself, between the parentheses."""
        return ""

    def __repr__(self) -> str:
        own = [line for line in self.extend_repr().split("\n") if line]
        below = [
            f"({name}): " + repr(cell).replace("\n", "\n  ")
            for name, cell in self._cells.items()
        ]
        head = type(self).__name__
        if len(own) == 1 and not below:
            return f"{head}({own[0]})"
        if not own and not below:
            return f"{head}()"
        return "\n  ".join([f"{head}(", *own, *below]) + "\n)"


def cell_attr_register(
    fn: Callable[..., Any] | None = None, attrs: Any = None
) -> Callable[..., Any]:
    """Return the constructor it decorates, as it is."""
    if fn is None:
        return lambda function: cell_attr_register(function, attrs)
    return fn
