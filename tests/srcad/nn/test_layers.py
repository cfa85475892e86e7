"""Layers against the formulas of their docstrings."""

import itertools

import numpy as np
import pytest

import srcad
from srcad import Cell, Tensor, nn, ops

RNG = np.random.default_rng(11)


def numbers(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


# ------------------------------------------------------------------ dense, embedding


def test_dense():
    weight, bias, x = numbers(2, 3), numbers(2), numbers(4, 5, 3)
    layer = nn.Dense(3, 2, weight_init=Tensor(weight), bias_init=Tensor(bias))
    np.testing.assert_allclose(
        layer(Tensor(x)).asnumpy(), x @ weight.T + bias, rtol=1e-5, atol=1e-6
    )
    assert [p.name for p in layer.get_parameters()] == ["weight", "bias"]
    plain = nn.Dense(3, 2, weight_init="ones", has_bias=False, activation="relu")
    expected = np.maximum(x.sum(-1, keepdims=True), 0).repeat(2, -1)
    np.testing.assert_allclose(plain(Tensor(x)).asnumpy(), expected, rtol=1e-5)
    assert len(list(plain.get_parameters())) == 1
    tanh = nn.Dense(3, 2, activation=ops.tanh)
    assert np.abs(tanh(Tensor(100 * x)).asnumpy()).max() <= 1
    assert isinstance(nn.Dense(3, 2, activation=nn.ReLU()).activation, nn.ReLU)


def test_dense_refuses():
    with pytest.raises(ValueError, match="at least 1"):
        nn.Dense(0, 2)
    with pytest.raises(ValueError, match="shape"):
        nn.Dense(3, 2, weight_init=Tensor(numbers(3, 2)))
    with pytest.raises(TypeError, match="activation"):
        nn.Dense(3, 2, activation=3)
    with pytest.raises(KeyError, match="nonsense"):
        nn.Dense(3, 2, activation="nonsense")
    with pytest.raises(ValueError, match="mismatch"):
        nn.Dense(3, 2)(Tensor(numbers(1, 4)))


def test_embedding():
    table = numbers(5, 3)
    layer = nn.Embedding(5, 3, embedding_table=Tensor(table), padding_idx=1)
    ids = np.array([[0, 1], [4, 0]])
    expected = table.copy()
    expected[1] = 0
    assert layer(Tensor(ids)).tolist() == expected[ids].tolist()
    hot = nn.Embedding(5, 3, use_one_hot=True, embedding_table=Tensor(table))
    assert hot(Tensor(ids)).tolist() == table[ids].tolist()
    with pytest.raises(ValueError, match="padding_idx"):
        nn.Embedding(5, 3, padding_idx=5)


# ----------------------------------------------------------------------- containers


def test_sequential_cell():
    layers = [nn.Dense(2, 3), nn.ReLU(), nn.Dense(3, 1)]
    net = nn.SequentialCell(layers)
    x = Tensor(numbers(4, 2))
    expected = layers[2](layers[1](layers[0](x)))
    assert net(x).tolist() == expected.tolist()
    names = ["0.weight", "0.bias", "2.weight", "2.bias"]
    assert [p.name for p in net.get_parameters()] == names
    assert len(net) == 3
    assert net[1] is layers[1]
    assert len(net[:2]) == 2
    net.append(nn.Sigmoid())
    assert net(x).tolist() == ops.sigmoid(expected).tolist()
    del net[3]
    net[1] = nn.Tanh()
    assert isinstance(net[1], nn.Tanh)
    assert not nn.SequentialCell()
    with pytest.raises(TypeError, match="must be a Cell"):
        nn.SequentialCell(nn.ReLU(), 3)
    named = nn.SequentialCell({"first": nn.Dense(2, 3), "then": nn.ReLU()})
    assert [p.name for p in named.get_parameters()] == ["first.weight", "first.bias"]
    assert named(x).shape == (4, 3)


def test_cell_list_and_cell_dict():
    cells = nn.CellList([nn.Dense(1, 1), nn.ReLU()])
    cells.insert(0, nn.Dense(1, 1))
    cells.extend([nn.Tanh()])
    assert [type(cell).__name__ for cell in cells] == ["Dense", "Dense", "ReLU", "Tanh"]
    assert [p.name for p in cells.get_parameters()][:3] == [
        "0.weight",
        "0.bias",
        "1.weight",
    ]
    assert isinstance(cells[1:], nn.CellList)
    with pytest.raises(NotImplementedError):
        cells(Tensor(1.0))
    held = nn.CellDict({"a": nn.Dense(1, 1)})
    held["b"] = nn.ReLU()
    assert list(held) == list(held.keys()) == ["a", "b"]
    assert "a" in held
    assert [p.name for p in held.get_parameters()] == ["a.weight", "a.bias"]
    assert isinstance(held.pop("b"), nn.ReLU)
    assert len(held) == 1
    with pytest.raises(TypeError, match="must be a str"):
        held[3] = nn.ReLU()


# ---------------------------------------------------------------------- convolution


def convolved(x, weight, stride, pads, dilation, groups):
    """The sum that defines a convolution over two axes, element by element."""
    x = np.pad(x, ((0, 0), (0, 0), *pads))
    out_channels, per_group, rows, columns = weight.shape
    heights = (x.shape[2] - dilation[0] * (rows - 1) - 1) // stride[0] + 1
    widths = (x.shape[3] - dilation[1] * (columns - 1) - 1) // stride[1] + 1
    out = np.zeros((x.shape[0], out_channels, heights, widths))
    for n, o, i, j in np.ndindex(*out.shape):
        first = o // (out_channels // groups) * per_group
        for c, a, b in np.ndindex(*weight.shape[1:]):
            row = i * stride[0] + a * dilation[0]
            column = j * stride[1] + b * dilation[1]
            out[n, o, i, j] += x[n, first + c, row, column] * weight[o, c, a, b]
    return out


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("stride", [1, (2, 1)])
@pytest.mark.parametrize("dilation", [1, 2])
def test_conv2d_valid_and_padded(groups, stride, dilation):
    x, weight, bias = numbers(2, 4, 7, 6), numbers(4, 4 // groups, 3, 2), numbers(4)
    steps = (stride, stride) if isinstance(stride, int) else stride
    layer = nn.Conv2d(
        4,
        4,
        (3, 2),
        stride,
        "valid",
        dilation=dilation,
        group=groups,
        has_bias=True,
        weight_init=Tensor(weight),
        bias_init=Tensor(bias),
    )
    none, gaps = ((0, 0), (0, 0)), (dilation, dilation)
    expected = convolved(x, weight, steps, none, gaps, groups) + bias[:, None, None]
    np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-4)
    padded = nn.Conv2d(
        4,
        4,
        (3, 2),
        stride,
        "pad",
        padding=(1, 2, 0, 1),
        dilation=dilation,
        group=groups,
        weight_init=Tensor(weight),
    )
    expected = convolved(x, weight, steps, ((1, 2), (0, 1)), gaps, groups)
    np.testing.assert_allclose(padded(Tensor(x)).asnumpy(), expected, atol=1e-4)


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "pads"),
    [
        (6, 3, 1, (1, 1)),
        (6, 2, 1, (0, 1)),
        (6, 3, 2, (0, 1)),
        (7, 3, 2, (1, 1)),
        (5, 1, 2, (0, 0)),
    ],
)
def test_conv2d_same_gives_size_over_stride(size, kernel, stride, pads):
    x, weight = numbers(1, 1, size, size), numbers(2, 1, kernel, kernel)
    layer = nn.Conv2d(1, 2, kernel, stride, weight_init=Tensor(weight))
    out = layer(Tensor(x)).asnumpy()
    assert out.shape[2] == -(-size // stride)
    expected = convolved(x, weight, (stride,) * 2, (pads, pads), (1, 1), 1)
    np.testing.assert_allclose(out, expected, atol=1e-5)


def test_conv_of_other_ranks():
    x, weight = numbers(2, 3, 8), numbers(4, 3, 3)
    line = nn.Conv1d(3, 4, 3, 2, "valid", weight_init=Tensor(weight))
    expected = convolved(
        x[..., None], weight[..., None], (2, 1), ((0, 0), (0, 0)), (1, 1), 1
    )
    np.testing.assert_allclose(line(Tensor(x)).asnumpy(), expected[..., 0], atol=1e-5)
    assert line.weight.shape == (4, 3, 1, 3)
    cube = nn.Conv3d(1, 1, 2, pad_mode="valid", weight_init="ones")
    block = np.arange(27.0, dtype=np.float32).reshape(1, 1, 3, 3, 3)
    corners = [
        block[0, 0, i : i + 2, j : j + 2, k : k + 2].sum()
        for i, j, k in itertools.product(range(2), repeat=3)
    ]
    assert cube(Tensor(block)).asnumpy().ravel().tolist() == corners


@pytest.mark.parametrize("layer", [nn.Conv1d, nn.Conv1dTranspose])
def test_a_window_of_one_axis_has_another_one_before_it(layer):
    """As in MindSpore, whose checkpoints hold it so."""
    net = layer(2, 4, 3, 2, "pad", 1, 2, 2, has_bias=True)
    shape = (4, 1, 1, 3) if layer is nn.Conv1d else (2, 2, 1, 3)
    assert net.weight.shape == shape
    assert (net.kernel_size, net.stride, net.dilation) == ((1, 3), (1, 2), (1, 2))
    given = layer(2, 4, 3, group=2, weight_init=Tensor(numbers(*shape).squeeze(2)))
    assert given.weight.shape == shape
    with pytest.raises(ValueError, match="shape"):
        layer(2, 4, 3, group=2, weight_init=Tensor(numbers(*shape)))


@pytest.mark.parametrize(
    ("pad_mode", "padding", "size"), [("valid", 0, 11), ("same", 0, 10), ("pad", 1, 9)]
)
def test_conv2d_transpose_is_the_transpose(pad_mode, padding, size):
    weight = numbers(2, 3, 3, 3)
    back = nn.Conv2dTranspose(2, 3, 3, 2, pad_mode, padding, weight_init=Tensor(weight))
    y = numbers(1, 2, 5, 5)
    out = back(Tensor(y)).asnumpy()
    assert out.shape == (1, 3, size, size)
    forth = nn.Conv2d(3, 2, 3, 2, pad_mode, padding, weight_init=Tensor(weight))
    x = numbers(*out.shape)
    there = forth(Tensor(x)).asnumpy()
    assert there.shape == y.shape
    assert np.sum(there * y) == pytest.approx(np.sum(out * x), rel=1e-4)


@pytest.mark.parametrize(
    ("window", "stride", "dilation", "length"),
    [(2, 3, 1, 15), (1, 4, 1, 20), (2, 4, 2, 20), (2, 4, 4, 21), (3, 3, 1, 15)],
)
def test_a_transpose_without_padding_reaches_over_each_stride(
    window, stride, dilation, length
):
    """Where the stride is larger than the window the rest of it is zero."""
    settings = {"pad_mode": "valid", "dilation": dilation, "weight_init": "ones"}
    line = nn.Conv1dTranspose(2, 3, window, stride, **settings)
    image = nn.Conv2dTranspose(2, 3, window, stride, **settings)
    x = Tensor(numbers(1, 2, 5))
    out = line(x).asnumpy()
    assert out.shape == (1, 3, length)
    assert image(Tensor(numbers(1, 2, 5, 5))).shape == (1, 3, length, length)
    expected = np.zeros((1, 3, length))
    for place, value in enumerate(x.asnumpy().sum(axis=1)[0]):
        for offset in range(window):
            expected[:, :, place * stride + offset * dilation] += value
    np.testing.assert_allclose(out, expected, atol=1e-6)
    gradient = srcad.grad(lambda x: line(x).sum())(x)
    np.testing.assert_allclose(gradient.asnumpy(), 3.0 * window)


def test_the_layout_of_a_convolution_can_be_read():
    for layer in (nn.Conv1d, nn.Conv2d, nn.Conv1dTranspose, nn.Conv2dTranspose):
        assert layer(2, 3, 1).data_format == "NCHW"
    for layer in (nn.Conv3d, nn.Conv3dTranspose):
        assert layer(2, 3, 1).data_format == "NCDHW"


def test_conv_refuses():
    with pytest.raises(ValueError, match="group"):
        nn.Conv2d(3, 4, 3, group=2)
    with pytest.raises(ValueError, match="pad_mode"):
        nn.Conv2d(1, 1, 3, pad_mode="nonsense")
    with pytest.raises(ValueError, match="padding must be zero"):
        nn.Conv2d(1, 1, 3, padding=1)
    with pytest.raises(ValueError, match="rank 4"):
        nn.Conv2d(1, 1, 3)(Tensor(numbers(3, 3)))
    with pytest.raises(ValueError, match="NCHW"):
        nn.Conv2d(1, 1, 3, data_format="NHWC")


# -------------------------------------------------------------------------- pooling


def pooled(x, window, stride, pads, reduce, fill):
    x = np.pad(x, ((0, 0), (0, 0), *pads), constant_values=fill)
    heights = (x.shape[2] - window) // stride + 1
    widths = (x.shape[3] - window) // stride + 1
    out = np.zeros((*x.shape[:2], heights, widths))
    for i, j in np.ndindex(heights, widths):
        part = x[:, :, i * stride :, j * stride :][:, :, :window, :window]
        out[:, :, i, j] = reduce(part, axis=(2, 3))
    return out


@pytest.mark.parametrize(("window", "stride"), [(2, 2), (3, 1), (3, 2)])
def test_pooling(window, stride):
    x = numbers(2, 3, 7, 6)
    none, one = ((0, 0), (0, 0)), ((1, 1), (1, 1))
    cases = [
        (nn.MaxPool2d(window, stride), none, np.max, -np.inf),
        (nn.AvgPool2d(window, stride), none, np.mean, 0),
        (nn.MaxPool2d(window, stride, "pad", 1), one, np.max, -np.inf),
        (nn.AvgPool2d(window, stride, "pad", 1), one, np.mean, 0),
        (
            nn.AvgPool2d(window, stride, "pad", 1, count_include_pad=False),
            one,
            np.nanmean,
            np.nan,
        ),
    ]
    for layer, pads, reduce, fill in cases:
        expected = pooled(x, window, stride, pads, reduce, fill)
        np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-5)


def test_pooling_same_and_ceil():
    x = numbers(1, 1, 5, 5)
    same = ((1, 1), (1, 1))
    for kind, reduce, fill in (("Max", np.max, -np.inf), ("Avg", np.nanmean, np.nan)):
        layer = getattr(nn, f"{kind}Pool2d")(3, 2, "same")
        expected = pooled(x, 3, 2, same, reduce, fill)
        np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-6)
        ceiled = getattr(nn, f"{kind}Pool2d")(2, 2, ceil_mode=True)
        expected = pooled(x, 2, 2, ((0, 1), (0, 1)), reduce, fill)
        np.testing.assert_allclose(ceiled(Tensor(x)).asnumpy(), expected, atol=1e-6)


def test_of_equal_maxima_the_first_has_the_cotangent():
    nan = np.nan
    image = np.array([[[[1.0, 1, nan, 2], [1, 0, nan, 3], [-0.0, 0, 5, 5]]]])

    def total(x):
        return ops.max_pool2d(x, 2, 1).sum()

    out, gradient = srcad.value_and_grad(total)(image)
    assert np.isnan(out)
    np.testing.assert_array_equal(
        gradient, [[[[1, 0, 2, 0], [1, 0, 2, 0], [0, 0, 0, 0]]]]
    )
    strided = ops.max_pool2d(image, 2, 2)
    np.testing.assert_array_equal(strided, [[[[1, nan]]]])
    assert srcad.grad(total)(image[:0]).shape == (0, 1, 3, 4)
    with pytest.raises(ValueError, match="larger than input"):
        ops.max_pool2d(image[:, :, :1], 2)


def test_more_pooling():
    line = Tensor(np.array([[[1.0, 4.0, 2.0, 3.0]]], np.float32))
    assert nn.MaxPool1d(2, 2)(line).tolist() == [[[4, 3]]]
    assert nn.AvgPool1d(2, 1)(line).tolist() == [[[2.5, 3, 2.5]]]
    cube = Tensor(np.arange(8.0, dtype=np.float32).reshape(1, 1, 2, 2, 2))
    assert nn.MaxPool3d(2)(cube).asnumpy().item() == 7
    assert nn.AvgPool3d(2)(cube).asnumpy().item() == 3.5
    image = Tensor(np.arange(16.0, dtype=np.float32).reshape(1, 1, 4, 4))
    assert nn.AdaptiveAvgPool2d(2)(image).tolist() == [[[[2.5, 4.5], [10.5, 12.5]]]]
    assert nn.AdaptiveAvgPool2d((None, 1))(image).shape == (1, 1, 4, 1)
    # Windows of 0-1, 1-2 and 2-3 along each axis: they overlap.
    uneven = [[2.5, 3.5, 4.5], [6.5, 7.5, 8.5], [10.5, 11.5, 12.5]]
    assert nn.AdaptiveAvgPool2d(3)(image).tolist() == [[uneven]]
    assert ops.max_pool2d(image, 2).tolist() == [[[[5, 7], [13, 15]]]]
    halved = ops.avg_pool2d(image, 2, 2, divisor_override=2)
    assert halved.tolist() == [[[[5, 9], [21, 25]]]]
    assert ops.MaxPool(2, 2, "SAME")(image).tolist() == [[[[5, 7], [13, 15]]]]
    with pytest.raises(ValueError, match="pad_mode"):
        nn.MaxPool2d(2, 2, "nonsense")
    with pytest.raises(ValueError, match="padding must be zero"):
        nn.AvgPool2d(2, 2, padding=1)
    with pytest.raises(ValueError, match="return_indices"):
        nn.MaxPool2d(2, pad_mode="same", return_indices=True)


def test_places_of_maxima():
    image = Tensor(np.array([[[[1.0, 4.0, 2.0], [5.0, 5.0, 3.0]]]], np.float32))
    values, places = nn.MaxPool2d(2, return_indices=True)(image)
    assert (values.tolist(), places.tolist()) == ([[[[5, 5]]]], [[[[3, 4]]]])
    assert nn.MaxUnpool2d(2, 1)(values, places).shape == (1, 1, 2, 3)
    largest, where = ops.adaptive_max_pool1d(image[0, 0], 2, True)
    assert (largest.tolist(), where.tolist()) == ([[4, 4], [5, 5]], [[1, 1], [0, 1]])
    for call in (
        lambda: ops.max_pool2d(image[0, 0], 2, return_indices=True),
        lambda: ops.adaptive_max_pool2d(image[0, 0], 2, True),
        lambda: ops.lp_pool2d(image[0, 0], 2.0, 2),
        lambda: ops.max_unpool2d(values, places[0], 2),
        lambda: ops.grid_sample(image, image),
        lambda: ops.grid_sample(image, image[:, 0, :, :2, None], "cubic"),
        lambda: nn.Unfold([1, 2, 2, 1], [1, 1, 1, 1], [1, 0, 1, 1]),
        lambda: nn.Unfold([1, 2, 2, 2], [1, 1, 1, 1], [1, 1, 1, 1]),
        lambda: nn.Unfold([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "full"),
    ):
        with pytest.raises(ValueError, match="For '"):
            call()
    with pytest.raises(TypeError, match="For 'Unfold'"):
        nn.Unfold(2, [1, 1, 1, 1], [1, 1, 1, 1])


# -------------------------------------------------------------------- normalisation


def test_average_pooling_with_a_divisor():
    x = Tensor(np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4))
    sums = nn.AvgPool2d(2, 1, divisor_override=1)(x)
    assert sums.asnumpy()[0, 0, 0].tolist() == [10, 14, 18]
    thirds = nn.AvgPool2d(2, 1, pad_mode="pad", padding=1, divisor_override=3)(x)
    assert thirds.asnumpy()[0, 0, 0].tolist() == pytest.approx(
        [0, 1 / 3, 1, 5 / 3, 1], rel=1e-6
    )
    with pytest.raises(ValueError, match="divisor_override"):
        nn.AvgPool2d(2, divisor_override=0)


def test_batch_norm_over_three_axes_is_one_over_two():
    """As in MindSpore, whose checkpoints name the Parameters so."""
    layer = nn.BatchNorm3d(2, momentum=0.7).set_train()
    names = [p.name for p in layer.get_parameters()]
    ends = ["moving_mean", "moving_variance", "gamma", "beta"]
    assert names == [f"bn2d.{end}" for end in ends]
    x = numbers(4, 2, 3, 5, 2) * 3 + 1
    axes = (0, 2, 3, 4)
    shape = (2, 1, 1, 1)
    mean, variance = x.mean(axes), x.var(axes)
    expected = (x - mean.reshape(shape)) / np.sqrt(variance + 1e-5).reshape(shape)
    np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-5)
    np.testing.assert_allclose(layer.bn2d.moving_mean.asnumpy(), 0.3 * mean, rtol=1e-5)
    with pytest.raises(ValueError, match="BatchNorm3d"):
        layer(Tensor(x[0]))


def test_batch_norm_in_training_and_prediction():
    x = numbers(4, 2, 3, 5) * 3 + 1
    layer = nn.BatchNorm2d(2, momentum=0.7)
    names = [p.name for p in layer.get_parameters()]
    assert names == ["mean", "variance", "gamma", "beta"]
    assert [p.name for p in layer.trainable_params()] == ["gamma", "beta"]
    untouched = layer(Tensor(x)).asnumpy()
    np.testing.assert_allclose(untouched, x / np.sqrt(1 + 1e-5), rtol=1e-5)
    assert layer.moving_mean.asnumpy().tolist() == [0, 0]

    layer.set_train()
    axes = (0, 2, 3)
    mean, variance = x.mean(axes), x.var(axes)
    expected = (x - mean[:, None, None]) / np.sqrt(variance + 1e-5)[:, None, None]
    np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-5)
    moved_mean = 0.3 * mean
    moved_variance = 0.7 + 0.3 * x.var(axes, ddof=1)
    np.testing.assert_allclose(layer.moving_mean.asnumpy(), moved_mean, rtol=1e-5)
    np.testing.assert_allclose(
        layer.moving_variance.asnumpy(), moved_variance, rtol=1e-5
    )

    layer.set_train(False)
    expected = (x - moved_mean[:, None, None]) / np.sqrt(moved_variance + 1e-5)[
        :, None, None
    ]
    np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-5)
    np.testing.assert_allclose(layer.moving_mean.asnumpy(), moved_mean, rtol=1e-5)


def test_batch_norm_of_vectors_and_its_options():
    x = numbers(6, 3)
    layer = nn.BatchNorm1d(3, gamma_init=Tensor([1.0, 2.0, 3.0]), affine=False)
    layer.set_train()
    expected = (x - x.mean(0)) / np.sqrt(x.var(0) + 1e-5) * [1, 2, 3]
    np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-5)
    assert layer.trainable_params() == []
    always = nn.BatchNorm1d(3, use_batch_statistics=True)
    assert np.abs(always(Tensor(x)).asnumpy().mean(0)).max() < 1e-6
    never = nn.BatchNorm1d(3, use_batch_statistics=False).set_train()
    np.testing.assert_allclose(never(Tensor(x)).asnumpy(), x / np.sqrt(1 + 1e-5))
    primitive = ops.BatchNorm(is_training=True, momentum=0.3)
    out, mean, *_ = primitive(
        Tensor(x), layer.gamma, layer.beta, layer.moving_mean, layer.moving_variance
    )
    np.testing.assert_allclose(out.asnumpy(), expected, atol=1e-5)
    np.testing.assert_allclose(mean.asnumpy(), x.mean(0), rtol=1e-4)


def test_batch_norm_refuses():
    with pytest.raises(ValueError, match="num_features"):
        nn.BatchNorm2d(0)
    with pytest.raises(ValueError, match="momentum"):
        nn.BatchNorm2d(1, momentum=1.5)
    with pytest.raises(ValueError, match="rank 4"):
        nn.BatchNorm2d(1)(Tensor(numbers(2, 1)))
    with pytest.raises(ValueError, match="rank 2 or 3"):
        nn.BatchNorm1d(1)(Tensor(numbers(2, 1, 1, 1)))


def test_layer_norm_group_norm_instance_norm():
    x = numbers(2, 4, 3, 5)
    layer = nn.LayerNorm((3, 5), 2, 2, epsilon=1e-5)
    over = (2, 3)
    expected = (x - x.mean(over, keepdims=True)) / np.sqrt(
        x.var(over, keepdims=True) + 1e-5
    )
    np.testing.assert_allclose(layer(Tensor(x)).asnumpy(), expected, atol=1e-5)
    instance = nn.InstanceNorm2d(4)
    np.testing.assert_allclose(instance(Tensor(x)).asnumpy(), expected, atol=1e-5)
    groups = x.reshape(2, 2, -1)
    expected = (groups - groups.mean(2, keepdims=True)) / np.sqrt(
        groups.var(2, keepdims=True) + 1e-5
    )
    grouped = nn.GroupNorm(2, 4, gamma_init=Tensor([1.0, 2.0, 1.0, 1.0]))
    scale = np.array([1, 2, 1, 1])[:, None, None]
    np.testing.assert_allclose(
        grouped(Tensor(x)).asnumpy(), expected.reshape(x.shape) * scale, atol=1e-5
    )
    with pytest.raises(ValueError, match="multiple"):
        nn.GroupNorm(3, 4)
    with pytest.raises(TypeError, match="normalized_shape"):
        nn.LayerNorm(3)


# -------------------------------------------------------------------------- dropout


def test_dropout_works_in_training_alone():
    srcad.set_seed(0)
    x = Tensor(np.ones((100, 100), np.float32))
    layer = nn.Dropout(p=0.25)
    assert layer(x).tolist() == x.tolist()
    layer.set_train()
    out = layer(x).asnumpy()
    assert set(np.unique(out).tolist()) == {0.0, float(np.float32(1 / 0.75))}
    assert (out == 0).mean() == pytest.approx(0.25, abs=0.02)
    assert layer(x).tolist() != out.tolist()
    assert nn.Dropout(keep_prob=0.9).p == pytest.approx(0.1)
    assert nn.Dropout(p=0.0).set_train()(x).tolist() == x.tolist()
    for wrong in ({"p": 1.0}, {"p": -0.1}, {"keep_prob": 0.0}):
        with pytest.raises(ValueError, match="range"):
            nn.Dropout(**wrong)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_dropout_of_channels(rank):
    srcad.set_seed(0)
    x = Tensor(np.ones((50, 8, *(2,) * rank), np.float32))
    layer = getattr(nn, f"Dropout{rank}d")(0.5)
    assert layer(x).tolist() == x.tolist()
    out = layer.set_train()(x).asnumpy().reshape(50, 8, -1)
    assert (out.min(-1) == out.max(-1)).all()
    assert set(np.unique(out).tolist()) == {0, 2}


# ----------------------------------------------------------------------- small layers


ACTIVATIONS = {
    "ReLU": ops.relu,
    "ReLU6": ops.relu6,
    "LeakyReLU": ops.leaky_relu,
    "ELU": ops.elu,
    "CELU": ops.celu,
    "SeLU": ops.selu,
    "Sigmoid": ops.sigmoid,
    "LogSigmoid": ops.logsigmoid,
    "Tanh": ops.tanh,
    "Softmax": ops.softmax,
    "LogSoftmax": ops.log_softmax,
    "Softmin": ops.softmin,
    "Softplus": ops.softplus,
    "Softsign": ops.softsign,
    "GELU": lambda x: ops.gelu(x, "tanh"),
    "SiLU": ops.silu,
    "Mish": ops.mish,
    "HSwish": ops.hardswish,
    "HSigmoid": ops.hardsigmoid,
    "Hardtanh": ops.hardtanh,
    "HShrink": ops.hardshrink,
    "SoftShrink": ops.softshrink,
    "Tanhshrink": ops.tanhshrink,
    "GLU": ops.glu,
    "PReLU": lambda x: ops.leaky_relu(x, 0.25),
}


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_an_activation_layer_is_its_function(name):
    x = Tensor(2 * numbers(3, 4))
    result = getattr(nn, name)()(x).asnumpy()
    np.testing.assert_allclose(result, ACTIVATIONS[name](x).asnumpy(), rtol=1e-6)


def test_small_layers():
    x = numbers(2, 3, 4)
    t = Tensor(x)
    cases = [
        (nn.Flatten()(t), x.reshape(2, 12)),
        (nn.Identity(7, mode=1)(t), x),
        (nn.Norm(axis=2)(t), np.sqrt((x**2).sum(2))),
        (nn.Norm(keep_dims=True)(t), np.sqrt((x**2).sum(keepdims=True))),
        (nn.Pad(((0, 0), (1, 0), (0, 2)))(t), np.pad(x, ((0, 0), (1, 0), (0, 2)))),
        (
            nn.Pad(((0, 0), (1, 1), (0, 0)), "SYMMETRIC")(t),
            np.pad(x, ((0, 0), (1, 1), (0, 0)), "symmetric"),
        ),
        (nn.ZeroPad2d(1)(t), np.pad(x, ((0, 0), (1, 1), (1, 1)))),
        (
            nn.ReflectionPad2d((1, 0, 0, 2))(t),
            np.pad(x, ((0, 0), (0, 2), (1, 0)), "reflect"),
        ),
        (nn.MatMul(transpose_x2=True)(t, t), x @ x.swapaxes(1, 2)),
        (nn.Threshold(0.1, 20.0)(t), np.where(x > 0.1, x, 20)),
    ]
    for result, expected in cases:
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-5)
    hot = nn.OneHot(depth=3, dtype=srcad.int8)(Tensor([0, 2]))
    assert (hot.dtype, hot.tolist()) == (srcad.int8, [[1, 0, 0], [0, 0, 1]])
    with pytest.raises(ValueError, match="mode"):
        nn.Pad(((0, 0),), "nonsense")


def test_a_users_loss():
    class Mine(nn.LossBase):
        def construct(self, x, y):
            return self.get_loss(ops.abs(x - y))

    x, y = Tensor([1.0, 4.0]), Tensor([0.0, 1.0])
    assert float(Mine()(x, y)) == 2
    assert float(Mine("sum")(x, y)) == 4
    assert Mine("none")(x, y).tolist() == [1, 3]
    with pytest.raises(ValueError, match="reduction"):
        Mine("median")


def test_with_loss_and_with_eval():
    net, loss = nn.Dense(2, 1), nn.MSELoss()
    x, y = Tensor(numbers(3, 2)), Tensor(numbers(3, 1))
    expected = float(loss(net(x), y))
    together = nn.WithLossCell(net, loss)
    assert float(together(x, y)) == expected
    assert together.backbone_network is net
    assert [p.name for p in together.get_parameters()] == ["weight", "bias"]
    value, outputs, label = nn.WithEvalCell(net, loss)(x, y)
    assert float(value) == expected
    assert outputs.tolist() == net(x).tolist()
    assert label is y


def test_every_layer_is_a_cell():
    for name in nn.__all__:
        item = getattr(nn, name)
        if isinstance(item, type):
            assert issubclass(item, Cell), name
            assert item.__doc__, name
