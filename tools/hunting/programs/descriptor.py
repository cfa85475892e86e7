"""Descriptors: one that computes from an attribute, and one that also sets it."""


class Scaled:
    factor = 2.0

    def __init__(self, name):
        self.name = name

    def __get__(self, item, kind=None):
        return getattr(item, self.name) * self.factor


class Settable(Scaled):
    def __set__(self, item, value):
        setattr(item, self.name, value)


class Model:
    rate = Scaled("_rate")
    gain = Settable("_gain")

    def __init__(self):
        self._rate = 1.5
        self.gain = 0.5


model = Model()


def function(x):
    return x * model.rate + model.gain
