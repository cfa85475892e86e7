"""The dtypes that what is evaluated computes in."""

from __future__ import annotations

from dataclasses import dataclass, field

from srcad.compiler.ir.types import Value
from srcad.compiler.reading.protocol import Automatic


@dataclass(slots=True, eq=False)
class Precision:
    """``dtype`` replaces every floating dtype, where it is given; ``computing`` is what
    ``to_float`` or level "auto" asks operators to compute in, and ``autocasts`` counts
    the casts to it. ``casts`` are values that the program itself casts.
    """

    dtype: str | None = None
    computing: str | Automatic | None = None
    autocasts: int = 0
    casts: set[Value] = field(default_factory=set)

    @property
    def automatic(self) -> Automatic | None:
        """The lists of level "auto", by which each operator is computed."""
        return self.computing if isinstance(self.computing, Automatic) else None

    @property
    def computed_in(self) -> str | None:
        """The dtype that all operators are computed in, if there is one."""
        return None if isinstance(self.computing, Automatic) else self.computing
