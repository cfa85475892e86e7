"""Slots with private names, and one that a base class has."""


class Base:
    __slots__ = ("_shift",)


class Scale(Base):
    __slots__ = ("__by", "power")

    def __init__(self, by, shift, power):
        self.__by = by
        self._shift = shift
        self.power = power

    def of(self, v):
        return (v * self.__by + self._shift) ** self.power


scale = Scale(1.5, 0.25, 2)


def function(x):
    return scale.of(x)
