"""Which modules of srcad answer for which paths of MindSpore.

``SERVED`` maps a path under ``mindspore`` to the modules whose names it offers, in the
order in which they are looked through. A path that is not listed offers what the
nearest listed one above it does (``nn.layer.conv``, ``ops.operations.math_ops``), but
nothing where that is ``mindspore`` itself.
"""

from __future__ import annotations

__all__ = ["is_known", "sources"]

SERVED: dict[str, tuple[str, ...]] = {
    "": (
        *("srcad", "srcad.common", "srcad.common.api", "srcad.common.auto_parallel"),
        *("srcad.train.serialization", "srcad.train", "srcad.common.dtype"),
    ),
    "_checkparam": ("srcad.common.checkparam",),
    "_extends": ("srcad.common.api",),
    "boost": (),
    "common": ("srcad.common", "srcad.common.api", "srcad.common.dtype"),
    "common.api": ("srcad.common.api",),
    "common.dtype": ("srcad.common.dtype",),
    "common.initializer": ("srcad.common.initializer",),
    "common.parameter": ("srcad.common.parameter",),
    "common.seed": ("srcad.common.seed",),
    "common.tensor": ("srcad.common.tensor",),
    "context": ("srcad.context", "srcad.common.auto_parallel"),
    "dtype": ("srcad.common.dtype",),
    "log": ("srcad.common.log",),
    "mint": ("srcad.mint",),
    "mint.linalg": ("srcad.mint.linalg",),
    "mint.nn": ("srcad.mint.nn",),
    "mint.nn.functional": ("srcad.mint.nn.functional",),
    "mint.optim": ("srcad.mint.optim",),
    "mint.special": ("srcad.mint.special",),
    "nn": (
        *("srcad.nn", "srcad.train.metrics", "srcad.train.classification"),
        *("srcad.train.metric_names", "srcad.mint.nn.extended"),
    ),
    "nn.cell": ("srcad.nn",),
    "nn.layer": ("srcad.nn",),
    "nn.loss": ("srcad.nn",),
    "nn.dynamic_lr": ("srcad.nn.dynamic_lr",),
    "nn.learning_rate_schedule": ("srcad.nn.learning_rate_schedule",),
    "nn.optim": ("srcad.nn",),
    "nn.optim.optimizer": ("srcad.nn.optim.optimizer", "srcad.nn"),
    "nn.wrap": ("srcad.nn",),
    "numpy": ("srcad.numpy",),
    "ops": ("srcad.ops",),
    "ops.composite": ("srcad.ops",),
    "ops.function": ("srcad.ops", "srcad.custom_function"),
    "ops.functional": ("srcad.ops",),
    "ops.operations": ("srcad.ops",),
    "ops.primitive": ("srcad.ops",),
    # Of these srcad has nothing; scripts import them, and many never run them.
    "_c_expression": (),
    "amp": ("srcad.train.amp",),
    "communication": (),
    "communication.management": (),
    "dataset": (),
    "dataset.transforms": (),
    "dataset.vision": (),
    "experimental": (),
    "hal": (),
    "mindrecord": (),
    "nn.probability": (),
    "parallel": (),
    "profiler": (),
    "rewrite": (),
    "runtime": (),
    "scipy": (),
    "train": ("srcad.train",),
    "train.amp": ("srcad.train.amp",),
    "train.callback": (
        *("srcad.train.callbacks", "srcad.train.monitoring", "srcad.train.progress"),
    ),
    "train.metrics": (
        *("srcad.train.metrics", "srcad.train.classification"),
        "srcad.train.metric_names",
    ),
    "train.serialization": ("srcad.train.serialization",),
}


def is_known(path: str) -> bool:
    """Whether ``path`` is a module, and not a name in one, before it is imported."""
    return path in SERVED


def sources(path: str) -> tuple[str, ...]:
    """Return the names of srcad's modules that answer for ``path``."""
    listed = path
    while listed not in SERVED:
        listed = listed.rpartition(".")[0]
    return SERVED[listed] if listed or not path else ()
