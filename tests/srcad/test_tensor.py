"""Tensor: construction, conversion, indexing, arithmetic."""

import copy

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, ops

# ------------------------------------------------------------------- construction


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (1, "Int64", ()),
        (1.0, "Float32", ()),
        (True, "Bool", ()),
        ([1, 2], "Int64", (2,)),
        ([1.0, 2], "Float32", (2,)),
        ((1, 2), "Int64", (2,)),
        ([[1], [2]], "Int64", (2, 1)),
        ([], "Float32", (0,)),
        ([True], "Bool", (1,)),
        (1 + 2j, "Complex128", ()),
        (np.float64(1), "Float64", ()),
        (np.int32(1), "Int32", ()),
        (np.arange(2.0), "Float64", (2,)),
        (np.arange(2, dtype=np.uint8), "UInt8", (2,)),
        ([np.float64(1)], "Float32", (1,)),
    ],
)
def test_the_dtype_of_data(data, dtype, shape):
    tensor = Tensor(data)
    assert str(tensor.dtype) == dtype
    assert tensor.shape == shape


def test_a_given_dtype_wins():
    assert Tensor([1, 2], srcad.float16).dtype == srcad.float16
    assert Tensor(Tensor([1.5]), srcad.int32).asnumpy().tolist() == [1]
    # One rounding, from the Python number: not by way of float32.
    assert Tensor([0.1], srcad.float64).asnumpy()[0] == 0.1


def test_a_python_float_is_rounded_once():
    assert Tensor(0.1, srcad.float64).item() == 0.1
    assert Tensor(1e300, srcad.float64).item() == 1e300
    assert Tensor(16777217.0, srcad.int32).item() == 16777217
    # By way of float32 it would be 2048.
    assert Tensor(2049.0001, srcad.float16).item() == 2050
    assert Tensor(0.1).item() == np.float32(0.1)


def test_a_list_of_tensors():
    assert Tensor([Tensor(1.0), Tensor(2.0)]).asnumpy().tolist() == [1, 2]


@pytest.mark.parametrize("data", ["a", None, {}, range(3), object()])
def test_what_makes_no_tensor(data):
    with pytest.raises(TypeError, match="For 'Tensor', the type of 'input_data'"):
        Tensor(data)


def test_the_data_is_copied_and_asnumpy_is_shared():
    array = np.zeros(2, np.float32)
    tensor = Tensor(array)
    array[0] = 5
    assert tensor.asnumpy()[0] == 0
    tensor.asnumpy()[1] = 7
    assert tensor.asnumpy().tolist() == [0, 7]
    assert np.shares_memory(srcad.from_numpy(array).asnumpy(), array)
    assert srcad.is_tensor(tensor)
    assert not srcad.is_tensor(array)


def test_from_an_initializer():
    from srcad.initializer import One

    tensor = Tensor(shape=(2, 3), dtype=srcad.float16, init=One())
    assert tensor.dtype == srcad.float16
    assert tensor.asnumpy().tolist() == [[1, 1, 1], [1, 1, 1]]


# -------------------------------------------------------------------- as in Python


def test_attributes():
    tensor = Tensor(np.zeros((2, 3), np.float32))
    assert tensor.shape == (2, 3)
    assert (tensor.ndim, tensor.size, tensor.itemsize, tensor.nbytes) == (2, 6, 4, 24)
    assert tensor.strides == (12, 4)
    assert tensor.dim() == 2
    assert len(tensor) == 2


def test_one_element_as_a_number():
    assert float(Tensor([2.5])) == 2.5
    assert int(Tensor(3)) == 3
    assert bool(Tensor([[0]])) is False
    assert complex(Tensor(1 + 2j)) == 1 + 2j
    assert [10, 20, 30][Tensor(1)] == 20
    assert Tensor([2]).item() == 2
    assert Tensor([[1, 2]]).tolist() == [[1, 2]]


def test_several_elements_are_no_number():
    with pytest.raises(ValueError, match="only one element, but got 2"):
        bool(Tensor([1, 2]))
    with pytest.raises(ValueError, match="only one element"):
        float(Tensor([]))
    with pytest.raises(TypeError, match="0-D"):
        len(Tensor(1))
    with pytest.raises(TypeError):
        iter(Tensor(1))
    with pytest.raises(TypeError, match="index"):
        [1][Tensor(0.0)]


def test_iteration_and_membership():
    rows = list(Tensor([[1, 2], [3, 4]]))
    assert [row.tolist() for row in rows] == [[1, 2], [3, 4]]
    assert 3 in Tensor([1, 3])
    assert 5 not in Tensor([1, 3])


def test_identity_and_equality():
    tensor = Tensor([1.0, 2.0])
    assert (tensor == tensor).tolist() == [True, True]
    assert (tensor != 1).tolist() == [False, True]
    assert (tensor == None) is False  # noqa: E711
    assert (tensor != None) is True  # noqa: E711
    assert len({tensor: 1, Tensor([1.0, 2.0]): 2}) == 2


def test_numpy_sees_an_array():
    tensor = Tensor([1.0, 2.0])
    assert np.asarray(tensor, np.float64).dtype == np.float64


def test_a_deep_copy_has_its_own_memory():
    tensor = Tensor([1.0])
    other = copy.deepcopy(tensor)
    other[0] = 5
    assert tensor.tolist() == [1]


# ------------------------------------------------------------------------ indexing


def test_indexing():
    array = np.arange(24).reshape(2, 3, 4)
    tensor = Tensor(array)
    assert tensor[1].tolist() == array[1].tolist()
    assert tensor[:, -1, ::2].tolist() == array[:, -1, ::2].tolist()
    assert tensor[..., None].shape == (2, 3, 4, 1)
    assert tensor[tensor > 20].tolist() == [21, 22, 23]
    assert (
        tensor[Tensor([1, 0]), Tensor([0, 2])].tolist()
        == array[[1, 0], [0, 2]].tolist()
    )
    assert tensor[Tensor(1)].tolist() == array[1].tolist()
    assert tensor[[0, 1], [0, 1]].tolist() == array[[0, 1], [0, 1]].tolist()
    assert tensor[: Tensor(1)].shape == (1, 3, 4)
    assert isinstance(tensor[0, 0, 0], Tensor)
    with pytest.raises(IndexError):
        tensor[5]


def test_index_assignment_casts_to_the_tensors_dtype():
    tensor = Tensor([1.0, 2.0, 3.0])
    tensor[0] = 7
    tensor[1:] = Tensor([8, 9])
    assert tensor.dtype == srcad.float32
    assert tensor.tolist() == [7, 8, 9]
    whole = Tensor([1, 2, 3])
    whole[0] = 7.9
    assert whole.tolist() == [7, 2, 3]
    whole[whole > 2] = 0
    assert whole.tolist() == [0, 2, 0]


def test_what_cannot_be_assigned():
    with pytest.raises(TypeError, match="can not be a str"):
        Tensor([1.0])[0] = "a"
    with pytest.raises(ValueError, match="broadcast"):
        Tensor([1.0])[:] = Tensor([1.0, 2.0])


def test_an_indexed_part_is_a_view():
    tensor = Tensor([[1.0, 2.0], [3.0, 4.0]])
    row = tensor[0]
    row[0] = 50
    assert tensor.tolist() == [[50, 2], [3, 4]]


@pytest.mark.parametrize(
    "operation",
    [
        lambda x: x.reshape(6),
        lambda x: x.T,
        lambda x: x.expand_dims(0),
        lambda x: x.flatten(),
        lambda x: srcad.ops.stop_gradient(x),
        lambda x: x.split(1)[0],
        lambda x: x.broadcast_to((2, 2, 3)),
        lambda x: x.copy(),
        lambda x: Tensor(x),
        lambda x: +x,
    ],
)
def test_the_result_of_an_operator_shares_no_memory(operation):
    tensor = Tensor(np.zeros((2, 3), np.float32))
    result = operation(tensor)
    result[...] = 7
    assert tensor.asnumpy().max() == 0
    tensor[...] = 5
    assert result.asnumpy().min() == 7


# ---------------------------------------------------------------------- arithmetic


@pytest.mark.parametrize(
    "operation",
    [
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: a * b,
        lambda a, b: a / b,
        lambda a, b: a // b,
        lambda a, b: a % b,
        lambda a, b: a**b,
        lambda a, b: a < b,
        lambda a, b: a <= b,
        lambda a, b: a > b,
        lambda a, b: a >= b,
        lambda a, b: a == b,
        lambda a, b: a != b,
    ],
)
def test_arithmetic_with_tensors_arrays_and_numbers(operation):
    a = np.array([[1.5, 2.0], [3.0, 0.5]], np.float32)
    b = np.array([2.0, 3.0], np.float32)
    expected = operation(a, b)
    for left, right in ((Tensor(a), Tensor(b)), (Tensor(a), b), (a, Tensor(b))):
        result = operation(left, right)
        assert isinstance(result, Tensor)
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-6)
    np.testing.assert_allclose(operation(Tensor(a), 2).asnumpy(), operation(a, 2))
    np.testing.assert_allclose(operation(2.0, Tensor(a)).asnumpy(), operation(2.0, a))


def test_unary_and_bitwise():
    tensor = Tensor([1, -2])
    assert (-tensor).tolist() == [-1, 2]
    assert abs(tensor).tolist() == [1, 2]
    assert (~Tensor([True, False])).tolist() == [False, True]
    assert (Tensor([6, 5]) & 4).tolist() == [4, 4]
    assert (Tensor([True]) | Tensor([False])).tolist() == [True]
    assert (Tensor([3]) ^ Tensor([1])).tolist() == [2]


def test_bools_subtract_modulo_2():
    assert (Tensor([True, False]) - Tensor([True, True])).tolist() == [False, True]


def test_matrix_products():
    a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    assert (Tensor(a) @ Tensor(b)).tolist() == (a @ b).tolist()
    assert (a @ Tensor(b)).tolist() == (a @ b).tolist()
    with pytest.raises(ValueError, match="mismatch"):
        Tensor(a) @ Tensor(a)


def test_augmented_assignment_binds_a_new_tensor():
    tensor = Tensor([1.0])
    alias = tensor
    tensor += 1
    assert tensor.tolist() == [2]
    assert alias.tolist() == [1]


def test_what_does_not_combine():
    with pytest.raises(TypeError):
        Tensor([1.0]) + "a"
    with pytest.raises(TypeError):
        object() - Tensor([1.0])
    with pytest.raises(ValueError, match="broadcast"):
        Tensor([1.0, 2.0]) + Tensor([1.0, 2.0, 3.0])


# ------------------------------------------------------------------------- methods


def test_astype():
    tensor = Tensor([1.7, -1.7])
    assert tensor.astype(srcad.int32).tolist() == [1, -1]
    assert tensor.astype("float64").dtype == srcad.float64
    assert tensor.to(srcad.bool_).dtype == srcad.bool_
    assert tensor.float().dtype == srcad.float32
    assert tensor.half().dtype == srcad.float16
    assert tensor.int().dtype == srcad.int32
    assert tensor.long().dtype == srcad.int64
    assert tensor.bool().tolist() == [True, True]
    assert tensor.type_as(Tensor(1)).dtype == srcad.int64
    assert tensor.set_dtype(srcad.float16) is tensor
    assert tensor.dtype == srcad.float16


def test_assign_value():
    tensor = Tensor([1.0, 2.0])
    assert tensor.assign_value(Tensor([3, 4])) is tensor
    assert tensor.tolist() == [3, 4]
    assert tensor.dtype == srcad.float32
    with pytest.raises(ValueError, match="shape"):
        tensor.assign_value(Tensor([1.0]))


def test_methods_are_the_operators():
    array = np.array([[1.0, 5.0, 2.0], [7.0, 3.0, 7.0]], np.float32)
    x = Tensor(array)
    pairs = [
        (x.sum(), array.sum()),
        (x.sum(0), array.sum(0)),
        (x.mean(axis=1, keep_dims=True), array.mean(1, keepdims=True)),
        (x.max(axis=0), array.max(0)),
        (x.std(axis=0, ddof=1), array.std(0, ddof=1)),
        (x.reshape(3, -1), array.reshape(3, -1)),
        (x.view((3, 2)), array.reshape(3, 2)),
        (x.transpose(1, 0), array.T),
        (x.transpose(), array.T),
        (x.swapaxes(0, 1), array.T),
        (x.exp(), np.exp(array)),
        (x.clip(2, 6), array.clip(2, 6)),
        (x.pow(2), array**2),
        (x.repeat(2, 1), array.repeat(2, 1)),
        (x.norm(), np.sqrt((array**2).sum())),
        (x.masked_fill(x > 4, 0.0), np.where(array > 4, 0, array)),
        (x.select(x > 4, 1.0), np.where(array > 4, array, 1)),
        (x.tile((2, 1)), np.tile(array, (2, 1))),
        (x.argmax(1), array.argmax(1)),
        (x.cumsum(1), array.cumsum(1)),
    ]
    for result, expected in pairs:
        assert isinstance(result, Tensor)
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-6)


def test_a_parameter_computes_to_a_tensor():
    parameter = Parameter(Tensor([1.0, 2.0]), name="p")
    for result in (parameter + 1, parameter[0], parameter.exp(), -parameter):
        assert type(result) is Tensor


@pytest.mark.parametrize(
    "number", [float("nan"), float("inf"), -float("inf"), 1e30, 2.0**63, -1.0]
)
def test_a_float_that_is_no_integer_of_the_dtype(number):
    dtype = srcad.uint8 if number == -1.0 else srcad.int64
    for data in (number, [1.0, number], np.array([number])):
        with pytest.raises(ValueError, match="cannot become"):
            Tensor(data, dtype)


def test_floats_become_integers_where_they_are_some():
    assert Tensor([1.5, -(2.0**63), 2.0**62], srcad.int64).tolist() == [
        1,
        -(2**63),
        2**62,
    ]
    assert Tensor([254.9, 0.0], srcad.uint8).tolist() == [254, 0]
    assert Tensor([], srcad.int32).shape == (0,)


@pytest.mark.parametrize("data", [2j, [1.0, 2j], np.array([1j])])
def test_a_complex_number_is_no_float(data):
    for dtype in (srcad.float32, srcad.int64):
        with pytest.raises(TypeError, match="A complex number cannot become"):
            Tensor(data, dtype)


def test_a_tensor_of_sizes_that_are_not_known_has_no_data():
    tensor = Tensor(shape=[None, 3], dtype=srcad.float32)
    assert (tensor.shape, tensor.ndim, tensor.dtype) == ((-1, 3), 2, srcad.float32)
    for use in (lambda: tensor + 1, lambda: np.sum(tensor), lambda: ops.exp(tensor)):
        with pytest.raises(TypeError):
            use()


def test_round_hooks_and_itemset():
    assert float(round(Tensor(2.7))) == 3.0
    tensor = Tensor([1.0, 2.0])
    assert tensor.hooks() == []
    tensor.register_hook(abs)
    assert tensor.hooks() == [abs]
    assert tensor.itemset(1, 5).tolist() == [1.0, 5.0]
    assert Tensor([[1, 2]]).itemset((0, 1), 3).tolist() == [[1, 3]]
    assert Tensor([3]).itemset(4).tolist() == [4]
    assert tensor.tolist() == [1.0, 2.0]
