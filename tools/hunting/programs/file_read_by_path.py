"""A file that is read through ``pathlib``, in a method."""

from pathlib import Path

FILES = {"scale.txt": "2.0"}
REFUSED = "SRC025"


class Settings:
    def __init__(self, path):
        self.path = Path(path)

    def scale(self):
        return float(self.path.read_text())


settings = Settings("scale.txt")


def function(x):
    return x * settings.scale()
