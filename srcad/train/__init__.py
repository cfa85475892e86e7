"""Training: checkpoints."""

from srcad.train.serialization import (
    load_checkpoint,
    load_param_into_net,
    save_checkpoint,
)

__all__ = ["load_checkpoint", "load_param_into_net", "save_checkpoint"]
