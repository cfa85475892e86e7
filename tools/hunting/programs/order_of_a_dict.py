"""What depends on the order of a dict's entries and of an object's attributes."""


class Stages:
    def __init__(self):
        self.first = 2.0
        self.second = 0.5


stages = Stages()
table = {"add": 1.0, "multiply": 3.0}


def function(x):
    for name, value in table.items():
        x = x + value if name == "add" else x * value
    for value in vars(stages).values():
        x = (x + 1.0) * value
    return x
