"""A match over classes, by position and by name, and what they are called."""


class Point:
    __match_args__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Other(Point):
    """Another point."""


POINTS = [Point(1.0, 2.0), Other(0.5, 3.0), {"kind": "text", "a": 2.5}, [1.0, 2.0]]


def helper(x: float, scale: float = 2.0) -> float:
    """The helper."""
    return x * scale


def function(x):
    y = x
    for point in POINTS:
        match point:
            case Other(b=b):
                y = y * b
            case Point(1.0, b):
                y = y + b * x
            case {"kind": "text", "a": a}:
                y = y - a
            case [a, *rest]:
                y = y * a + len(rest)
    y = helper(y) + len(helper.__name__) + len(Other.__doc__ or "")
    return y * len(helper.__annotations__) + len(type(POINTS[1]).__name__) * x
