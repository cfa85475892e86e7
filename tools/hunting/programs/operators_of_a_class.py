"""Operators that a class defines for its objects."""


class Affine:
    def __init__(self, scale, shift):
        self.scale = scale
        self.shift = shift

    def __matmul__(self, v):
        return v * self.scale + self.shift

    def __len__(self):
        return 3

    def __bool__(self):
        return self.scale > 0

    def __getitem__(self, index):
        return (self.scale, self.shift)[index]

    def __contains__(self, name):
        return name == "scale"


affine = Affine(1.5, -0.5)


def function(x):
    y = affine @ x
    if affine:
        y = y * len(affine)
    if "scale" in affine:
        y = y + affine[0]
    return y
