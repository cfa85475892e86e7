r"""Train the digit classifier with the gradient module that srcad generated.

The module is an ordinary file in ``generated/``, beside this one. Write it first:

    srcad generate examples/digits/model.py::Classifier \
        --init '{"hidden": 64}' \
        --input 'x=float32[batch, 64]' --input 'target=int32[batch]' \
        -o examples/digits/generated

then run ``python examples/digits/train.py``. It fails where the network recognises
fewer than 95 % of the digits that it was not trained on.
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import srcad

from model import Classifier

try:
    from generated.classifier_backward import value_and_grad
except ModuleNotFoundError as error:
    if error.name not in {"generated", "generated.classifier_backward"}:
        raise
    sys.exit(f"There is no gradient module yet. {__doc__}")

LEAST_ACCURACY = 0.95
BATCH_SIZE = 32
LEARNING_RATE = 0.2


def load_data():
    """Return images and digits to train on, then images and digits held out.

    Images are float32[count, 64] from 0 to 1, digits int32[count].
    """
    pixels, digits = load_digits(return_X_y=True)
    images = (pixels / 16).astype(np.float32)
    train_x, test_x, train_y, test_y = train_test_split(
        images, digits.astype(np.int32), test_size=0.2, random_state=0, stratify=digits
    )
    return train_x, train_y, test_x, test_y


def train(params, x, target, epochs):
    """Take the steps of stochastic gradient descent, in place, on ``params``.

    Return the mean loss of each epoch.
    """
    rng = np.random.default_rng(0)
    batches = len(x) // BATCH_SIZE
    losses = []
    for _ in track(range(epochs), "Training", console=Console(stderr=True)):
        total = 0.0
        # The last batches are one image smaller: the module takes any batch size.
        for batch in np.array_split(rng.permutation(len(x)), batches):
            loss, (_, gradients) = value_and_grad(x[batch], target[batch], params)
            for name, gradient in gradients.items():
                params[name] -= LEARNING_RATE * gradient
            total += float(loss)
        losses.append(total / batches)
    return losses


def accuracy(network, params, x, target):
    """Return the share of ``x`` that the network recognises with these parameters."""
    for parameter in network.trainable_params():
        parameter.set_data(srcad.Tensor(params[parameter.name]))
    scores = network.logits(srcad.Tensor(x)).asnumpy()
    return np.mean(scores.argmax(axis=1) == target)


def save_loss_curve(losses, path):
    """Draw the loss of each epoch as a PNG, where matplotlib is installed."""
    try:
        import matplotlib
    except ModuleNotFoundError:
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.semilogy(range(1, len(losses) + 1), losses)
    axes.set(title="Training on 1,437 handwritten digits", xlabel="epoch")
    axes.set_ylabel("mean cross entropy")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)
    print(f"Loss curve: {os.path.relpath(path)}")


def main():
    """Train, save the loss curve, and print the accuracy on the held-out digits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=30, help="default: 30")
    epochs = parser.parse_args().epochs

    srcad.set_seed(0)
    network = Classifier(hidden=64)
    params = {p.name: p.asnumpy().copy() for p in network.trainable_params()}
    train_x, train_y, test_x, test_y = load_data()

    losses = train(params, train_x, train_y, epochs)
    if losses:
        first, last = losses[0], losses[-1]
        print(f"Mean loss: {first:.3f} in the first epoch, {last:.3f} in the last")
        save_loss_curve(losses, Path(__file__).parent / "loss.png")

    share = accuracy(network, params, test_x, test_y)
    print(f"Accuracy on {len(test_y)} held-out digits: {share:.1%}")
    if share < LEAST_ACCURACY:
        sys.exit(f"That is less than {LEAST_ACCURACY:.0%}.")


if __name__ == "__main__":
    main()
