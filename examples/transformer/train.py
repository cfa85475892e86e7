"""Train a small Transformer to put sequences of eight digits in order.

It fails where fewer than 99 % of the digits of new sequences are at their place.
"""

import argparse
import sys

import numpy as np

import srcad
from srcad import nn, train

from model import Sorter

LEAST_ACCURACY = 0.99
LENGTH, BATCH_SIZE, BATCHES = 8, 64, 50


class Sequences:
    """Batches of new sequences, and the same digits in order."""

    def __init__(self, seed, batches=BATCHES):
        self.rng = np.random.default_rng(seed)
        self.batches = batches

    def __len__(self):
        return self.batches

    def __iter__(self):
        for _ in range(self.batches):
            numbers = self.rng.integers(0, 10, (BATCH_SIZE, LENGTH)).astype(np.int32)
            yield numbers, np.sort(numbers, axis=1)


class Loss(nn.Cell):
    """The mean cross entropy over all places."""

    def __init__(self):
        super().__init__()
        self.of_rows = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")

    def construct(self, scores, label):
        return self.of_rows(scores.reshape(-1, 10), label.reshape(-1))


class Share(train.Metric):
    """The share of the digits that are at their place."""

    def update(self, scores, label):
        right = scores.asnumpy().argmax(axis=2) == label.asnumpy()
        self._add(right)


def main():
    """Train, show some sequences, and print the accuracy on new ones."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=8, help="default: 8")
    epochs = parser.parse_args().epochs

    srcad.set_seed(0)
    network = Sorter(length=LENGTH)
    rate = nn.cosine_decay_lr(1e-4, 3e-3, epochs * BATCHES, BATCHES, epochs)
    optimizer = nn.AdamWeightDecay(network.trainable_params(), learning_rate=rate)
    model = train.Model(network, Loss(), optimizer, metrics={"share": Share()})
    model.train(epochs, Sequences(1), [train.ProgressBar()])
    examples = next(iter(Sequences(2)))[0][:3]
    for numbers, scores in zip(
        examples, model.predict(examples).asnumpy(), strict=True
    ):
        print(*numbers, "->", *scores.argmax(axis=1))
    share = model.eval(Sequences(3, 10))["share"]
    print(f"Digits at their place, in new sequences: {share:.1%}")
    if share < LEAST_ACCURACY:
        sys.exit(f"That is less than {LEAST_ACCURACY:.0%}.")


if __name__ == "__main__":
    main()
