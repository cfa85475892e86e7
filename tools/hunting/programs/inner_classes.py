"""A class that a function defines, and objects that it makes of one of the module."""


class Base:
    factor = 2.0

    def of(self, v):
        return v * self.factor


def function(x):
    class Inner(Base):
        def of(self, v):
            return super().of(v) + 1.0

    return Inner().of(x) * Base().of(x)
