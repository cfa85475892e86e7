"""Convolution and pooling by cores, against the halves beside them."""

import re

import numpy as np
import pytest

import srcad
from srcad import ops
from tests.srcad.compiler.compiled.cores import built
from tests.srcad.compiler.programs.engines import PLAIN

IMAGES, WEIGHT = "float64[n, c, h, w]", "float64[o, i, p, q]"


def image(*shape, dtype=np.float64):
    """Numbers of which several are equal."""
    drawn = np.random.default_rng(3).integers(-9, 10, size=shape) / 4
    return drawn.astype(dtype)


def agree(module, *arrays, rtol=1e-12, **given):
    assert not module.not_compiled
    found, (out, gradients) = module.both(*arrays, **given)
    assert found is not None
    np.testing.assert_allclose(found[0], out, rtol=rtol, atol=rtol)
    gradients = gradients if isinstance(gradients, tuple) else (gradients,)
    for one, other in zip(found[1], gradients, strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        np.testing.assert_allclose(one, other, rtol=rtol, atol=rtol)


def convolved(x, weight, *settings, rank=2):
    names = ("stride", "pad_mode", "padding", "dilation", "groups")
    given = dict(zip(names, settings, strict=False))
    convolve = {1: ops.conv1d, 2: ops.conv2d, 3: ops.conv3d}[rank]
    return np.sin(convolve(x, weight, **given))


def plain(x, weight):
    return convolved(x, weight)


def padded(x, weight):
    return convolved(x, weight, (2, 1), "pad", (1, 0, 2, 1))


def same(x, weight):
    return convolved(x, weight, (2, 3), "same", 0, (1, 2))


def in_groups(x, weight):
    return convolved(x, weight, 1, "pad", 1, 2, 2)


def along_a_line(x, weight):
    return convolved(x, weight, 2, "pad", 1, rank=1)


def in_space(x, weight):
    return convolved(x, weight, (1, 2, 1), "same", rank=3)


def transposed(x, weight):
    return np.sin(ops.conv_transpose2d(x, weight, stride=2, padding=1))


def transposed_with_more(x, weight):
    out = ops.conv_transpose2d(x, weight, stride=3, padding=1, output_padding=1)
    return np.sin(out)


def conv_then_flat(x, weight):
    h = ops.relu(ops.conv2d(x, weight, pad_mode="pad", padding=1))
    h = ops.max_pool2d(h, 2, 2)
    h = ops.relu(ops.conv2d(h, np.swapaxes(weight, 0, 1), pad_mode="same"))
    return (h.reshape(x.shape[0], -1) ** 2).sum()


CONVOLUTIONS = [
    (plain, (2, 3, 7, 6), (4, 3, 3, 2)),
    (padded, (3, 2, 6, 5), (3, 2, 2, 3)),
    (same, (2, 2, 7, 8), (3, 2, 3, 2)),
    (in_groups, (3, 4, 6, 7), (6, 2, 2, 3)),
    (in_groups, (20, 4, 4, 4), (2, 2, 3, 2)),
    (along_a_line, (2, 3, 9), (4, 3, 3)),
    (in_space, (2, 2, 3, 4, 5), (3, 2, 2, 2, 3)),
    (transposed, (2, 3, 4, 5), (3, 2, 3, 3)),
    (transposed_with_more, (2, 3, 4, 3), (3, 2, 3, 2)),
    (conv_then_flat, (3, 2, 6, 8), (4, 2, 3, 3)),
]


def axes(words, shape, dtype="float64"):
    return f"{dtype}[{', '.join(words[: len(shape)])}]"


def case(function, first, second, numba=PLAIN, dtype="float64"):
    inputs = {
        "x": axes(["n", "c", "a", "b", "d"], first, dtype),
        "weight": axes(["o", "i", "p", "q", "r"], second, dtype),
    }
    module = built(function, numba, **inputs)
    kind = np.dtype(dtype)
    return module, image(*first, dtype=kind), image(*second, dtype=kind)


@pytest.mark.parametrize(("function", "first", "second"), CONVOLUTIONS)
def test_a_convolution_and_its_gradients(function, first, second):
    agree(*case(function, first, second))


def test_a_convolution_of_single_precision():
    agree(*case(padded, (3, 2, 6, 5), (3, 2, 2, 3), dtype="float32"), rtol=1e-5)


def most(x):
    return np.sin(ops.max_pool2d(x, (3, 2), (2, 1)))


def most_with_a_frame(x):
    return np.sin(ops.max_pool2d(x, 3, 2, padding=1))


def most_in_space(x):
    return np.sin(ops.max_pool3d(x[None], (1, 2, 2), 1))


def most_of_frames(x):
    return np.sin(ops.MaxPool(3, 2, "same")(x))


def means(x):
    return np.sin(ops.avg_pool2d(x, (2, 3), (1, 2), padding=(1, 1)))


def means_of_frames(x):
    return np.sin(ops.AvgPool(3, 2, "same")(x))


def parts(x):
    return np.sin(ops.adaptive_avg_pool2d(x, (3, None)))


def whole(x):
    return np.sin(ops.adaptive_avg_pool2d(x, 1))


POOLINGS = [
    most,
    most_with_a_frame,
    most_in_space,
    most_of_frames,
    means,
    means_of_frames,
    parts,
    whole,
]


@pytest.mark.parametrize("function", POOLINGS)
@pytest.mark.parametrize("shape", [(2, 3, 7, 6), (1, 2, 5, 8)])
def test_pooling_and_its_gradient(function, shape):
    agree(built(function, x=IMAGES), image(*shape))


@pytest.mark.parametrize("function", [most, most_with_a_frame, most_of_frames])
def test_the_greatest_where_something_is_no_number(function):
    module, x = built(function, x=IMAGES), image(2, 3, 7, 6)
    x[0, 0, 2, 3] = np.nan
    x[1, :, :3, :3] = -np.inf
    x[1, 1, 4, 4] = np.inf
    with np.errstate(invalid="ignore"):
        agree(module, x)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_means_of_parts_that_are_no_numbers_are_left_to_the_halves(value):
    module, x = built(parts, x=IMAGES), image(2, 3, 7, 6)
    x[0, 0, 2, 3] = value
    with np.errstate(invalid="ignore"):
        assert module.names["compiled"](x) is None


def sensitivity(x, weight):
    def pooled(x):
        return (ops.max_pool2d(x, 2, 1, padding=1) ** 3).sum()

    def convolved(x, weight):
        return (ops.conv2d(x, weight, stride=2, pad_mode="same") ** 3).sum()

    first = srcad.grad(pooled)(x)
    second, third = srcad.grad(convolved, (0, 1))(x, weight)
    return (first * second).sum() + (third**2).sum()


def test_second_derivatives():
    agree(*case(sensitivity, (2, 2, 5, 6), (3, 2, 3, 2)))


@pytest.mark.parametrize(
    ("function", "first", "second"),
    [
        (plain, (2, 3, 2, 6), (4, 3, 3, 2)),
        (plain, (2, 3, 7, 6), (4, 2, 3, 2)),
        (plain, (0, 3, 7, 6), (4, 3, 3, 2)),
        (plain, (2, 3, 7, 6), (0, 3, 3, 2)),
        (plain, (2, 3, 7, 6), (4, 3, 0, 2)),
        (in_groups, (2, 4, 6, 7), (5, 2, 2, 3)),
        (in_groups, (2, 3, 6, 7), (4, 2, 2, 3)),
        (transposed, (2, 2, 4, 5), (3, 2, 3, 3)),
    ],
)
def test_what_does_not_fit_is_left_to_the_halves(function, first, second):
    module, *arrays = case(function, first, second)
    assert module.names["compiled"](*arrays) is None


def test_windows_that_are_larger_than_the_array_are_left_to_the_halves():
    module = built(most, x=IMAGES)
    assert module.names["compiled"](image(2, 3, 2, 6)) is None
    with pytest.raises(ValueError, match="larger than input array"):
        module.names["value_and_grad"](image(2, 3, 2, 6))


def test_a_size_is_computed_and_compared_once():
    text = built(conv_then_flat, x=IMAGES, weight=WEIGHT).text
    core = text[text.index("def core(") : text.index("def compiled(")]
    conditions = re.findall(r"padded\w* < \w+", core)
    assert len(conditions) == len(set(conditions)) == 4


def test_all_sizes_are_asked_for_before_anything_is_made():
    text = built(conv_then_flat, x=IMAGES, weight=WEIGHT).text
    core = text[text.index("def core(") : text.index("def compiled(")]
    top, _, rest = core.partition("np.empty(")
    assert "return failed()" not in rest
    # What is flattened divides by the number of images, which is asked for before.
    assert top.count("return failed()") == 2


# ------------------------------------------------------------------------------ Numba


@pytest.mark.numba
@pytest.mark.parametrize(
    ("function", "first", "second"),
    [
        (padded, (3, 2, 6, 5), (3, 2, 2, 3)),
        (in_groups, (20, 4, 4, 4), (2, 2, 3, 2)),
        (in_space, (2, 2, 3, 4, 5), (3, 2, 2, 2, 3)),
        (transposed_with_more, (2, 3, 4, 3), (3, 2, 3, 2)),
        (conv_then_flat, (3, 2, 6, 8), (4, 2, 3, 3)),
        (sensitivity, (2, 2, 5, 6), (3, 2, 3, 2)),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_convolutions_that_numba_compiles(function, first, second, dtype):
    import numba

    rtol = {"float32": 1e-3, "float64": 1e-9}[dtype]
    agree(*case(function, first, second, numba, dtype), rtol=rtol)


@pytest.mark.numba
@pytest.mark.parametrize("function", POOLINGS)
def test_pooling_that_numba_compiles(function):
    import numba

    for dtype, rtol in (("float32", 1e-5), ("float64", 1e-9)):
        module = built(function, numba, x=IMAGES.replace("float64", dtype))
        agree(module, image(2, 3, 7, 6, dtype=np.dtype(dtype)), rtol=rtol)
