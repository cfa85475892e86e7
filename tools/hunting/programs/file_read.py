"""A helper that reads a file: another result each time."""

FILES = {"scale.txt": "2.0"}
REFUSED = "SRC025"


def scale():
    with open("scale.txt") as file:
        return float(file.read())


def function(x):
    return x * scale()
