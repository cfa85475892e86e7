"""Train an LSTM on the Zen of Python, and let it go on with a beginning.

It fails where a character costs more than half a bit at the end: the text is learned by
heart then.
"""

import argparse
import codecs
import contextlib
import io
import sys

import numpy as np

import srcad
from srcad import Tensor, nn, ops

from model import Characters

MOST_BITS = 0.5
STEPS = 32

with contextlib.redirect_stdout(io.StringIO()):
    import this

TEXT = codecs.decode(this.s, "rot13")
ALPHABET = sorted(set(TEXT))
PLACES = np.array([ALPHABET.index(letter) for letter in TEXT], np.int32)


def batches(rng, size=16):
    """Yield pieces of the text, and the same a character further."""
    starts = rng.permutation(len(PLACES) - STEPS - 1)
    for batch in np.array_split(starts, len(starts) // size):
        pieces = PLACES[batch[:, None] + np.arange(STEPS + 1)]
        yield Tensor(pieces[:, :-1]), Tensor(pieces[:, 1:])


def loss(network, text, target):
    """Return the mean cross entropy of a character, in nats."""
    scores, _ = network(text)
    return ops.cross_entropy(scores.reshape(-1, len(ALPHABET)), target.reshape(-1))


def continued(network, start, count):
    """Return a beginning, and the likeliest characters that follow."""
    text, state = [ALPHABET.index(letter) for letter in start], None
    scores, state = network(Tensor(np.array([text], np.int32)), state)
    for _ in range(count):
        text.append(int(scores.asnumpy()[0, -1].argmax()))
        scores, state = network(Tensor(np.array([text[-1:]], np.int32)), state)
    return "".join(ALPHABET[place] for place in text)


def main():
    """Train, print the bits of a character after each epoch, and a continuation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=15, help="default: 15")
    epochs = parser.parse_args().epochs

    srcad.set_seed(0)
    rng = np.random.default_rng(0)
    network = Characters(len(ALPHABET))
    optimizer = nn.Adam(network.trainable_params(), learning_rate=5e-3)
    step = srcad.value_and_grad(
        lambda text, target: loss(network, text, target), None, optimizer.parameters
    )
    bits = np.inf
    for epoch in range(epochs):
        total = []
        for text, target in batches(rng):
            value, gradients = step(text, target)
            # Longer steps than this one come where the loss is steep.
            optimizer(ops.clip_by_global_norm(gradients, 1.0))
            total.append(float(value.asnumpy()))
        bits = np.mean(total) / np.log(2)
        print(f"Epoch {epoch + 1}: {bits:.2f} bits a character", flush=True)
    print(continued(network, "Beautiful is", 60))
    if bits > MOST_BITS:
        sys.exit(f"That is more than {MOST_BITS} bits.")


if __name__ == "__main__":
    main()
