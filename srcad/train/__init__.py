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
from srcad.train.classification import (
    F1,
    ConfusionMatrix,
    CosineSimilarity,
    Dice,
    Fbeta,
    Perplexity,
    Precision,
    Recall,
    Top1CategoricalAccuracy,
    Top5CategoricalAccuracy,
    TopKCategoricalAccuracy,
    auc,
)
from srcad.train.metric_names import get_metric_fn, names
from srcad.train.metrics import MAE, MSE, Accuracy, Loss, Metric, rearrange_inputs
from srcad.train.model import Model
from srcad.train.monitoring import (
    EarlyStopping,
    LambdaCallback,
    LearningRateScheduler,
    ReduceLROnPlateau,
)
from srcad.train.progress import LossCurve, ProgressBar
from srcad.train.serialization import (
    load_checkpoint,
    load_param_into_net,
    save_checkpoint,
)

__all__ = [
    "F1",
    "MAE",
    "MSE",
    "Accuracy",
    "Callback",
    "CheckpointConfig",
    "ConfusionMatrix",
    "CosineSimilarity",
    "Dice",
    "DynamicLossScaleManager",
    "EarlyStopping",
    "Fbeta",
    "FixedLossScaleManager",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "Loss",
    "LossCurve",
    "LossMonitor",
    "LossScaleManager",
    "Metric",
    "Model",
    "ModelCheckpoint",
    "Perplexity",
    "Precision",
    "ProgressBar",
    "Recall",
    "ReduceLROnPlateau",
    "RunContext",
    "TimeMonitor",
    "Top1CategoricalAccuracy",
    "Top5CategoricalAccuracy",
    "TopKCategoricalAccuracy",
    "auc",
    "get_metric_fn",
    "load_checkpoint",
    "load_param_into_net",
    "names",
    "rearrange_inputs",
    "save_checkpoint",
]
