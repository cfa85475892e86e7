"""A Cell that reads attributes of its class through ``self``."""

from srcad import nn


class Base(nn.Cell):
    gain = 1.5

    def inherited(self, h):
        return h * self.gain


class Net(Base):
    shift = 0.25
    names = ("gain",)

    def construct(self, x):
        for name in self.names:
            x = x * getattr(self, name)
        return self.inherited(x) + self.shift


function = Net()
