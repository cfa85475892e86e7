"""Settings of parallel runs: srcad runs one process on one CPU, and they say so.

Scripts ask for them, and reset them, where they run alone as well. What would spread
the work is refused.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "ParallelMode",
    "get_auto_parallel_context",
    "reset_auto_parallel_context",
    "set_auto_parallel_context",
]


class ParallelMode:
    """The names of MindSpore's ways to run in parallel."""

    STAND_ALONE = "stand_alone"
    DATA_PARALLEL = "data_parallel"
    HYBRID_PARALLEL = "hybrid_parallel"
    SEMI_AUTO_PARALLEL = "semi_auto_parallel"
    AUTO_PARALLEL = "auto_parallel"
    MODE_LIST = (
        *(STAND_ALONE, DATA_PARALLEL, HYBRID_PARALLEL, SEMI_AUTO_PARALLEL),
        AUTO_PARALLEL,
    )


# Those that cannot be changed: there is one process.
_FIXED = {"parallel_mode": ParallelMode.STAND_ALONE, "device_num": 1, "global_rank": 0}
_FIXED |= {"pipeline_stages": 1}
_DEFAULTS: dict[str, Any] = {
    **_FIXED,
    "all_reduce_fusion_config": [],
    "dataset_strategy": "data_parallel",
    "enable_alltoall": False,
    "enable_parallel_optimizer": False,
    "full_batch": False,
    "gradient_fp32_sync": True,
    "gradients_mean": False,
    "loss_repeated_mean": True,
    "parameter_broadcast": False,
    "search_mode": "recursive_programming",
    "strategy_ckpt_load_file": "",
    "strategy_ckpt_save_file": "",
}
_settings = dict(_DEFAULTS)


def set_auto_parallel_context(**kwargs: Any) -> None:
    """Keep settings, which have no effect.

    Raises ValueError for an unknown one, and for what would be another mode than
    "stand_alone", or several devices or stages.
    """
    for key, value in kwargs.items():
        if key not in _DEFAULTS:
            raise ValueError(f"Set context keyword {key} is not recognized!")
        if value != _FIXED.get(key, value):
            raise ValueError(
                f"srcad runs one process on one CPU; {key} can not be {value!r}."
            )
    _settings.update(kwargs)


def get_auto_parallel_context(attr_key: str) -> Any:
    """Return a setting. Raises ValueError for an unknown one."""
    if attr_key not in _settings:
        raise ValueError(f"Get context keyword {attr_key} is not recognized!")
    return _settings[attr_key]


def reset_auto_parallel_context() -> None:
    """Go back to the defaults."""
    _settings.clear()
    _settings.update(_DEFAULTS)
