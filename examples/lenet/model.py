"""LeNet for small pictures: LeCun et al. 1998, with less of everything."""

from srcad import nn


class LeNet(nn.Cell):
    """Two convolutions with pooling, then three layers; ``(N, 1, 8, 8)`` to scores."""

    def __init__(self, classes: int = 10):
        super().__init__()
        self.conv1 = nn.Conv2d(
            1, 16, 3, pad_mode="same", has_bias=True, weight_init="he_normal"
        )
        self.conv2 = nn.Conv2d(
            16, 32, 3, pad_mode="same", has_bias=True, weight_init="he_normal"
        )
        self.pool = nn.MaxPool2d(2, 2)
        self.relu = nn.ReLU()
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(32 * 2 * 2, 84, weight_init="he_normal")
        self.fc2 = nn.Dense(84, classes)

    def construct(self, x):
        x = self.pool(self.relu(self.conv1(x)))
        x = self.pool(self.relu(self.conv2(x)))
        return self.fc2(self.relu(self.fc1(self.flatten(x))))
