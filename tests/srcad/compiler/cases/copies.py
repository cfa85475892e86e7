"""Copies of what is known, and other new containers, which the program changes."""

import copy
import dataclasses
import json
import re

import numpy as np

from tests.srcad.compiler.cases.case import case

SETTINGS = {"rate": 0.1, "inner": {"decay": 0.9, "steps": [1.0, 2.0]}}
TABLE = {"weights": np.linspace(0.5, 1.5, 3)}


@dataclasses.dataclass
class Layer:
    weights: np.ndarray
    scale: float = 2.0
    notes: dict = dataclasses.field(default_factory=lambda: {"gain": 1.5})


LAYER = Layer(np.linspace(1.0, 2.0, 3))


@case("float64[3]")
def settings_that_are_copied(x):
    settings = copy.deepcopy(SETTINGS)
    if x[0] > 0:
        settings["inner"]["decay"] *= x[1]
    else:
        settings["inner"]["steps"][0] = x[1]
    shallow = copy.copy(SETTINGS)
    shallow["rate"] = x[2]
    return settings["inner"]["decay"] * settings["inner"]["steps"][0] * shallow["rate"]


@case("float64[3]")
def arrays_in_what_is_copied(x):
    table = copy.deepcopy(TABLE)
    table["weights"][1] *= x[1]
    alone = copy.copy(TABLE["weights"])
    alone[0] = x[2]
    return table["weights"] @ alone * x[0]


@case("float64[3]")
def records_that_are_copied(x):
    layer = copy.deepcopy(LAYER)
    layer.scale = x[0]
    layer.weights[2] = x[1]
    layer.notes["gain"] *= x[2]
    items = dataclasses.asdict(LAYER)
    items["notes"]["gain"] = x[0] * x[2]
    return layer.weights.sum() * layer.scale + layer.notes["gain"] * items["scale"]


@case("float64[3]")
def one_thing_at_two_places(x):
    first, second = copy.deepcopy([TABLE, TABLE])
    first["weights"][0] = x[0]
    return second["weights"] @ x


@case("float64[3]")
def containers_from_functions_that_are_called(x):
    totals = dict.fromkeys("ab", 0.0)
    words, matrix = "p q".split(), np.eye(2).tolist()
    read, found = json.loads('{"a": [1.0, 2.0]}'), re.findall("[a-z]", "a1b")
    words[0] = found[1] = x[0]
    matrix[0][1] = read["a"][0] = x[1]
    for v in x:
        if v > 0:
            totals["a"] += v * v
        else:
            totals["b"] -= v
    return totals["a"] * words[0] + totals["b"] * matrix[0][1] * read["a"][0] + found[1]
