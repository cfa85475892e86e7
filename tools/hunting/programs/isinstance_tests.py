"""What depends on the class of an object."""


class Shape:
    factor = 1.0


class Square(Shape):
    factor = 2.0


class Circle(Shape):
    factor = 3.0


class Holder:
    pass


holder = Holder()
holder.shape = Square()
holder.spare = Circle()


def function(x):
    y = x * holder.shape.factor
    if isinstance(holder.shape, Square):
        y = y + 1.0
    if type(holder.shape) is Circle:
        y = y * x
    if issubclass(type(holder.spare), Shape):
        y = y * 0.5
    return y
