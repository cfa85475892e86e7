"""``grad``, ``vjp``, ``GradOperation`` and so on: MindSpore's, on generated modules.

The first call with arrays of some dtypes and ranks compiles a backward module (or finds
it in the store) and imports it; every call runs it. There is no other gradient path.
"""

from srcad.gradient.function import GradientFunction
from srcad.gradient.jacobians import jacrev, vjp
from srcad.gradient.modules import default_store
from srcad.gradient.recompiles import RecompileWarning
from srcad.gradient.transforms import GradOperation, get_grad, grad, value_and_grad

__all__ = [
    "GradOperation",
    "GradientFunction",
    "RecompileWarning",
    "default_store",
    "get_grad",
    "grad",
    "jacrev",
    "value_and_grad",
    "vjp",
]
