"""One array under two names, one of which is written to."""

import numpy as np


class State:
    def __init__(self):
        self.kept = np.ones(3)
        self.alias = self.kept
        self.other = np.ones(3)


state = State()


def function(x):
    same = 2.0 if state.kept is state.alias else 1.0
    apart = 3.0 if state.kept is state.other else 1.0
    return x * state.kept * same + state.other * apart * x
