"""srcad: gradients of MindSpore-style Cells as readable NumPy modules.

The eager API is MindSpore's: ``Tensor``, ``Parameter``, ``Cell``, ``nn``, ``ops``.
``grad``, ``value_and_grad`` and ``GradOperation`` compile a gradient from source, keep
it on disk, and run it.

Every name is imported when it is first used, so that ``import srcad`` costs nothing
and ``srcad --help`` does without NumPy.
"""

import sys
from _thread import RLock
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from srcad import dtypes, nn, ops, testing
    from srcad import dtypes as dtype
    from srcad.alias import (
        alias_mindspore,
    )
    from srcad.cell import (
        Cell,
    )
    from srcad.compiler.diagnostics.errors import (
        CompileError,
    )
    from srcad.context import (
        GRAPH_MODE,
        PYNATIVE_MODE,
        get_context,
        jit,
        mutable,
        set_context,
        static,
    )
    from srcad.dtypes import (
        bfloat16,
        bool_,
        complex64,
        complex128,
        float16,
        float32,
        float64,
        int8,
        int16,
        int32,
        int64,
        uint8,
        uint16,
        uint32,
        uint64,
    )
    from srcad.gradient import (
        GradOperation,
        RecompileWarning,
        get_grad,
        grad,
        jacrev,
        value_and_grad,
        vjp,
    )
    from srcad.inspecting import (
        debug,
        explain_gradient,
    )
    from srcad.notebook import (
        load_ipython_extension,
    )
    from srcad.ops._operator import (
        defbprop,
    )
    from srcad.parameter import (
        Parameter,
        ParameterTuple,
    )
    from srcad.random_state import (
        get_seed,
        set_seed,
    )
    from srcad.tensor import (
        Tensor,
        from_numpy,
        is_tensor,
        tensor,
    )

_SUBMODULES = {"dtype": "srcad.dtypes", "dtypes": "srcad.dtypes"}
_SUBMODULES |= {"nn": "srcad.nn", "ops": "srcad.ops", "testing": "srcad.testing"}
_NAMES = {
    "srcad.alias": ("alias_mindspore",),
    "srcad.cell": ("Cell",),
    "srcad.compiler.diagnostics.errors": ("CompileError",),
    "srcad.context": (
        "GRAPH_MODE",
        "PYNATIVE_MODE",
        "get_context",
        "jit",
        "mutable",
        "set_context",
        "static",
    ),
    "srcad.dtypes": (
        "bfloat16",
        "bool_",
        "complex64",
        "complex128",
        "float16",
        "float32",
        "float64",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
    ),
    "srcad.gradient": (
        "GradOperation",
        "RecompileWarning",
        "get_grad",
        "grad",
        "jacrev",
        "value_and_grad",
        "vjp",
    ),
    "srcad.implicit_function": ("implicit",),
    "srcad.inspecting": (
        "debug",
        "explain_gradient",
    ),
    "srcad.notebook": ("load_ipython_extension",),
    "srcad.ops._operator": ("defbprop",),
    "srcad.parameter": (
        "Parameter",
        "ParameterTuple",
    ),
    "srcad.random_state": (
        "get_seed",
        "set_seed",
    ),
    "srcad.tensor": (
        "Tensor",
        "from_numpy",
        "is_tensor",
        "tensor",
    ),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}


# Of several threads that use their first names, one imports. Python locks a module
# before the package that it stands in, and a package locks its modules as it imports
# them, so two threads could wait for each other. Our own modules wait for nobody, or
# one that is imported by its own name could wait for one who waits for it.
_IMPORTING = RLock()


def __getattr__(name: str) -> Any:
    if _is_asked_by_us():
        return _imported(name)
    with _IMPORTING:
        return _imported(name)


def _is_asked_by_us() -> bool:
    """Whether it is a module of this package that imports from it."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_globals.get("__name__") == "importlib._bootstrap":
        frame = frame.f_back
    return str(frame.f_globals.get("__name__")).startswith("srcad.")


def _imported(name: str) -> Any:
    if name in _SUBMODULES:
        value = import_module(_SUBMODULES[name])
    elif name in _MODULE_OF:
        value = getattr(import_module(_MODULE_OF[name]), name)
        if _MODULE_OF[name] in ("srcad.tensor", "srcad.parameter"):
            # The methods of Tensors are operators.
            import_module("srcad.ops")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_SUBMODULES, *_MODULE_OF})


__all__ = [
    "GRAPH_MODE",
    "PYNATIVE_MODE",
    "Cell",
    "CompileError",
    "GradOperation",
    "Parameter",
    "ParameterTuple",
    "RecompileWarning",
    "Tensor",
    "alias_mindspore",
    "bfloat16",
    "bool_",
    "complex64",
    "complex128",
    "debug",
    "defbprop",
    "dtype",
    "dtypes",
    "explain_gradient",
    "float16",
    "float32",
    "float64",
    "from_numpy",
    "get_context",
    "get_grad",
    "get_seed",
    "grad",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_tensor",
    "jacrev",
    "jit",
    "load_ipython_extension",
    "mutable",
    "nn",
    "ops",
    "set_context",
    "set_seed",
    "static",
    "tensor",
    "testing",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "value_and_grad",
    "vjp",
]
