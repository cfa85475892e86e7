"""Losses and layers as programs for MindSpore have them: by inputs and by Parameters
against differences along a direction, in float64."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops

RNG = np.random.default_rng(7)
SOURCE = Tensor(np.array([0, 1, 2, 3, 4, 0]))
TARGET = Tensor(np.array([1, 2, 3, 4, 0, 2]))


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))


def weight(name, *shape):
    return Parameter(Tensor(RNG.standard_normal(shape) / 2), name=name)


def dense(*sizes):
    return nn.Dense(*sizes, dtype=srcad.float64)


class GradientPenalty(nn.Cell):
    """The loss of a critic, with the norm of its gradient inside."""

    shapes = ((4, 3), (4, 3))

    def __init__(self):
        super().__init__()
        self.w = weight("w", 3, 8)
        self.v = weight("v", 8, 1)

    def critic(self, x):
        return ops.matmul(ops.tanh(ops.matmul(x, self.w)), self.v).sum()

    def construct(self, real, fake):
        slope = ops.grad(self.critic)(0.3 * real + 0.7 * fake)
        penalty = ((ops.norm(slope, dim=1) - 1) ** 2).mean()
        return self.critic(fake) - self.critic(real) + 10 * penalty


class Physics(nn.Cell):
    """A residual with the second derivative of the network."""

    shapes = ((4, 1),)

    def __init__(self):
        super().__init__()
        self.a = weight("a", 1, 6)
        self.b = weight("b", 6, 1)

    def u(self, x):
        return ops.matmul(ops.tanh(ops.matmul(x, self.a)), self.b)

    def construct(self, x):
        first = ops.grad(self.u)(x)
        second = ops.grad(lambda z: ops.grad(self.u)(z))(x)
        return ((second + self.u(x) * first - ops.sin(x)) ** 2).mean()


class Flow(nn.Cell):
    """Two coupling layers, and the density that they give."""

    shapes = ((3, 4),)

    def __init__(self):
        super().__init__()
        self.s = weight("s", 2, 2)
        self.t = weight("t", 2, 2)

    def construct(self, x):
        volume = 0.0
        for _ in range(2):
            a, b = ops.chunk(x, 2, 1)
            s = ops.tanh(ops.matmul(a, self.s))
            b = b * ops.exp(s) + ops.matmul(a, self.t)
            volume = volume + s.sum(1)
            x = ops.cat((b, a), 1)
        return (0.5 * (x**2).sum(1) - volume).mean()


class GraphAttention(nn.Cell):
    """A softmax over the edges that end in each node."""

    shapes = ((5, 3),)

    def __init__(self):
        super().__init__()
        self.w = weight("w", 3, 4)
        self.a = weight("a", 8, 1)
        self.leaky = nn.LeakyReLU(0.2)

    def construct(self, x):
        h = ops.matmul(x, self.w)
        ends = ops.cat([h[SOURCE], h[TARGET]], 1)
        score = self.leaky(ops.matmul(ends, self.a))
        most = ops.unsorted_segment_max(score, TARGET, 5)
        share = ops.exp(score - ops.stop_gradient(most[TARGET]))
        total = ops.unsorted_segment_sum(share, TARGET, 5)
        message = share / total[TARGET] * h[SOURCE]
        return (ops.unsorted_segment_sum(message, TARGET, 5) ** 2).sum()


class Means(nn.Cell):
    """The means of sorted segments, one layer for all steps of time."""

    shapes = ((2, 4, 3),)

    def __init__(self):
        super().__init__()
        self.layer = nn.TimeDistributed(nn.Dense(3, 2), 1, 0)
        for one in self.trainable_params():
            one.set_data(Tensor(RNG.standard_normal(one.shape)))
        self.w = weight("w", 3, 2)

    def construct(self, x):
        first = ops.matmul(x, self.w)[0]
        return (ops.SegmentMean()(first, Tensor([0, 0, 1, 3])) ** 2).sum()


class Chain(nn.Cell):
    """A conditional random field: all paths, and one of them."""

    shapes = ((3, 5),)

    def __init__(self):
        super().__init__()
        self.step = weight("step", 5, 5)

    def construct(self, e):
        every = e[0]
        for t in range(1, e.shape[0]):
            every = ops.logsumexp(every.expand_dims(1) + self.step + e[t], 0)
        path = e[0, 1] + self.step[1, 4] + e[1, 4] + self.step[4, 2] + e[2, 2]
        return ops.logsumexp(every, 0) - path


class Experts(nn.Cell):
    """The two best experts of three, weighed."""

    shapes = ((2, 8),)

    def __init__(self):
        super().__init__()
        self.gate = weight("gate", 8, 3)
        self.expert = weight("expert", 3, 8, 8)

    def construct(self, x):
        best, chosen = ops.topk(ops.softmax(ops.matmul(x, self.gate)), 2)
        best = best / best.sum(-1, keepdims=True)
        made = ops.einsum("bi,eij->bej", x, self.expert)
        mask = ops.one_hot(chosen, 3).astype(best.dtype)
        share = ops.einsum("bk,bke->be", best, mask)
        return ((share.expand_dims(-1) * made).sum(1) ** 2).sum()


class Windows(nn.Cell):
    """The energy of the short-time spectrum of what a filter leaves."""

    shapes = ((2, 12),)

    def __init__(self):
        super().__init__()
        self.w = weight("w", 12, 12)

    def construct(self, x):
        parts = ops.stft(ops.matmul(x, self.w), 4, 2, return_complex=True)
        return (ops.abs(parts) ** 2).sum()


class Rotation(nn.Cell):
    """The exponential of a skew matrix, applied."""

    shapes = ((3, 3),)

    def __init__(self):
        super().__init__()
        self.w = weight("w", 3, 3)

    def construct(self, x):
        turned = ops.matmul(ops.matrix_exp(self.w - self.w.T), x)
        diagonal = ops.matrix_diag_part(turned, (0, 1))
        return (ops.matrix_set_diag(turned, diagonal**2, (0, 1)) ** 3).sum()


class Routed(nn.Cell):
    """Each row goes to one of the experts, all weights are kept small."""

    shapes = ((4, 3),)

    def __init__(self):
        super().__init__()
        self.gate, self.experts = dense(3, 2), nn.CellList([dense(3, 2), dense(3, 2)])
        self.after = [nn.Tanh(), nn.Sigmoid()]
        for one in self.trainable_params():
            one.set_data(Tensor(RNG.standard_normal(one.shape)))

    def construct(self, x):
        rows = []
        for row in x:
            shares = ops.softmax(self.gate(row[None]))[0]
            k = int(ops.argmax(shares))
            rows.append(self.after[k](self.experts[k](row[None])[0] * shares[k]))
        decay = 0.0
        for name, one in self.parameters_and_names():
            decay += (one**2).sum() * (2 if name.endswith("weight") else 1)
        for one in self.experts.get_parameters():
            decay += one.sum()
        for path, cell in self.cells_and_names("net"):
            if isinstance(cell, nn.Dense) and path != "net.gate":
                decay += (cell.weight**4).sum()
        return (ops.stack(rows) ** 2).sum() + 0.1 * decay


PROGRAMS = (
    *(GradientPenalty, Physics, Flow, GraphAttention, Means, Chain, Experts),
    *(Windows, Rotation, Routed),
)


def along(net, arrays, step):
    """The value with the inputs and then the Parameters moved so far."""
    weights = net.trainable_params()
    kept = [one.asnumpy().copy() for one in weights]
    given = [Tensor(a + step * np.cos(a)) for a in arrays]
    for one, array in zip(weights, kept, strict=True):
        one.set_data(Tensor(array + step * np.cos(array)))
    value = float(net(*given))
    for one, array in zip(weights, kept, strict=True):
        one.set_data(Tensor(array))
    return value


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_gradient_is_that_of_the_program(program):
    net = program()
    arrays = [RNG.standard_normal(shape) for shape in program.shapes]
    weights = net.trainable_params()
    places = tuple(range(len(arrays)))
    inputs = [Tensor(a) for a in arrays]
    value, (by_input, by_weight) = srcad.value_and_grad(net, places, weights)(*inputs)
    assert float(value) == pytest.approx(float(net(*inputs)), rel=1e-12)
    by_input = by_input if len(places) > 1 else (by_input,)
    moved = [*arrays, *(one.asnumpy() for one in weights)]
    given = sum(
        np.sum(slope.asnumpy() * np.cos(array))
        for slope, array in zip((*by_input, *by_weight), moved, strict=True)
    )
    want = (along(net, arrays, 1e-6) - along(net, arrays, -1e-6)) / 2e-6
    assert given == pytest.approx(want, rel=1e-6, abs=1e-8)
