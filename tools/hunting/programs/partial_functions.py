"""``functools.partial``, and objects that keep functions."""

import functools


def scaled(v, by, shift=0.0):
    return v * by + shift


double = functools.partial(scaled, by=2.0)
moved = functools.partial(double, shift=0.5)


class Pipeline:
    def __init__(self, *stages):
        self.stages = list(stages)

    def run(self, v):
        for stage in self.stages:
            v = stage(v)
        return v


pipeline = Pipeline(double, moved)


def function(x):
    return pipeline.run(x) + moved(x)
