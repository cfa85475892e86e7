"""Writes into arrays, views and aliases that other tools differentiated wrongly."""

import numpy as np

import srcad
from tests.srcad.graveyard.grave import grave

X = np.array([0.7, -1.2, 0.4])
Y = np.array([1.3, 0.5, -0.8])
M = np.array([[0.3, -0.5, 0.2], [1.1, 0.7, -0.4]])


# `v[i] = v[i] + x`, component by component: the error grew with each step.
@grave("NVIDIA/warp#1697", X, Y)
def components_that_add_up(x, y):
    v = np.zeros(3)
    for k in range(4):
        v[0] = v[0] + x[0] * y[1] * k
        v[1] = v[1] + v[0] * y[2]
    return v


# Components of an array written one by one had no gradient.
@grave("NVIDIA/warp#248", X)
def components_written_one_by_one(x):
    y = np.zeros((3, 3))
    for t in range(3):
        y[t, 0] = x[t] * 2.0
        y[t, 1] = x[t] * 3.0
        y[t, 2] = x[t] * 4.0
    return y


# Elements read through indices had gradients of zero.
@grave("NVIDIA/warp#1479", np.linspace(1.0, 6.0, 6), np.array([0.25, 0.5, 1.0]))
def read_through_indices(base, weights):
    samples = base[np.array([1, 3, 5])]
    return (samples * weights).sum()


class Geometry:
    def __init__(self, v, unused):
        self.v = v
        self.unused = unused


def made(x, unused):
    return Geometry(2.0 * x, unused)


# What went by an object that a function returns lost its gradient.
@grave("NVIDIA/warp#1598", X, Y)
def by_an_object_that_a_function_returns(x, unused):
    s = made(x, unused)
    return s.v @ s.v


# A copy's adjoint overwrote that of what is read later.
@grave("NVIDIA/warp#1728", X)
def copied_and_read_again(x):
    y = x.copy()
    doubled = x * 2.0
    total = 0.0
    for k in range(3):
        total = total + y[k] + doubled[k] * x[k]
    return total


# An earlier write under a copy is dead, and had a gradient none the less.
@grave("NVIDIA/warp#1728", X, Y)
def a_write_under_a_copy_is_dead(x, y):
    buffer = np.zeros(3)
    buffer[:] = x * x
    buffer[:] = y
    return buffer * 3.0


# A kernel that reads and writes one array gave twice the gradient.
@grave("NVIDIA/warp#1294", X)
def reads_and_writes_one_array(src):
    arr = np.zeros(3)
    arr[:] = src
    for i in range(3):
        arr[i] = arr[i] + 1.0
    return arr.sum()


# An array that was overwritten after it was read: its later content was used.
@grave("NVIDIA/warp#1350", X)
def overwritten_after_it_was_read(x):
    y = x.copy()
    z = y * y
    y[:] = 7.0
    return z + y


# Through a buffer that was not declared as having gradients they were zero.
@grave("taichi-dev/taichi#1966", 0.8)
def through_a_buffer(x):
    acc = np.zeros(1)
    acc[0] = x * x
    return acc[0]


# An assignment to an array from a constant one took the parameters' gradient away.
@grave("vgvassilev/clad#1637", np.array([1.0]), np.array([4.0]))
def a_workspace_of_constants(params, xl):
    workspace = np.zeros(1)
    workspace[0] = xl[0]
    return workspace[0] * params[0]


# An array filled with an input and multiplied element by element: 2 instead of 3.
@grave("vgvassilev/clad#1086", 3.0, 4.0)
def filled_and_multiplied(x, y):
    a = np.full(3, x)
    for i in range(3):
        a[i] *= i
    res = 0.0
    for i in range(3):
        res += a[i]
    return res


# The same, of which the element that is returned is multiplied by zero.
@grave("vgvassilev/clad#1086", 3.0, 4.0)
def multiplied_by_zero(x, y):
    a = np.full(3, x)
    for i in range(3):
        a[i] *= i
    return a[0]


# `x[[1, 2, 3, 3]]`: the gradient of the element that is read twice was 1.
@grave("invenia/Nabla.jl#139", np.zeros(3))
def an_element_that_is_read_twice(x):
    return np.ones(4) @ x[np.array([0, 1, 2, 2])]


# Broadcasting over a buffer that was written gave a wrong gradient.
@grave("FluxML/Zygote.jl#563", X)
def broadcast_over_a_buffer(x):
    buffer = np.zeros(3)
    for k in range(3):
        buffer[k] = x[k] * x[0]
    return (buffer * buffer + 1.0).sum()


class Filled:
    """Stands for an array of ten equal elements."""

    def __init__(self, value):
        self.value = value

    def __getitem__(self, k):
        return self.value

    def __len__(self):
        return 10


# The sum over an object whose elements are all one number gave 1 instead of 10.
@grave("FluxML/Zygote.jl#43", 5.0)
def the_sum_of_an_object_like_an_array(x):
    filled = Filled(x)
    total = 0.0
    for k in range(len(filled)):
        total = total + filled[k]
    return total


# A result copied into an argument had another gradient than one that is returned.
@grave("FluxML/Zygote.jl#199", X, 0.1)
def copied_into_a_register(t, x):
    r = np.array([1.0, 0.0, 0.5])
    np.copyto(r, np.sin(x) * r)
    return abs(t @ r)


# Lists that grow inside of the function had gradients of zero.
@grave("EnzymeAD/Enzyme.jl#2209", X)
def a_list_that_grows(x):
    found = []
    for v in x:
        found.append(v * v)
    return sum(found) * found[0]


# A map that writes over one of its operands.
@grave("EnzymeAD/Enzyme.jl#1219", np.arange(33.0) / 7, np.linspace(-1.0, 1.0, 33))
def a_map_into_an_operand(inner, a):
    out = inner.copy()
    for k in range(out.shape[0]):
        out[k] = a[k] * out[k] * inner[k]
    return out


# A product of matrices that is added up in place gave zeros.
@grave("EnzymeAD/Enzyme.jl#1389", X)
def products_in_place(widths):
    acc = np.eye(2)
    for w in widths:
        step = np.array([[1.0, 0.0], [0.0, 1.0]])
        step[0, 1] = np.sinh(w)
        step[1, 0] = w * w
        acc[:] = acc @ step
    return acc[0, 0] ** 2


# Matrix products at inputs that are all zero gave zeros.
@grave("EnzymeAD/Enzyme.jl#445", np.zeros(4))
def products_at_zero(x):
    a = np.array([[1.0, 0.0]] * 5)
    b = np.array([[0.0, 0.0]] * 3 + [[1.0, 0.0], [0.0, 1.0]])
    return (a @ x[:2] + b @ x[2:]).sum()


# A view of a view that is written in place, of which the first is one of several.
@grave("pytorch/pytorch#36608", np.arange(9.0).reshape(3, 3))
def a_view_of_one_of_several_views(root):
    x = root.copy()
    rows = [x[0], x[1], x[2]]
    part = rows[0][:2]
    part *= 2.0
    return part.sum()


# A chain of views, the last of which is multiplied in place.
@grave("pytorch/pytorch#49824", X, refused="SRC015")
def a_chain_of_views_written_in_place(a):
    b = a.copy()
    c = b[0:1].reshape(1)
    c *= 2.0
    return b.sum() * c


# Another element of the base is written after the views were made.
@grave("pytorch/pytorch#8874", X)
def the_base_is_written_after_the_view(a):
    x = a * 1.5
    xx = x[1:]
    y = xx[1]
    x[0] += 1.0
    return y * y * x[0] + xx[0]


# Two equal additions into a column: one of them was lost.
@grave("pytorch/pytorch#136662", M)
def two_additions_into_a_column(x):
    y = np.zeros_like(x)
    y[:, 0] += np.abs(x[:, 2])
    y[:, 0] += np.abs(x[:, 2])
    return y.sum()


def tripled(x):
    return (x * 3.0).reshape(-1)


@srcad.defbprop(tripled)
def _of_tripled(x, out, dout):
    return ((dout * 3.0).reshape(x.shape),)


# A rule of one's own whose result is a view was forgotten when that was written.
@grave("pytorch/pytorch#14707", M)
def what_a_rule_gave_is_overwritten_in_part(x):
    out = tripled(x).copy()
    out[:2] = 1.0
    return out.sum() * out[3]


# `x @ x.T`: the gradient that comes by the transpose was lost.
@grave("NervanaSystems/neon#169", M)
def a_product_with_its_own_transpose(x):
    return x @ x.T


# The largest element, and all of them again.
@grave("NervanaSystems/neon#170", np.array([[2.0, 3.0]]))
def the_largest_added_to_all(x):
    return x.max() + x
