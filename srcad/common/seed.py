"""MindSpore's ``common.seed``."""

from srcad.random_state import get_seed, set_seed

__all__ = ["get_seed", "set_seed"]
