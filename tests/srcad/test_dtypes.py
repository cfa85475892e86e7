"""dtype objects, and the promotion of dtypes as MindSpore does it."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import srcad
from srcad import Tensor, dtypes
from srcad.compiler.ir.promotion import (
    ORDER,
    PromotionError,
    floating_dtype,
    promote,
    promote_with_scalar,
)


def test_print_and_repr():
    assert str(srcad.float32) == "Float32"
    assert str(srcad.bool_) == "Bool"
    assert str(srcad.uint8) == "UInt8"
    assert f"{srcad.bfloat16}" == "BFloat16"
    assert repr(srcad.int64) == "mindspore.int64"


def test_numpy_takes_a_dtype_object_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.zeros(2, srcad.float16).dtype == np.float16
        assert np.ones(2).astype(srcad.int32).dtype == np.int32
        assert np.dtype(srcad.float32) == np.float32


def test_equality_with_numpy_dtypes_in_both_directions():
    assert srcad.float32 == np.float32
    assert srcad.float32 == np.dtype("float32")
    assert np.dtype("float32") == srcad.float32
    assert srcad.float32 != srcad.float64
    assert srcad.float32 != np.int32
    assert srcad.float32 != "float32"


def test_copies_and_pickles_are_the_same_object():
    assert copy.deepcopy(srcad.float32) is srcad.float32
    assert pickle.loads(pickle.dumps(srcad.int8)) is srcad.int8


def test_what_numpy_lacks_has_no_array():
    with pytest.raises(TypeError, match="NumPy has no counterpart"):
        Tensor([1.0], srcad.bfloat16)
    with pytest.raises(TypeError, match="MindSpore has no dtype"):
        Tensor(np.array(["text"]))


def test_conversions():
    assert dtypes.dtype_to_nptype(srcad.int16) is np.int16
    assert dtypes.pytype_to_dtype(float) is srcad.float64
    assert dtypes.pytype_to_dtype(np.uint8) is srcad.uint8
    with pytest.raises(NotImplementedError):
        dtypes.pytype_to_dtype(dict)


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_the_higher_of_two_dtypes_wins(first):
    for second in range(len(ORDER)):
        pair = {ORDER[first], ORDER[second]}
        expected = ORDER[max(first, second)]
        if pair == {"uint8", "int8"}:
            expected = "int16"
        if pair == {"float64", "complex64"}:
            expected = "complex128"
        assert promote(np.dtype(ORDER[first]), np.dtype(ORDER[second])) == expected


@pytest.mark.parametrize("name", ["uint16", "uint32", "uint64"])
def test_other_unsigned_integers_meet_themselves_and_bools(name):
    dtype = np.dtype(name)
    assert promote(dtype, dtype) == dtype
    assert promote(dtype, np.dtype(bool)) == dtype
    assert promote(np.dtype(bool), dtype) == dtype
    for other in ("int8", "int32", "uint8", "float32"):
        with pytest.raises(PromotionError, match="implicit conversion"):
            promote(dtype, np.dtype(other))
        with pytest.raises(TypeError):
            promote(np.dtype(other), dtype)
    with pytest.raises(PromotionError):
        promote_with_scalar(dtype, int)


@pytest.mark.parametrize(
    ("name", "with_bool", "with_int", "with_float"),
    [
        ("bool", "bool", "int64", "float32"),
        ("uint8", "uint8", "uint8", "float32"),
        ("int32", "int32", "int32", "float32"),
        ("int64", "int64", "int64", "float32"),
        ("float16", "float16", "float16", "float16"),
        ("float64", "float64", "float64", "float64"),
    ],
)
def test_a_python_scalar_lifts_only_where_it_must(
    name, with_bool, with_int, with_float
):
    dtype = np.dtype(name)
    assert promote_with_scalar(dtype, bool) == with_bool
    assert promote_with_scalar(dtype, int) == with_int
    assert promote_with_scalar(dtype, float) == with_float


def test_complex_scalars():
    assert promote_with_scalar(np.dtype("float32"), complex) == "complex64"
    assert promote_with_scalar(np.dtype("float64"), complex) == "complex128"
    with pytest.raises(PromotionError):
        promote_with_scalar(np.dtype("float32"), str)


def test_integers_compute_in_float32():
    assert floating_dtype(np.dtype("int64")) == "float32"
    assert floating_dtype(np.dtype("bool")) == "float32"
    assert floating_dtype(np.dtype("float16")) == "float16"


def test_tensor_arithmetic_follows_the_table():
    ints = Tensor(np.array([1, 2], np.int32))
    halves = Tensor(np.array([1, 2], np.float16))
    singles = Tensor(np.array([1, 2], np.float32))
    assert (ints + singles).dtype == srcad.float32
    assert (ints * halves).dtype == srcad.float16
    assert (ints / ints).dtype == srcad.float32
    assert (ints / halves).dtype == srcad.float16
    assert (ints * 1.5).dtype == srcad.float32
    assert (1.5 * ints).dtype == srcad.float32
    assert (ints * 2).dtype == srcad.int32
    assert (ints > 1.5).dtype == srcad.bool_
    assert (Tensor([True]) + 1).dtype == srcad.int64
    assert (singles * np.float64(2)).dtype == srcad.float32
    with pytest.raises(TypeError, match="implicit conversion"):
        ints + Tensor(np.array([1, 2], np.uint32))


def test_the_values_are_those_of_the_promoted_dtype():
    large = Tensor(np.array([300], np.int32))
    small = Tensor(np.array([1], np.int8))
    assert (large + small).asnumpy().tolist() == [301]
    assert (large / 7).asnumpy()[0] == np.float32(300) / np.float32(7)


def test_names_as_c_and_numpy_have_them():
    from srcad.common import dtype

    for name, same in {
        "byte": "int8",
        "ubyte": "uint8",
        "short": "int16",
        "ushort": "uint16",
        "intc": "int32",
        "uintc": "uint32",
        "int_": "int32",
        "long": "int64",
        "intp": "int64",
        "uintp": "uint64",
        "half": "float16",
        "single": "float32",
        "double": "float64",
        "float_": "float32",
        "cfloat": "complex64",
        "cdouble": "complex128",
    }.items():
        assert getattr(dtype, name) is getattr(dtype, same)
    assert isinstance(dtype.string, dtype.Type)
