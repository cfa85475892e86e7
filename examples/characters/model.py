"""A language model of characters: an LSTM that says what may come next."""

from srcad import nn


class Characters(nn.Cell):
    """Embedding, LSTM and scores; ``(N, T)`` characters to ``(N, T, characters)``."""

    def __init__(self, characters: int, size: int = 64):
        super().__init__()
        self.embedding = nn.Embedding(characters, 16)
        self.lstm = nn.LSTM(16, size, batch_first=True)
        self.scores = nn.Dense(size, characters)

    def construct(self, text, state=None):
        hidden, state = self.lstm(self.embedding(text), state)
        return self.scores(hidden), state
