"""Programs whose size is a number: what compile time is measured on."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import srcad
from srcad import Tensor, nn, ops


@dataclass(frozen=True, slots=True)
class Family:
    """Programs of one kind. ``make`` gives, for a size, what is differentiated and its
    arguments; Parameters of a Cell are differentiated by as well."""

    name: str
    make: Callable[[int], tuple[Any, tuple[Any, ...]]]
    sizes: tuple[int, ...]


FAMILIES: list[Family] = []


def family(*sizes: int) -> Callable[[Callable[[int], Any]], Callable[[int], Any]]:
    """Enter a family, with the sizes that are measured."""

    def enter(make: Callable[[int], Any]) -> Callable[[int], Any]:
        FAMILIES.append(Family(make.__name__, make, sizes))
        return make

    return enter


_numbers = itertools.count(1)


def function_of(text: str, name: str = "f") -> Any:
    """A function of a text, which is found as that of a notebook is."""
    path = f"<program {next(_numbers)}>"
    linecache.cache[path] = len(text), None, text.splitlines(True), path
    space: dict[str, Any] = {"np": np, "__name__": "programs"}
    exec(compile(text, path, "exec"), space)
    return space[name]


def _vector(count: int = 7) -> Any:
    return np.linspace(0.1, 1.0, count)


# ---------------------------------------------------------------------------- functions


@family(50, 200, 800, 3200)
def straight_line(count: int) -> Any:
    """Statements one after the other, each of two of the last five variables."""
    lines = ["def f(v0, w):"]
    for k in range(1, count + 1):
        near, far = f"v{k - 1}", f"v{max(0, k - 5)}"
        right = (f"np.sin({near}) * {far}", f"{near} * w + {far}")[k % 2]
        lines.append(f"    v{k} = {right}")
    lines.append(f"    return np.sum(v{count})")
    return function_of("\n".join(lines) + "\n"), (_vector(), _vector())


@family(5, 20, 80, 320)
def appended_on_paths(count: int) -> Any:
    """A list that is appended to on some paths, and added up."""
    lines = ["def f(v, w):", "    xs = [v[0]]"]
    for k in range(count):
        lines += [f"    if w[0] > {k}:", f"        xs.append(v[1] * {k + 1})"]
    lines.append("    return sum(xs) * w[0]")
    return function_of("\n".join(lines) + "\n"), (_vector(), _vector())


@family(5, 20, 80, 320)
def bound_on_a_path(count: int) -> Any:
    """A branch that binds many names, of each of which there is another value."""
    paths = [("if v[0] > w[0]", "v"), ("else", "w")]
    lines = ["def f(v, w):"]
    for test, name in paths:
        lines.append(f"    {test}:")
        lines += [f"        a{k} = {name} * {k + 1}" for k in range(count)]
    lines.append(f"    return {' + '.join(f'a{k} * a{k}' for k in range(count))}")
    return function_of("\n".join(lines) + "\n"), (_vector(), _vector())


@family(1, 8, 32, 128)
def helper(count: int) -> Any:
    """A helper of six statements, called again and again."""
    lines = [
        "def smooth(x, w):",
        "    a = np.tanh(x * w)",
        "    b = np.exp(-a * a)",
        "    c = np.sqrt(1.0 + b * b)",
        "    d = a * b + c",
        "    e = np.log(1.0 + d * d)",
        "    return e / c",
        "def f(x, w):",
    ]
    lines += ["    x = smooth(x, w)"] * count
    lines.append("    return np.sum(x)")
    return function_of("\n".join(lines) + "\n"), (_vector(), _vector())


@family(2, 4, 8)
def nested_helpers(depth: int) -> Any:
    """Helpers that each call the one before it twice."""
    lines = ["def h0(x, w):", "    y = np.sin(x) * w", "    return y + np.cos(y)"]
    for k in range(1, depth + 1):
        lines += [
            f"def h{k}(x, w):",
            f"    y = h{k - 1}(x, w)",
            f"    return h{k - 1}(y * y, w) + y",
        ]
    lines += ["def f(x, w):", f"    return np.sum(h{depth}(x, w))"]
    return function_of("\n".join(lines) + "\n"), (_vector(), _vector())


@family(1, 4, 8)
def rows_written(count: int) -> Any:
    """Two arrays, written row by row in a nested loop and read around it."""
    lines = ["def f(x, w):", "    a = np.zeros((5, 7))", "    b = np.ones((5, 7))"]
    for _ in range(count):
        lines += [
            "    for i in range(1, x.shape[0]):",
            "        s = np.mean(a) + np.mean(b)",
            "        for j in range(1, x.shape[0]):",
            "            a[j] = np.sin(b[j - 1] * x[i]) + a[j - 1] * s",
            "            b[j] = np.sin(a[j]) + np.sin(b[j - 1]) * w",
            "        x = x + a[i] * 0.01 * b[i]",
        ]
    lines.append("    return np.sum(a * b) + np.sum(x)")
    return function_of("\n".join(lines) + "\n"), (np.ones((5, 7)), _vector())


# ----------------------------------------------------------------------------- networks


def _tensor(*shape: int) -> Any:
    count = int(np.prod(shape))
    return Tensor(np.linspace(-1, 1, count, dtype=np.float32).reshape(shape))


class Perceptron(nn.Cell):
    """Dense layers of different sizes."""

    def __init__(self, depth):
        super().__init__()
        self.layers = nn.CellList(
            [nn.Dense(4 + k % 3, 4 + (k + 1) % 3) for k in range(depth)]
        )

    def construct(self, x):
        for layer in self.layers:
            x = ops.tanh(layer(x))
        return ops.sum(x)


@family(4, 16, 64, 256)
def perceptron(depth: int) -> Any:
    """Dense layers one after the other."""
    return Perceptron(depth), (_tensor(3, 4),)


@family(4, 16, 64, 256)
def layers_of_arrays(depth: int) -> Any:
    """Dense layers that are tuples of arrays; the biases have an axis of size 1."""
    lines = [
        "def f(layers, x):",
        "    for weight, bias in layers:",
        "        x = np.tanh(x @ weight + bias)",
        "    return np.sum(x)",
    ]
    layers = [
        (np.full((4 + k % 3, 4 + (k + 1) % 3), 0.1), np.zeros((1, 4 + (k + 1) % 3)))
        for k in range(depth)
    ]
    return function_of("\n".join(lines) + "\n"), (layers, np.ones((3, 4)))


class Equal(nn.Cell):
    """Dense layers that are alike."""

    def __init__(self, depth):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(4, 4) for _ in range(depth)])

    def construct(self, x):
        for layer in self.layers:
            x = ops.tanh(layer(x))
        return ops.sum(x)


@family(4, 16, 64, 256)
def equal_layers(depth: int) -> Any:
    """Dense layers one after the other, all of one size."""
    return Equal(depth), (_tensor(3, 4),)


class Residual(nn.Cell):
    """Two convolutions with normalisation, and a way past them."""

    def __init__(self, before, after, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, 3, stride=stride)
        self.bn1 = nn.BatchNorm2d(after)
        self.conv2 = nn.Conv2d(after, after, 3)
        self.bn2 = nn.BatchNorm2d(after)
        self.relu = nn.ReLU()
        self.down = None
        if stride > 1 or before != after:
            self.down = nn.SequentialCell(
                [nn.Conv2d(before, after, 1, stride=stride), nn.BatchNorm2d(after)]
            )

    def construct(self, x):
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        if self.down is not None:
            x = self.down(x)
        return self.relu(x + y)


class ResNet(nn.Cell):
    """A stem, three groups of residual blocks, and a classifier."""

    def __init__(self, blocks):
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3)
        self.bn = nn.BatchNorm2d(4)
        self.relu = nn.ReLU()
        layers = []
        before = 4
        for group, after in enumerate((4, 8, 16)):
            for k in range(blocks):
                stride = 2 if group and not k else 1
                layers.append(Residual(before, after, stride))
                before = after
        self.layers = nn.SequentialCell(layers)
        self.head = nn.Dense(16, 10)

    def construct(self, x, target):
        x = self.relu(self.bn(self.stem(x)))
        x = ops.mean(self.layers(x), (2, 3))
        return ops.cross_entropy(self.head(x), target)


@family(8, 20)
def resnet(layers: int) -> Any:
    """A convolutional network with residual blocks; 20 layers are nine blocks."""
    net = ResNet((layers - 2) // 6).set_train()
    return net, (_tensor(2, 3, 8, 8), Tensor(np.array([1, 2], dtype=np.int32)))


class Attention(nn.Cell):
    """Multi-head self-attention."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Dense(width, 3 * width)
        self.proj = nn.Dense(width, width)

    def construct(self, x):
        batch, count, width = x.shape
        size = width // self.heads
        qkv = self.qkv(x).reshape(batch, count, 3, self.heads, size)
        q, k, v = qkv.transpose(2, 0, 3, 1, 4)
        scores = ops.softmax(q @ k.swapaxes(-1, -2) / size**0.5, -1)
        out = (scores @ v).swapaxes(1, 2).reshape(batch, count, width)
        return self.proj(out)


class Block(nn.Cell):
    """Attention and two dense layers, each with normalisation and a way past."""

    def __init__(self, width, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm((width,))
        self.attn = Attention(width, heads)
        self.norm2 = nn.LayerNorm((width,))
        self.fc1 = nn.Dense(width, 4 * width)
        self.fc2 = nn.Dense(4 * width, width)

    def construct(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.fc2(ops.gelu(self.fc1(self.norm2(x))))


class ViT(nn.Cell):
    """Blocks over patches, and a classifier of their mean."""

    def __init__(self, depth, width=8, heads=2):
        super().__init__()
        self.embed = nn.Dense(12, width)
        self.blocks = nn.SequentialCell([Block(width, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm((width,))
        self.head = nn.Dense(width, 10)

    def construct(self, patches, target):
        x = self.norm(self.blocks(self.embed(patches)))
        return ops.cross_entropy(self.head(ops.mean(x, 1)), target)


@family(2, 24)
def vision_transformer(depth: int) -> Any:
    """A vision transformer of so many blocks."""
    return ViT(depth), (_tensor(2, 5, 12), Tensor(np.array([1, 2], dtype=np.int32)))


class Digits(nn.Cell):
    """The classifier of ``examples/digits``."""

    def __init__(self, hidden):
        super().__init__()
        self.fc1 = nn.Dense(64, hidden)
        self.relu = nn.ReLU()
        self.fc2 = nn.Dense(hidden, 10)

    def construct(self, x, target):
        return ops.cross_entropy(self.logits(x), target)

    def logits(self, x):
        h = self.relu(self.fc1(x))
        return self.fc2(h)


@family(64)
def digits(hidden: int) -> Any:
    """A classifier with one hidden layer, of so many units."""
    return Digits(hidden), (_tensor(3, 64), Tensor(np.array([1, 2, 3], np.int32)))


def gradient_of(function: Any) -> Any:
    """The gradient by the first argument; of a Cell, by its Parameters as well."""
    if isinstance(function, nn.Cell):
        return srcad.grad(function, 0, tuple(function.trainable_params()))
    return srcad.grad(function, 0)
