"""Train spiking neurons on the handwritten digits, with early stopping.

It fails where the network recognises fewer than 95 % of the digits it was not trained
on. The neurons say 0 or 1; their gradient is that of a surrogate, a ``bprop``.
"""

import argparse
import sys

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import srcad
from srcad import nn, train

from model import Spiking

LEAST_ACCURACY = 0.95
BATCH_SIZE = 32


class Digits:
    """Batches of pictures ``(N, 64)`` and digits, in another order each epoch."""

    def __init__(self, pixels, digits):
        self.pixels = pixels
        self.digits = digits
        self.rng = np.random.default_rng(0)

    def __len__(self):
        return len(self.pixels) // BATCH_SIZE

    def __iter__(self):
        order = self.rng.permutation(len(self.pixels))
        for batch in np.array_split(order, len(self)):
            yield self.pixels[batch], self.digits[batch]


def load_data():
    """Return the digits to train on, those to stop by, and those held out."""
    pixels, digits = load_digits(return_X_y=True)
    pixels, digits = (pixels / 16).astype(np.float32), digits.astype(np.int32)
    parts = []
    for share in (0.2, 0.1):
        pixels, part, digits, labels = train_test_split(
            pixels, digits, test_size=share, random_state=0, stratify=digits
        )
        parts.append(Digits(part, labels))
    test_data, valid_data = parts
    return Digits(pixels, digits), valid_data, test_data


def main():
    """Train until digits are recognised no better, and print how well others are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=30, help="default: 30")
    epochs = parser.parse_args().epochs

    srcad.set_seed(0)
    train_data, valid_data, test_data = load_data()
    network = Spiking()
    model = train.Model(
        network,
        nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean"),
        nn.Adam(network.trainable_params(), learning_rate=3e-3),
        metrics={"accuracy"},
    )
    stopping = train.EarlyStopping(
        "accuracy", patience=10, restore_best_weights=True, verbose=True
    )
    model.fit(epochs, train_data, valid_data, callbacks=stopping)
    share = model.eval(test_data)["accuracy"]
    print(f"Accuracy on {len(test_data.pixels)} held-out digits: {share:.2%}")
    if share < LEAST_ACCURACY:
        sys.exit(f"That is less than {LEAST_ACCURACY:.1%}.")


if __name__ == "__main__":
    main()
