"""The functions of srcad.ops against NumPy and closed forms."""

import math

import numpy as np
import pytest

import srcad
from srcad import Tensor, grad, mint, ops

A = np.array([[1.0, 5.0, 2.0], [7.0, 3.0, 7.0]], np.float32)
B = np.array([[0.5, -1.0, 2.5], [-2.0, 1.0, 0.25]], np.float32)


def check(result, expected, rtol=1e-6):
    expected = np.asarray(expected)
    assert isinstance(result, Tensor)
    assert result.shape == expected.shape
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=rtol, atol=1e-7)


# ---------------------------------------------------------------------- elementwise


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("abs", np.abs),
        ("neg", np.negative),
        ("square", np.square),
        ("exp", np.exp),
        ("expm1", np.expm1),
        ("sin", np.sin),
        ("cos", np.cos),
        ("tan", np.tan),
        ("atan", np.arctan),
        ("sinh", np.sinh),
        ("cosh", np.cosh),
        ("tanh", np.tanh),
        ("asinh", np.arcsinh),
        ("floor", np.floor),
        ("ceil", np.ceil),
        ("trunc", np.trunc),
        ("round", np.round),
        ("sign", np.sign),
        ("isnan", np.isnan),
        ("isfinite", np.isfinite),
        ("isinf", np.isinf),
        ("logical_not", np.logical_not),
        ("exp2", np.exp2),
        ("rad2deg", np.rad2deg),
        ("deg2rad", np.deg2rad),
        ("erf", np.vectorize(math.erf)),
        ("erfc", np.vectorize(math.erfc)),
    ],
)
def test_functions_of_any_number(name, reference):
    check(getattr(ops, name)(Tensor(B)), reference(B), rtol=2e-6)


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("sqrt", np.sqrt),
        ("rsqrt", lambda x: 1 / np.sqrt(x)),
        ("reciprocal", lambda x: 1 / x),
        ("log", np.log),
        ("log1p", np.log1p),
        ("log2", np.log2),
        ("log10", np.log10),
        ("acosh", np.arccosh),
    ],
)
def test_functions_of_positive_numbers(name, reference):
    check(getattr(ops, name)(Tensor(A)), reference(A))


@pytest.mark.parametrize("name", ["asin", "acos", "atanh"])
def test_functions_on_the_unit_interval(name):
    values = np.array([-0.9, 0.0, 0.5], np.float32)
    reference = {"asin": np.arcsin, "acos": np.arccos, "atanh": np.arctanh}[name]
    check(getattr(ops, name)(Tensor(values)), reference(values))


def test_integers_are_computed_with_in_float32():
    whole = Tensor([1, 4])
    for function in (ops.exp, ops.sqrt, ops.sigmoid, ops.erf, ops.reciprocal):
        assert function(whole).dtype == srcad.float32
    assert ops.relu(whole).dtype == srcad.int64
    assert ops.div(whole, 2).dtype == srcad.float32


def test_erf_is_accurate_to_the_stated_error():
    x = np.concatenate([np.linspace(-7, 7, 2001), [-30.0, 1e-300, 30.0]])
    exact = np.vectorize(math.erf)(x)
    assert np.abs(ops.erf(x) - exact).max() < 2e-16
    single = x.astype(np.float32)
    exact = np.vectorize(math.erf)(single.astype(np.float64))
    assert np.abs(ops.erf(single) - exact).max() < 2e-7
    assert np.isnan(ops.erf(np.array([np.nan])))[0]


def test_erfc_keeps_its_digits():
    x = np.concatenate([np.linspace(-7, 7, 999), np.linspace(7, 26, 999)])
    exact = np.vectorize(math.erfc)(x)
    assert np.abs(ops.erfc(x) / exact - 1).max() < 2e-15
    single = x[x < 9].astype(np.float32)
    exact = np.vectorize(math.erfc)(single.astype(np.float64))
    assert np.abs(ops.erfc(single) / exact - 1).max() < 1e-6
    assert ops.erfc(single).dtype == np.float32
    ends = ops.erfc(np.array([30.0, np.inf, -np.inf, np.nan]))
    np.testing.assert_array_equal(ends, [0, 0, 2, np.nan])


def test_the_derivatives_of_erfc_keep_their_digits():
    x = np.array([-2.0, 0.1, 3.0, 6.0])
    slope = -2 / math.sqrt(math.pi) * np.exp(-x * x)
    first = grad(ops.erfc)(Tensor(x)).asnumpy()
    second = grad(grad(ops.erfc))(Tensor(x)).asnumpy()
    np.testing.assert_allclose(first, slope, rtol=1e-14)
    np.testing.assert_allclose(second, -2 * x * slope, rtol=1e-14)


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("add", np.add),
        ("sub", np.subtract),
        ("mul", np.multiply),
        ("div", np.divide),
        ("floor_divide", np.floor_divide),
        ("remainder", np.mod),
        ("fmod", np.fmod),
        ("maximum", np.maximum),
        ("minimum", np.minimum),
        ("atan2", np.arctan2),
        ("hypot", np.hypot),
        ("equal", np.equal),
        ("ne", np.not_equal),
        ("less", np.less),
        ("le", np.less_equal),
        ("gt", np.greater),
        ("greater_equal", np.greater_equal),
        ("logical_and", np.logical_and),
        ("logical_or", np.logical_or),
        ("logical_xor", np.logical_xor),
        ("squared_difference", lambda a, b: (a - b) ** 2),
    ],
)
def test_functions_of_two(name, reference):
    check(getattr(ops, name)(Tensor(A), Tensor(B)), reference(A, B), rtol=2e-6)
    check(getattr(ops, name)(Tensor(A), 2), reference(A, np.float32(2)), rtol=2e-6)


def test_division_with_rounding():
    x, y = Tensor([7.0, -7.0]), Tensor([2.0, 2.0])
    assert ops.div(x, y, "floor").tolist() == [3, -4]
    assert ops.div(x, y, "trunc").tolist() == [3, -3]
    with pytest.raises(ValueError, match="rounding_mode"):
        ops.div(x, y, "up")


def test_division_of_integers_and_bools():
    """What MindSpore 2.10 gives."""
    a = Tensor(np.array([7, -7, 7, -7], np.int32))
    b = Tensor(np.array([2, 2, -2, -2], np.int32))
    cases = [
        (ops.fmod, [1, -1, 1, -1], srcad.int32),
        (ops.Mod(), [1, -1, 1, -1], srcad.int32),
        (ops.FloorMod(), [1, 1, -1, -1], srcad.int32),
        (ops.RealDiv(), [3, -3, -3, 3], srcad.int32),
        (ops.Div(), [3.5, -3.5, -3.5, 3.5], srcad.float32),
    ]
    for operator, expected, dtype in cases:
        found = operator(a, b)
        assert (found.tolist(), found.dtype) == (expected, dtype)
        out, _ = srcad.value_and_grad(lambda x, f=operator: (f(a * 1, b), x))(a / 1)
        assert (out[0].tolist(), out[0].dtype) == (expected, dtype)
    assert ops.fmod(a, 2).dtype == ops.RealDiv()(a, 2).dtype == srcad.int32
    true = Tensor([True, True])
    for operator in (ops.floor_divide, ops.remainder):
        assert operator(true, true).dtype == srcad.bool_
    floats = ops.Mod()(Tensor([1.5, -2.5]), Tensor([0.7, 0.9]))
    np.testing.assert_allclose(floats.asnumpy(), [0.1, -0.7], rtol=1e-5)


def test_more_of_two_and_three():
    x, y = Tensor(A), Tensor(B)
    check(ops.pow(x, 2), A**2)
    check(ops.lerp(x, y, 0.25), A + 0.25 * (B - A))
    check(ops.addcmul(x, y, y, 2), A + 2 * B * B)
    check(ops.addcdiv(x, y, x), A + B / A)
    zero = Tensor([0.0, 2.0])
    check(ops.xlogy(zero, Tensor([0.0, 3.0])), [0, 2 * math.log(3)])
    assert ops.isclose(x, x + 1e-9).asnumpy().all()
    nan = Tensor([np.nan, np.inf, 1.0])
    other = Tensor([np.nan, np.inf, np.inf])
    with np.errstate(invalid="ignore"):
        assert ops.isclose(nan, other).tolist() == [False, True, False]
        assert ops.isclose(nan, other, equal_nan=True).tolist() == [True, True, False]
    assert ops.bitwise_and(Tensor([6]), Tensor([3])).tolist() == [2]
    small = Tensor([1, -2, 3], srcad.int8)
    shifted = ops.bitwise_left_shift(small, Tensor([1, 2, 7], srcad.int8))
    assert (shifted.tolist(), shifted.dtype) == ([2, -8, -128], srcad.int8)
    assert ops.bitwise_left_shift(1, small).dtype == srcad.int8
    assert ops.bitwise_right_shift(Tensor([9, -9, 3]), 1).tolist() == [4, -5, 1]
    assert ops.bitwise_or(Tensor([6]), 1).tolist() == [7]
    assert ops.bitwise_xor(Tensor([6]), Tensor([3])).tolist() == [5]
    assert ops.bitwise_not(Tensor([0])).tolist() == [-1]


def test_selection():
    x, condition = Tensor(A), Tensor(A > 3)
    check(ops.where(condition, x, -1), np.where(A > 3, A, -1))
    check(ops.select(condition, x, 0.0), np.where(A > 3, A, 0))
    assert ops.where(condition, 1, 2).dtype == srcad.int64
    assert ops.where(condition, 1.5, 2).dtype == srcad.float32
    assert ops.select(condition, Tensor([1, 2, 3]), Tensor(B)).dtype == srcad.float32
    with pytest.raises(TypeError, match="must hold bools"):
        ops.select(x, x, x)
    check(ops.masked_fill(x, condition, 9), np.where(A > 3, 9, A))
    check(ops.clamp(x, 2, 6), A.clip(2, 6))
    check(ops.clip_by_value(x, clip_value_max=Tensor([4.0])), A.clip(None, 4))
    with pytest.raises(ValueError, match="at least one"):
        ops.clamp(x)


# ---------------------------------------------------------------------- activations


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("relu", lambda x: np.maximum(x, 0)),
        ("relu6", lambda x: x.clip(0, 6)),
        ("leaky_relu", lambda x: np.where(x > 0, x, 0.2 * x)),
        ("elu", lambda x: np.where(x > 0, x, np.exp(x) - 1)),
        ("celu", lambda x: np.where(x > 0, x, np.exp(x) - 1)),
        ("sigmoid", sigmoid),
        ("logsigmoid", lambda x: np.log(sigmoid(x))),
        ("softplus", lambda x: np.log(1 + np.exp(x))),
        ("silu", lambda x: x * sigmoid(x)),
        ("mish", lambda x: x * np.tanh(np.log(1 + np.exp(x)))),
        ("hardsigmoid", lambda x: ((x + 3) / 6).clip(0, 1)),
        ("hardswish", lambda x: x * ((x + 3) / 6).clip(0, 1)),
        ("hardtanh", lambda x: x.clip(-1, 1)),
        ("hardshrink", lambda x: np.where(np.abs(x) > 0.5, x, 0)),
        ("softshrink", lambda x: np.sign(x) * np.maximum(np.abs(x) - 0.5, 0)),
        ("softsign", lambda x: x / (1 + np.abs(x))),
        ("tanhshrink", lambda x: x - np.tanh(x)),
        ("gelu", lambda x: x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2),
    ],
)
def test_activations(name, reference):
    x = np.linspace(-7, 7, 29).astype(np.float32)
    check(getattr(ops, name)(Tensor(x)), reference(x.astype(np.float64)), rtol=1e-5)


def test_activations_with_arguments():
    x = Tensor(B)
    with pytest.raises(ValueError, match="approximate"):
        ops.gelu(x, "nonsense")
    cube = B + 0.044715 * B**3
    tanh = B / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * cube))
    check(ops.gelu(x, "tanh"), tanh, rtol=1e-5)
    check(ops.threshold(x, 0.4, 20.0), np.where(B > 0.4, B, 20))
    check(ops.prelu(x, Tensor([0.1])), np.where(B > 0, B, 0.1 * B))
    image = np.stack([B, -B])[None]
    slopes = np.array([0.1, 0.2], np.float32)
    expected = np.where(image > 0, image, slopes[None, :, None, None] * image)
    check(ops.prelu(Tensor(image), Tensor(slopes)), expected)
    assert ops.prelu(Tensor(-0.8), Tensor([0.6])).shape == ()
    pair = np.concatenate([B, A], axis=1)
    check(ops.glu(Tensor(pair)), B * sigmoid(A), rtol=1e-5)
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    check(ops.selu(x), scale * np.where(B > 0, B, alpha * (np.exp(B) - 1)), rtol=1e-5)


def test_extreme_inputs_do_not_overflow():
    x = Tensor(np.array([-1e4, 0.0, 1e4], np.float32))
    assert ops.softplus(x).tolist() == [0, pytest.approx(math.log(2)), 1e4]
    assert ops.logsigmoid(x).tolist() == [-1e4, pytest.approx(-math.log(2)), 0]
    assert ops.softmax(x).tolist() == [0, 0, 1]
    assert ops.log_softmax(x).tolist() == [-2e4, -1e4, 0]
    assert ops.logsumexp(x, 0).asnumpy() == 1e4
    assert ops.elu(x).tolist() == [-1, 0, 1e4]


def test_softmax_along_an_axis():
    for axis in (-1, 0):
        weights = np.exp(A) / np.exp(A).sum(axis=axis, keepdims=True)
        check(ops.softmax(Tensor(A), axis), weights, rtol=1e-5)
        check(ops.log_softmax(Tensor(A), axis), np.log(weights), rtol=1e-4)
        check(ops.Softmax(axis)(Tensor(A)), weights, rtol=1e-5)
    opposite = np.exp(-A) / np.exp(-A).sum(axis=-1, keepdims=True)
    check(ops.softmin(Tensor(A)), opposite, rtol=1e-5)


# ----------------------------------------------------------------------- reductions


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1), ()])
def test_reductions(axis):
    x = Tensor(A)
    over = None if axis == () else axis
    check(ops.sum(x, axis), A.sum(over))
    check(ops.mean(x, axis, True), A.mean(over, keepdims=True))
    check(ops.prod(x, axis), A.prod(over))
    check(ops.amax(x, axis), A.max(over))
    check(ops.amin(x, axis), A.min(over))
    check(ops.all(x > 1, axis), (A > 1).all(over))
    check(ops.any(x > 6, axis), (A > 6).any(over))
    check(ops.var(x, axis), A.var(over), rtol=1e-5)
    check(ops.std(x, axis, 1), A.std(over, ddof=1), rtol=1e-5)
    check(ops.logsumexp(x, over), np.log(np.exp(A).sum(over)), rtol=1e-5)
    check(ops.ReduceSum(keep_dims=True)(x, axis), A.sum(over, keepdims=True))
    check(ops.ReduceMax()(x, axis), A.max(over))


def test_the_dtypes_of_reductions():
    whole = Tensor(np.array([1, 2, 4], np.int32))
    assert ops.sum(whole).dtype == srcad.int64
    assert ops.prod(whole).dtype == srcad.int64
    assert ops.sum(whole, dtype=srcad.float32).dtype == srcad.float32
    assert ops.mean(whole).dtype == srcad.int32
    assert int(ops.mean(whole)) == 2
    assert ops.var(whole).dtype == srcad.float32
    assert ops.count_nonzero(whole).dtype == srcad.int32
    assert ops.ReduceSum(skip_mode=True)(whole).tolist() == [1, 2, 4]


def test_norms():
    x = Tensor(A)
    check(ops.norm(x), np.linalg.norm(A))
    check(ops.norm(x, dim=1), np.linalg.norm(A, axis=1))
    check(ops.norm(x, 1, 1, True), np.abs(A).sum(1, keepdims=True))
    check(ops.norm(x, 3, 0), (A**3).sum(0) ** (1 / 3), rtol=1e-5)
    check(ops.norm(x, math.inf, 1), A.max(1))
    check(ops.norm(x, -math.inf, 1), A.min(1))
    check(ops.norm(Tensor([0.0, 3.0]), 0), 1.0)
    check(ops.norm(x, 1, (0, 1)), np.linalg.norm(A, 1))
    check(ops.norm(x, 1), np.linalg.norm(A, 1))
    with pytest.raises(ValueError, match="1D or 2D"):
        ops.norm(Tensor(np.ones((2, 3, 4))), 1)


def test_cumulative():
    x = Tensor(A)
    check(ops.cumsum(x, 1), A.cumsum(1))
    check(ops.cumprod(x, 0), A.cumprod(0))
    before = np.array([[0, 1, 6], [0, 7, 10]])
    check(ops.CumSum(exclusive=True)(x, 1), before)
    after = np.array([[8, 7, 2], [17, 10, 7]])
    check(ops.CumSum(reverse=True)(x, 1), after)


def test_places_and_orders():
    x = Tensor(A)
    values, index = ops.max(x, 1)
    assert (values.tolist(), index.tolist()) == ([5, 7], [1, 0])
    assert index.dtype == srcad.int64
    values, index = ops.min(x, axis=0, keepdims=True)
    assert (values.tolist(), index.tolist()) == ([[1, 3, 2]], [[0, 1, 0]])
    largest, nowhere = ops.max(x)
    assert (float(largest), int(nowhere)) == (7, 0)
    index, values = ops.ArgMaxWithValue(axis=1)(x)
    assert (index.tolist(), values.tolist()) == ([1, 0], [5, 7])
    assert ops.argmax(x).tolist() == 3
    assert ops.argmin(x, 1).dtype == srcad.int32
    assert ops.Argmax(1)(x).dtype == srcad.int32
    ordered, places = ops.sort(x, descending=True)
    assert ordered.tolist() == [[5, 2, 1], [7, 7, 3]]
    assert places.tolist() == [[1, 2, 0], [0, 2, 1]]
    values, places = ops.topk(x, 2)
    assert (values.tolist(), places.tolist()) == ([[5, 2], [7, 7]], [[1, 2], [0, 2]])
    smallest, _ = ops.topk(x, 1, largest=False)
    assert smallest.tolist() == [[1], [3]]
    assert ops.argsort(x).tolist() == [[0, 2, 1], [1, 0, 2]]
    variance, mean = ops.var_mean(x, 0)
    check(variance, A.var(0))
    check(mean, A.mean(0))


# --------------------------------------------------------------------------- shapes


def test_shapes_and_axes():
    array = np.arange(24.0).reshape(2, 3, 4)
    x = Tensor(array)
    check(ops.reshape(x, (4, -1)), array.reshape(4, 6))
    check(ops.flatten(x), array.reshape(2, 12))
    check(ops.flatten(x, start_dim=0, end_dim=1), array.reshape(6, 4))
    assert ops.flatten(Tensor(1.0)).shape == (1,)
    check(ops.transpose(x, (2, 0, 1)), array.transpose(2, 0, 1))
    check(ops.permute(x, (1, 0, 2)), array.transpose(1, 0, 2))
    check(ops.swapaxes(x, 0, 2), array.swapaxes(0, 2))
    check(ops.movedim(x, 0, -1), np.moveaxis(array, 0, -1))
    check(ops.expand_dims(x, 1), array[:, None])
    check(ops.squeeze(Tensor(array[:1]), 0), array[0])
    check(ops.Squeeze()(Tensor(array[:1])), array[0])
    check(ops.broadcast_to(x, (5, -1, 3, -1)), np.broadcast_to(array, (5, 2, 3, 4)))
    check(ops.t(Tensor(A)), A.T)
    assert (ops.rank(x), ops.size(x), ops.shape(x)) == (3, 24, (2, 3, 4))
    with pytest.raises(ValueError, match="squeeze"):
        ops.squeeze(x, 0)
    with pytest.raises(ValueError, match="order"):
        ops.flatten(x, "F")


def test_joining_and_repeating():
    x, y = Tensor(A), Tensor(B)
    check(ops.concat((x, y), 1), np.concatenate((A, B), 1))
    check(ops.stack([x, y], -1), np.stack([A, B], -1))
    mixed = ops.concat((Tensor([1]), Tensor([1.5])))
    assert (mixed.dtype, mixed.tolist()) == (srcad.float32, [1, 1.5])
    check(ops.tile(x, (2, 2)), np.tile(A, (2, 2)))
    check(ops.repeat_interleave(x, 2, 1), A.repeat(2, 1))
    check(ops.repeat_elements(x, 2), A.repeat(2, 0))
    check(ops.diag(Tensor([1.0, 2.0])), np.diag([1, 2]))
    square = ops.diag(Tensor(A))
    assert square.shape == A.shape * 2
    check(ops.reshape(square, (A.size, A.size)), np.diag(A.ravel()))
    first, second = ops.meshgrid(Tensor([1, 2]), Tensor([3, 4, 5]), indexing="ij")
    assert first.tolist() == [[1, 1, 1], [2, 2, 2]]
    assert second.tolist() == [[3, 4, 5], [3, 4, 5]]


def test_cutting():
    x = Tensor(A)
    for pieces, expected in [
        (ops.split(x, 2, 1), (A[:, :2], A[:, 2:])),
        (ops.split(x, [1, 2], 1), (A[:, :1], A[:, 1:])),
        (ops.chunk(x, 2, 1), (A[:, :2], A[:, 2:])),
        (ops.Split(0, 2)(x), (A[:1], A[1:])),
        (ops.unstack(x), (A[0], A[1])),
        (ops.Unstack(1, 3)(x), (A[:, 0], A[:, 1], A[:, 2])),
    ]:
        assert isinstance(pieces, tuple)
        for piece, part in zip(pieces, expected, strict=True):
            check(piece, part)
    check(ops.narrow(x, 1, 1, 2), A[:, 1:3])
    check(ops.Slice()(x, (0, 1), (1, -1)), A[:1, 1:])
    check(ops.strided_slice(x, (0, 0), (2, 3), (1, 2)), A[:, ::2])
    sliced = ops.StridedSlice(begin_mask=2, shrink_axis_mask=1)
    check(sliced(x, (1, 2), (2, 2), (1, 1)), A[1, :2])
    check(ops.flip(x, (1,)), A[:, ::-1])
    check(ops.roll(x, 1, 1), np.roll(A, 1, 1))
    check(ops.tril(x, 1), np.tril(A, 1))
    check(ops.triu(x), np.triu(A))
    with pytest.raises(ValueError, match="equal division"):
        ops.Split(1, 2)(x)
    with pytest.raises(ValueError, match="num 2"):
        ops.Unstack(1, 2)(x)
    with pytest.raises(ValueError, match="are not supported"):
        ops.StridedSlice(new_axis_mask=1)


def test_padding_by_pairs_is_refused():
    for wrong in (((0, 0), (1, 1)), (1, 1.5)):
        with pytest.raises(TypeError, match="tuple of int"):
            ops.pad(Tensor(np.ones((2, 3), np.float32)), wrong)


def test_padding():
    x = Tensor(A)
    check(ops.pad(x, (1, 2)), np.pad(A, ((0, 0), (1, 2))))
    check(
        ops.pad(x, (0, 0, 1, 0), value=9),
        np.pad(A, ((1, 0), (0, 0)), constant_values=9),
    )
    check(ops.pad(x, (1, 1), "reflect"), np.pad(A, ((0, 0), (1, 1)), "reflect"))
    check(ops.pad(x, (1, 1), "replicate"), np.pad(A, ((0, 0), (1, 1)), "edge"))
    check(ops.Pad(((1, 0), (0, 1)))(x), np.pad(A, ((1, 0), (0, 1))))
    with pytest.raises(ValueError, match="mode"):
        ops.pad(x, (1, 1), "nonsense")


# ------------------------------------------------------------------------- gathering


def test_reading_by_index():
    x = Tensor(A)
    check(ops.gather(x, Tensor([[2, 0]]), 1), A[:, [[2, 0]]])
    check(ops.gather_elements(x, 1, Tensor([[0], [2]])), [[1], [7]])
    check(ops.GatherD()(x, 0, Tensor([[1, 0, 1]])), [[7, 5, 7]])
    check(ops.gather_nd(x, Tensor([[0, 1], [1, 0]])), [5, 7])
    check(ops.gather_nd(x, Tensor([[1]])), A[[1]])
    check(ops.index_select(x, 0, Tensor([1, 1])), A[[1, 1]])
    check(ops.masked_select(x, x > 4), [5, 7, 7])
    assert ops.nonzero(x > 4).tolist() == [[0, 1], [1, 0], [1, 2]]


WIDE = np.random.default_rng(0).normal(size=(2, 3, 4, 5))


def gathered(x, index, axis, batch_dims):
    """By the definition: one ``np.take`` for each element of the first axes."""
    if batch_dims == 0:
        return np.take(x, index, axis)
    pairs = zip(x, index, strict=True)
    return np.stack([gathered(*pair, axis - 1, batch_dims - 1) for pair in pairs])


@pytest.mark.parametrize(
    ("shape", "axis", "batch_dims"),
    [
        ((2, 6), 1, 1),
        ((2, 6), 2, 1),
        ((2, 2, 3), 3, 1),
        ((2, 3), 2, 2),
        ((2, 3, 2), -1, 2),
        ((2, 3, 2), 2, -1),
        ((2,), 1, 1),
    ],
)
def test_gather_of_batches(shape, axis, batch_dims):
    index = np.random.default_rng(1).integers(0, 3, shape)
    axes = batch_dims % (len(shape) + 1) if batch_dims > 0 else batch_dims + len(shape)
    wanted = gathered(WIDE, index, axis % 4, axes)
    weights = np.random.default_rng(2).normal(size=wanted.shape)

    def program(x):
        found = ops.gather(x, Tensor(index), axis, batch_dims)
        return (found**2 * Tensor(weights)).sum()

    found = ops.gather(Tensor(WIDE), Tensor(index), axis, batch_dims)
    np.testing.assert_array_equal(found.asnumpy(), wanted)
    np.testing.assert_array_equal(
        ops.Gather(batch_dims)(Tensor(WIDE), Tensor(index), axis).asnumpy(), wanted
    )
    value, gradient = srcad.value_and_grad(program)(Tensor(WIDE))
    step = np.random.default_rng(3).normal(size=WIDE.shape)
    up, down = (program(Tensor(WIDE + h * step)).item() for h in (1e-6, -1e-6))
    assert value.item() == pytest.approx(program(Tensor(WIDE)).item())
    assert (gradient.asnumpy() * step).sum() == pytest.approx((up - down) / 2e-6)


@pytest.mark.parametrize(("axis", "batch_dims"), [(0, 1), (1, 2), (1, -3)])
def test_gather_of_batches_that_are_not_there(axis, batch_dims):
    with pytest.raises(ValueError, match="batch_dims"):
        ops.gather(Tensor(WIDE), Tensor([[0, 1], [1, 0]]), axis, batch_dims)


def test_one_hot():
    index = Tensor([0, 2])
    assert ops.one_hot(index, 3).tolist() == [[1, 0, 0], [0, 0, 1]]
    assert ops.one_hot(index, 3).dtype == srcad.int64
    on, off = Tensor(2.0), Tensor(-1.0)
    assert ops.one_hot(index, 2, on, off).tolist() == [[2, -1], [-1, -1]]
    assert ops.OneHot(axis=0)(index, 3, on, off).shape == (3, 2)
    matrix = Tensor([[0, 1], [1, 0], [0, 0]])
    assert ops.one_hot(matrix, 4, axis=1).shape == (3, 4, 2)
    assert ops.one_hot(matrix, 4, axis=1)[1].tolist() == [
        [0, 1],
        [1, 0],
        [0, 0],
        [0, 0],
    ]


def test_writing_by_index():
    x = Tensor(A)
    twice = Tensor([[0, 0], [0, 0]])
    updates = Tensor([1.0, 2.0])
    assert ops.tensor_scatter_update(x, twice, updates)[0, 0].asnumpy() == 2
    assert ops.tensor_scatter_add(x, twice, updates)[0, 0].asnumpy() == 4
    assert ops.scatter_nd(Tensor([[1], [1]]), updates, (3,)).tolist() == [0, 3, 0]
    assert x.asnumpy()[0, 0] == 1


# -------------------------------------------------------------------------- creation


def test_creation():
    assert ops.zeros(2).dtype == srcad.float32
    assert ops.ones((2, 3), srcad.int8).tolist() == [[1, 1, 1], [1, 1, 1]]
    assert ops.full((2,), 3).dtype == srcad.int64
    assert ops.full((2,), 3.0).dtype == srcad.float32
    assert ops.full((2,), True).dtype == srcad.bool_
    assert ops.fill(srcad.float16, (1,), 20).tolist() == [20]
    assert ops.eye(2, 3).tolist() == [[1, 0, 0], [0, 1, 0]]
    assert ops.arange(3).tolist() == [0, 1, 2]
    assert ops.arange(1, 2, 0.5).dtype == srcad.float32
    assert ops.range(0, 4, 2).tolist() == [0, 2]
    assert ops.linspace(0, 1, 3).tolist() == [0, 0.5, 1]
    x = Tensor([1, 2])
    assert ops.zeros_like(x).dtype == srcad.int64
    assert ops.ones_like(x, dtype=srcad.float32).tolist() == [1, 1]
    assert ops.full_like(x, 7).tolist() == [7, 7]


# -------------------------------------------------------------------------- products


def test_products():
    x, y = Tensor(A), Tensor(B)
    check(ops.matmul(x, y.T), A @ B.T)
    check(ops.mm(x, y.T), A @ B.T)
    check(ops.mv(x, Tensor([1.0, 2.0, 3.0])), A @ [1, 2, 3])
    check(ops.outer(Tensor([1.0, 2.0]), Tensor([3.0, 4.0])), [[3, 4], [6, 8]])
    check(ops.addmm(Tensor([1.0, 1.0]), x, y.T, beta=2, alpha=3), 2 + 3 * (A @ B.T))
    check(ops.tensor_dot(x, y, (1, 1)), A @ B.T)
    check(ops.einsum("ij,kj->ik", x, y), A @ B.T)
    check(ops.dense(x, y, Tensor([1.0, 2.0])), A @ B.T + [1, 2])
    batch = np.stack([A, B])
    check(
        ops.bmm(Tensor(batch), Tensor(batch.swapaxes(1, 2))),
        batch @ batch.swapaxes(1, 2),
    )
    product = ops.BatchMatMul(transpose_a=True)(Tensor(batch), Tensor(batch))
    check(product, batch.swapaxes(1, 2) @ batch)
    check(ops.bmm(x, y.T), A @ B.T)
    with pytest.raises(ValueError, match="rank 2"):
        ops.bmm(x, Tensor([1.0, 2.0, 3.0]))
    image = np.ones((1, 2, 1, 3), np.float32)
    biased = ops.bias_add(Tensor(image), Tensor([1.0, 2.0]))
    assert biased.tolist() == [[[[2, 2, 2]], [[3, 3, 3]]]]


# ---------------------------------------------------------------------- normalisation


def test_layer_norm():
    normalised = (A - A.mean(1, keepdims=True)) / np.sqrt(
        A.var(1, keepdims=True) + 1e-5
    )
    weight, bias = Tensor([1.0, 2.0, 3.0]), Tensor([0.5, 0.0, 0.0])
    expected = normalised * [1, 2, 3] + [0.5, 0, 0]
    check(ops.layer_norm(Tensor(A), (3,), weight, bias), expected, rtol=1e-5)
    out, mean, variance = ops.LayerNorm(epsilon=1e-5)(Tensor(A), weight, bias)
    check(out, expected, rtol=1e-5)
    check(mean, A.mean(1, keepdims=True))
    check(variance, A.var(1, keepdims=True), rtol=1e-5)
    with pytest.raises(ValueError, match="normalized_shape"):
        ops.layer_norm(Tensor(A), (2,))


def test_group_norm_and_l2():
    image = np.arange(24.0).reshape(1, 4, 2, 3)
    groups = image.reshape(1, 2, 12)
    expected = (groups - groups.mean(2, keepdims=True)) / np.sqrt(
        groups.var(2, keepdims=True) + 1e-5
    )
    check(ops.group_norm(Tensor(image), 2), expected.reshape(image.shape))
    lengths = np.sqrt((A**2).sum(1, keepdims=True))
    check(ops.L2Normalize(axis=1)(Tensor(A)), A / lengths)


def test_batch_norm():
    image = np.arange(12.0).reshape(2, 2, 3)
    mean, variance = Tensor([1.0, 2.0]), Tensor([4.0, 9.0])
    scale, shift = Tensor([1.0, 3.0]), Tensor([0.0, 1.0])
    out = ops.batch_norm(Tensor(image), mean, variance, scale, shift, eps=0.0)
    check(out[:, 0], (image[:, 0] - 1) / 2)
    check(out[:, 1], (image[:, 1] - 2) / 3 * 3 + 1)
    trained = ops.batch_norm(
        Tensor(image), mean, variance, scale, shift, True
    ).asnumpy()
    np.testing.assert_allclose(trained.mean((0, 2)), [0, 1], atol=1e-6)
    np.testing.assert_allclose(trained.std((0, 2)), [1, 3], rtol=1e-5)


# ----------------------------------------------------------------------------- random


def test_batch_norm_in_training_moves_the_running_statistics():
    x = np.arange(12, dtype=np.float32).reshape(3, 4) - 5
    mean = srcad.Parameter(Tensor(np.zeros(4, np.float32)), name="mean")
    variance = srcad.Parameter(Tensor(np.ones(4, np.float32)), name="variance")
    one, zero = Tensor(np.ones(4, np.float32)), Tensor(np.zeros(4, np.float32))
    ops.batch_norm(Tensor(x), mean, variance, one, zero, training=True, momentum=0.3)
    # What MindSpore 2.10 gives.
    np.testing.assert_allclose(mean.asnumpy(), [-0.3, 0, 0.3, 0.6], atol=1e-6)
    np.testing.assert_allclose(variance.asnumpy(), [5.5] * 4, rtol=1e-6)

    def loss(x):
        out = ops.batch_norm(x, mean, variance, one, zero, True, 0.3)
        return (out * Tensor(x)).sum()

    srcad.grad(loss)(Tensor(x))
    np.testing.assert_allclose(mean.asnumpy(), [-0.51, 0, 0.51, 1.02], atol=1e-6)


def test_softplus_is_the_identity_above_its_threshold():
    x = Tensor(np.array([0.4, 0.6], np.float32))
    assert ops.softplus(x, 2, 1).tolist() == pytest.approx([0.5855504, 0.6])
    slope = srcad.grad(lambda x: ops.softplus(x, 2, 1).sum())(x)
    assert slope.tolist() == pytest.approx([1 / (1 + np.exp(-0.8)), 1.0])


def test_dropout():
    srcad.set_seed(0)
    x = Tensor(np.ones((100, 100), np.float32))
    out = ops.dropout(x, 0.3).asnumpy()
    kept = out != 0
    assert set(np.unique(out).tolist()) == {0.0, float(np.float32(1) / np.float32(0.7))}
    assert kept.mean() == pytest.approx(0.7, abs=0.02)
    assert ops.dropout(x, 0.3, training=False).tolist() == x.tolist()
    assert ops.dropout(x, 1.0).asnumpy().max() == 0
    with pytest.raises(ValueError, match="p must be in"):
        ops.dropout(x, 1.5)


def test_dropout_of_channels():
    srcad.set_seed(0)
    x = Tensor(np.ones((50, 20, 2, 2), np.float32))
    out, mask = ops.Dropout2D(0.8)(x)
    assert (mask.dtype, mask.shape) == (srcad.bool_, x.shape)
    np.testing.assert_array_equal(out.asnumpy(), mask.asnumpy() / np.float32(0.8))
    channels = mask.asnumpy().reshape(50, 20, 4)
    assert (channels.all(-1) | ~channels.any(-1)).all()
    assert channels.mean() == pytest.approx(0.8, abs=0.04)
    assert ops.dropout2d(x, 0.0).tolist() == x.tolist()
    with pytest.raises(ValueError, match="rank 4"):
        ops.Dropout2D(0.5)(Tensor([1.0]))
    with pytest.raises(ValueError, match="keep_prob"):
        ops.Dropout2D(1.5)
    whole, bits = ops.Dropout(0.5)(x)
    np.testing.assert_array_equal(whole.asnumpy(), bits.asnumpy() * 2)


def test_random_numbers():
    srcad.set_seed(0)
    values = ops.normal((10000,), 3.0, 2.0).asnumpy()
    assert values.dtype == np.float32
    assert values.mean() == pytest.approx(3, abs=0.1)
    assert values.std() == pytest.approx(2, abs=0.1)
    values = ops.uniform((10000,), -1.0, 3.0).asnumpy()
    assert -1 <= values.min() < -0.9
    assert 2.9 < values.max() < 3
    integers = ops.randint(0, 3, (1000,))
    assert integers.dtype == srcad.int64
    assert set(integers.tolist()) == {0, 1, 2}
    assert ops.rand(2, 3).shape == ops.randn(2, 3).shape == (2, 3)
    assert ops.bernoulli(Tensor(np.zeros(1000, np.float32)), 0.2).asnumpy().mean() < 0.3
    assert ops.randn_like(Tensor(A)).shape == A.shape
    assert ops.StandardNormal()((2,)).dtype == srcad.float32


# ---------------------------------------------------------------------------- control


def test_control():
    x = Tensor(A)
    for function in (ops.stop_gradient, ops.identity, lambda v: ops.depend(v, 1)):
        check(function(x), A)
    assert ops.stop_gradient.__srcad_bprop__(A, A, A) == (None,)


def test_a_hard_gumbel_softmax_is_one_hot_and_has_the_gradient_of_the_soft_one():
    x = Tensor(np.linspace(-1, 1, 12).reshape(3, 4))
    weights = Tensor(np.arange(12.0).reshape(3, 4))
    slopes = []
    for hard in (False, True):
        srcad.set_seed(4)
        out, slope = srcad.value_and_grad(
            lambda x, hard=hard: (
                ops.gumbel_softmax(x, 0.7, hard) * weights,
                ops.gumbel_softmax(x, 0.7, hard),
            ),
            has_aux=True,
        )(x)
        slopes.append(slope.asnumpy())
    drawn = out[1].asnumpy()
    assert set(np.unique(drawn)) == {0.0, 1.0}
    np.testing.assert_array_equal(drawn.sum(1), 1)
    np.testing.assert_allclose(slopes[1], slopes[0], rtol=1e-12)
    assert np.abs(slopes[0]).max() > 0.1


def test_what_is_asked_of_a_tensor():
    x, z = Tensor(A), Tensor(A.astype(np.complex64))
    assert [ops.is_floating_point(one) for one in (x, z, x > 0)] == [True, False, False]
    assert [ops.is_complex(one) for one in (x, z)] == [False, True]
    assert [ops.is_tensor(one) for one in (x, A, 1)] == [True, False, False]
    found = srcad.grad(lambda x: x * 2 if ops.is_floating_point(x) else x)(x)
    check(found, np.full_like(A, 2))


def test_places_of_running_minima_are_int32_and_of_mint_int64():
    x = Tensor(A)
    found = [ops.cummin(x, 0)[1], x.cummin(0)[1], ops.cummax(x, 0)[1]]
    found.append(mint.cummin(x, 0)[1])
    assert [one.dtype for one in found] == [
        *(srcad.int32, srcad.int32, srcad.int64, srcad.int64)
    ]


@pytest.mark.parametrize("shape", [(40, 6), (2, 20, 6)])
def test_dropout1d_drops_channels(shape):
    srcad.set_seed(2)
    out = ops.dropout1d(Tensor(np.ones(shape, np.float32)), 0.5).asnumpy()
    assert out.shape == shape
    assert (out == out[..., :1]).all()
    assert set(out.ravel()) == {0.0, 2.0}
    with pytest.raises(ValueError, match="rank 2 or 3"):
        ops.dropout1d(Tensor([1.0]), 0.5)


def test_running_sums_of_exponentials_without_the_element_itself():
    x = srcad.Tensor(np.array([[1.0, 2.0, 3.0]], np.float32))
    least = np.finfo(np.float32).min
    ahead = ops.CumulativeLogsumexp(exclusive=True)
    back = ops.CumulativeLogsumexp(exclusive=True, reverse=True)
    np.testing.assert_allclose(ahead(x, 1).asnumpy(), [[least, 1, 2.3132617]])
    np.testing.assert_allclose(back(x, 1).asnumpy(), [[3.3132617, 3, least]])
    slope = srcad.grad(lambda x: ahead(x, 1)[:, 1])(x)
    np.testing.assert_array_equal(slope.asnumpy(), [[1, 0, 0]])


@pytest.mark.parametrize(
    ("number", "dtype", "expected"),
    [
        (2.5, srcad.float32, np.float32(2.5)),
        (2.7, srcad.int32, np.int32(2)),
        (3, srcad.float16, np.float16(3)),
        (True, srcad.float64, np.float64(1)),
    ],
)
def test_the_cast_of_a_number_is_a_tensor(number, dtype, expected):
    for out in (ops.cast(number, dtype), ops.Cast()(number, dtype)):
        assert isinstance(out, Tensor)
        assert (out.dtype, out.shape) == (dtype, ())
        assert out.asnumpy() == expected

    def scaled(x):
        return x * ops.cast(number, dtype)

    x = Tensor(np.ones(3, np.float64))
    np.testing.assert_allclose(scaled(x).asnumpy(), expected)
    np.testing.assert_allclose(grad(scaled)(x).asnumpy(), expected)


@pytest.mark.parametrize(
    ("values", "status"),
    [([1.0, -2.0], 0), ([1.0, math.inf], 1), ([math.nan, 0.0], 1), ([], 0)],
)
def test_the_status_of_floats_is_one_number(values, status):
    out = ops.FloatStatus()(Tensor(values, srcad.float32))
    assert (out.dtype, out.shape) == (srcad.float32, (1,))
    assert out.asnumpy() == [status]
