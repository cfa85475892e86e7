"""Metrics by their names, as a Model takes them."""

from __future__ import annotations

from typing import Any

from srcad.train import classification, metrics
from srcad.train.metrics import Metric

__all__ = ["get_metric_fn", "get_metrics", "names"]

NAMES: dict[str, Any] = {
    "F1": classification.F1,
    "MAE": metrics.MAE,
    "MSE": metrics.MSE,
    "acc": metrics.Accuracy,
    "accuracy": metrics.Accuracy,
    "auc": classification.auc,
    "confusion_matrix": classification.ConfusionMatrix,
    "cosine_similarity": classification.CosineSimilarity,
    "dice": classification.Dice,
    "loss": metrics.Loss,
    "mae": metrics.MAE,
    "mse": metrics.MSE,
    "perplexity": classification.Perplexity,
    "precision": classification.Precision,
    "recall": classification.Recall,
    "top_1_accuracy": classification.Top1CategoricalAccuracy,
    "top_5_accuracy": classification.Top5CategoricalAccuracy,
    "topk": classification.TopKCategoricalAccuracy,
}


def names() -> list[str]:
    """Return the names, in order."""
    return sorted(NAMES)


def get_metric_fn(name: str, *args: Any, **kwargs: Any) -> Any:
    """Return the metric of a name, made with these settings; KeyError for others."""
    if name not in NAMES:
        raise KeyError(f"Unknown Metric: {name}.")
    return NAMES[name](*args, **kwargs)


def get_metrics(given: Any) -> dict[str, Metric]:
    """Return name to metric, of a dict of these or a set of names.

    Raises KeyError for an unknown name, TypeError for what is none of these.
    """
    if given is None:
        return {}
    if isinstance(given, dict):
        for name, metric in given.items():
            if not isinstance(name, str) or not isinstance(metric, Metric):
                raise TypeError(
                    "For 'get_metrics', a dict has a Metric for each name, but got "
                    f"{name!r}: {type(metric)}."
                )
        return dict(given)
    if not isinstance(given, (set, frozenset, list, tuple)):
        raise TypeError(f"Metrics are a dict or a set of names, not {type(given)}.")
    return {name: get_metric_fn(name) for name in given}
