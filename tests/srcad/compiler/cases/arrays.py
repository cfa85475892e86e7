"""Broadcasting, reductions, products of matrices, joining, shapes."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive, small

# ---------------------------------------------------------------------- broadcasting


@case("float64[n, 3]", "float64[3]")
def bias(x, b):
    return x * b + b


@case("float64[n, m]", "float64[m]")
def named_bias(x, b):
    return np.tanh(x + b) * b


@case("float64[n, m]", "float64[n, 1]")
def unit_axis(x, b):
    return x * b + b


@case("float64[n, 1]", "float64[1, m]")
def outer_by_unit_axes(a, b):
    return a * b + a


@case("float64[n, m]", "float64[k]", sizes={"n": 2, "m": 3, "k": 1}, label="k_is_1")
@case("float64[n, m]", "float64[k]", sizes={"n": 2, "m": 1, "k": 3}, label="m_is_1")
@case("float64[n, m]", "float64[k]", sizes={"n": 2, "m": 3, "k": 3}, label="same")
def ambiguous(x, b):
    return (x * b + b).sum(axis=1)


@case("float64[n]", "float64[m]", sizes={"n": 1, "m": 3}, label="left_unit")
@case("float64[n]", "float64[m]", sizes={"n": 3, "m": 1}, label="right_unit")
def ambiguous_twice(x, y):
    z = x * y
    return z * x - y * z


@case("float64[n, m]", "float64[]", "float64")
def numbers(x, a, b):
    return x * a + b * a


@case("float64[]", "float64[3]")
def number_first(a, x):
    return a / x + a


@case("float64[2, n, 3]", "float64[n, 1]", "float64[3]")
def three_ranks(x, y, z):
    return x * y + y * z


@case("float64[n]")
def broadcast_to(x):
    wide = np.broadcast_to(x, (3, x.shape[0]))
    return wide * wide


@case("float64[n, 1]")
def broadcast_to_unit_axis(x):
    return np.broadcast_to(x, (2, x.shape[0], 3)) ** 2


@case("float64[n, m]")
def centred(x):
    return (x - x.mean(axis=0)) * (x - x.mean(axis=1, keepdims=True))


@case("float64[n, 3]")
def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


# ------------------------------------------------------------------------ reductions


@case("float64[n, m]")
def sums(x):
    return x.sum() * x.sum(axis=0) + (x.sum(axis=1, keepdims=True) * x).sum(axis=0)


@case("float64[n, m]")
def means(x):
    return x.mean() * x.mean(axis=-1) + np.mean(x * x, axis=1)


@case("float64[n, m]", values={"x": apart})
def extrema(x):
    return x.max(axis=1) * x.min() + np.max(x, axis=1, keepdims=True)[:, 0]


@case("float64[n, m]")
def products(x):
    return x.prod(axis=1) + np.prod(x) + x.prod(axis=0).sum()


@case("float64[n]", values={"x": lambda r, s: np.array([0.0, 2.0, 0.0][: s[0]])})
def product_with_zeros(x):
    return x.prod()


@case("float64[2, 3, 2]", orders=(1, 2))
def product_over_two_axes(x):
    return x.prod(axis=(0, 2)) + x.prod(axis=(1, 2), keepdims=True).sum()


@case("float64[n, m]")
def variances(x):
    return np.var(x, axis=1) + x.std() + x.var(axis=0, keepdims=True).sum()


@case("float64[n, 4]")
def corrected_variance(x):
    return np.var(x, axis=1, ddof=1) * x[:, 0]


@case("float64[n, m]")
def cumulative(x):
    return np.cumsum(x, axis=1) * x + np.cumsum(x * x).sum()


@case("float64[n, m, 2]")
def several_axes(x):
    return x.sum(axis=(0, 2)) ** 2 + x.mean(axis=(1, -1)).sum()


@case("float64[n, m]", values={"x": apart})
def best_of_each_row(x):
    return x[np.arange(x.shape[0]), x.argmax(axis=1)] ** 2


@case("float64[n, m]")
def norms(x):
    return np.linalg.norm(x, axis=1) * np.linalg.norm(x)


@case("float64[n, m]", values={"x": apart})
def counted(x):
    return (x > 0).sum() * x + (x > 0).any(axis=0) * 2.0 * x


@case("float64[n, m]", values={"x": small})
def log_sum_exp(x):
    top = x.max(axis=1, keepdims=True)
    return np.log(np.exp(x - top).sum(axis=1)) + top[:, 0]


@case("float64[0, m]", at_one=False)
def empty(x):
    return x.sum(axis=0) + (x * x).sum()


# ---------------------------------------------------------------- products of matrices


@case("float64[n]", "float64[n]")
def vector_vector(x, y):
    return x @ y


@case("float64[n, m]", "float64[m]")
def matrix_vector(x, y):
    return x @ y


@case("float64[n]", "float64[n, m]")
def vector_matrix(x, y):
    return x @ y


@case("float64[n, m]", "float64[m, k]")
def matrix_matrix(x, y):
    return np.tanh(x @ y) @ y.T


@case("float64[2, n, m]", "float64[2, m, k]")
def batched(x, y):
    return x @ y


@case("float64[2, n, m]", "float64[m, k]")
def batch_and_matrix(x, y):
    return x @ y


@case("float64[n, m]", "float64[2, m, k]")
def matrix_and_batch(x, y):
    return np.matmul(x, y) * 2.0


@case("float64[2, n, m]", "float64[m]")
def batch_and_vector(x, y):
    return x @ y


@case("float64[m]", "float64[2, m, k]")
def vector_and_batch(x, y):
    return x @ y


@case("float64[1, n, m]", "float64[3, m, k]")
def unit_batch(x, y):
    return x @ y


@case("float64[b, n, m]", "float64[c, m, 2]", sizes={"b": 1, "c": 3}, at_one=False)
def ambiguous_batch(x, y):
    return x @ y


@case("float64[n, m]", "float64[n, m]")
def transposed_factors(x, y):
    return x.T @ y, x @ y.T


@case("float64[n, m]", "float64[m, k]")
def dot_and_outer(x, y):
    return np.dot(x, y), np.outer(x[0], y[:, 0]), np.inner(x, x)


@case("float64[n, m, 2]", "float64[m, 2, 3]")
def tensordot(x, y):
    return np.tensordot(x, y, axes=2) + np.tensordot(x, y, axes=((1, 2), (0, 1)))


@case("float64[n, n]", "float64[n]")
def quadratic_form(a, x):
    return x @ a @ x


# --------------------------------------------------------------------------- joining


@case("float64[n]", "float64[m]")
def concatenated(x, y):
    z = np.concatenate((x, y * x[:1], x))
    return z * z


@case("float64[n, 2]", "float64[n, 3]")
def concatenated_columns(x, y):
    z = np.concatenate([x, y], axis=1)
    return z * z[:, ::-1]


@case("float64[n]", "float64[n]")
def stacked(x, y):
    return np.stack((x, y * x)) ** 2, np.stack([x, y], axis=1) * 3.0


@case("float64[n]", "float64[n]")
def stacked_at_the_end(x, y):
    return np.stack((x, y, x * y), axis=-1) ** 2


@case("float64[n, 2]", "float64[m, 2]")
def stacked_rows(x, y):
    return np.vstack((x, y)) ** 2


@case("float64[n]", "float64[m]")
def stacked_flat(x, y):
    return np.hstack((x, y)) ** 2


@case("float64[6, n]")
def split(x):
    a, b, c = np.split(x, 3)
    return a * b + c


@case("float64[n]")
def array_of_elements(x):
    return np.array([x[0] * 2.0, x[-1] ** 2, 1.0]) * x.sum()


@case("float64[n]")
def array_of_rows(x):
    return np.array([[x[0], 1.0], [2.0, x[-1]]]) @ np.array([x[0], x[0] * x[0]])


@case("float64[n, m]")
def repeated_and_tiled(x):
    return np.repeat(x, 2, axis=1) * np.tile(x, (1, 2)), np.tile(x[0], 3)


@case("float64[n]")
def padded(x):
    return np.pad(x, 1) * np.pad(x * x, (0, 2), constant_values=2.0)


@case("float64[n]")
def padded_without_axes(x):
    return np.pad(x[0] * x[0], 1) * np.pad(x, 1)


@case("float64[n, 3]")
def rolled(x):
    return np.roll(x, 1, axis=1) * x + np.roll(x, -2, axis=1)


# ---------------------------------------------------------------------------- shapes


@case("float64[n, 6]")
def reshaped(x):
    return x.reshape((x.shape[0], 2, 3)).sum(axis=1) ** 2


@case("float64[n, 6]")
def reshaped_by_any_negative_size(x):
    return x.reshape(x.shape[0], -2, 3).sum(axis=1) * np.reshape(x, (-3, 6))[:, :3]


@case("float64[n, m]")
def flattened(x):
    return x.reshape(-1) * x.ravel() * np.reshape(x, (-1,))


@case("float64[n, m, 2]")
def transposed(x):
    return x.transpose(2, 0, 1) ** 2, np.swapaxes(x, 0, 1) * 2.0, np.moveaxis(x, 0, -1)


@case("float64[1, n, 1]", at_one=False)
def squeezed(x):
    return x.squeeze((0, 2)) ** 2, np.squeeze(x, 0) * 2.0


@case("float64[n]")
def expanded(x):
    return np.expand_dims(x, 0) * np.expand_dims(x, (1, 2))


@case("float64[n, m]")
def flipped(x):
    return np.flip(x, 1) * x + np.flip(x)


@case("float64[n, n]")
def triangles(x):
    return np.tril(x) @ np.triu(x, 1)


@case("float64[n]", values={"x": apart})
def clipped(x):
    return np.clip(x, -0.5, 0.5) * x + np.maximum(x, 0.1) * np.minimum(x, 0.3)


@case("float64[n]", values={"x": positive})
def powers(x):
    return x**2 + x**3 * x**0.5 + x**-1 + 2.0**x + x**x


@case("float", "float64[n]")
def arrays_of_a_number(k, x):
    row = np.hstack([k, x]) + np.atleast_2d(k)[0] * np.reshape(k, (1,))
    return row.sum() * np.repeat(k, 3) * np.ravel(k) + np.asarray(k)[None]


@case("float64[n]")
def an_axis_for_a_number(x):
    return x[0][None] * x.sum()[None, None] + np.asarray(x[0])[..., None]


@case("float64[5]", values={"x": apart})
def beside_the_largest(x):
    chosen, total = x[x > 9], x.sum()
    for one in chosen:
        total = total + one / np.max(chosen) + chosen[np.argmin(chosen)]
    return total


@case("float64[k]", "float64[n, 2]", sizes={"k": 1, "n": 3})
def fewer_axes_in_a_column(b, x):
    column = np.broadcast_to(b, (x.shape[0], 1))
    return np.sum(np.hstack([column, x]) ** 2)


@case("float64[k]", "float64[]", sizes={"k": 1})
def fewer_axes_put_into_a_column(b, x):
    y = np.zeros((3, 1))
    y[:] = b * x
    return np.sum(y**3)


@case("float64[n, n]")
def minors(x):
    total = 0.0
    for i in range(len(x)):
        rest = np.delete(x[1:], i, axis=1)
        total += (-1) ** i * x[0, i] * np.linalg.det(rest)
    return total


@case("float64[3]", values={"x": apart}, draws=3)
def a_vectorized_function_of_two_paths(x):
    clipped = np.vectorize(lambda v: 0.0 if v < 0 else v**2)
    return clipped(x) * x


@case("float64[2, 3]", "float64[2, 3, 4]")
def the_rows_of_an_array_put_together(x, y):
    flat = np.concatenate(x) * np.arange(6.0) + np.hstack(x)
    tall = np.vstack(x) ** 2 + np.stack(x, axis=1).T * np.column_stack(x).T
    return np.sum(flat**2) + np.sum(tall) + np.concatenate(y, axis=1) ** 2


@case("float64[2, 3]", "float64[]")
def elements_as_numbers(x, s):
    alone = np.asarray(s * 2.0)
    return x.item(4) * x.item(1, 2) + x.item((0, 1)) + alone.item(0) * alone.item()
