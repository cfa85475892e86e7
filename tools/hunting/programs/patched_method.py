"""Methods, of a class and of its base, that call each other."""

import numpy as np


class Base:
    def outer(self, v):
        return np.tanh(self.inner(v))

    def inner(self, v):
        return v * 5.0


class Model(Base):
    def inner(self, v):
        return super().inner(v) + self.bias()

    def bias(self):
        return 0.125


model = Model()


def function(x):
    return model.outer(x) + model.inner(x)
