"""Training: a Model with its callbacks and metrics, mixed precision, checkpoints."""

from srcad.train.amp import (
    DynamicLossScaleManager,
    FixedLossScaleManager,
    LossScaleManager,
)
from srcad.train.callbacks import (
    Callback,
    CheckpointConfig,
    History,
    LossMonitor,
    ModelCheckpoint,
    RunContext,
    TimeMonitor,
)
from srcad.train.metrics import MAE, MSE, Accuracy, Loss, Metric
from srcad.train.model import Model
from srcad.train.progress import LossCurve, ProgressBar
from srcad.train.serialization import (
    load_checkpoint,
    load_param_into_net,
    save_checkpoint,
)

__all__ = [
    "MAE",
    "MSE",
    "Accuracy",
    "Callback",
    "CheckpointConfig",
    "DynamicLossScaleManager",
    "FixedLossScaleManager",
    "History",
    "Loss",
    "LossCurve",
    "LossMonitor",
    "LossScaleManager",
    "Metric",
    "Model",
    "ModelCheckpoint",
    "ProgressBar",
    "RunContext",
    "TimeMonitor",
    "load_checkpoint",
    "load_param_into_net",
    "save_checkpoint",
]
