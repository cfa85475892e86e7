"""A small Transformer that reads a sequence of digits and gives them in order."""

import numpy as np

from srcad import Parameter, Tensor, nn


class Sorter(nn.Cell):
    """An encoder over embeddings and places; scores of the digit at each place."""

    def __init__(self, digits: int = 10, length: int = 8, size: int = 32):
        super().__init__()
        layer = nn.TransformerEncoderLayer(
            size, 4, dim_feedforward=2 * size, dropout=0.0, batch_first=True
        )
        self.embedding = nn.Embedding(digits, size, embedding_table="xavier_uniform")
        places = np.random.default_rng(0).normal(size=(length, size)) * 0.3
        self.places = Parameter(Tensor(places.astype(np.float32)), name="places")
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.scores = nn.Dense(size, digits)

    def construct(self, numbers):
        return self.scores(self.encoder(self.embedding(numbers) + self.places))
