"""How Tensors print: the forms of MindSpore, which the seed programs show."""

import numpy as np
import pytest

import srcad
from srcad import Tensor


def test_print_is_numpys():
    tensor = Tensor([[4.51, 2.7], [1, 0]], srcad.float32)
    assert str(tensor) == str(tensor.asnumpy()) == "[[4.51 2.7 ]\n [1.   0.  ]]"
    assert str(Tensor(2.5)) == "2.5"
    assert f"{Tensor(2.5):.3f}" == "2.500"
    assert f"{Tensor([1, 2])}" == "[1 2]"


def test_repr_of_a_matrix():
    tensor = Tensor([[1.5, 1.6], [2.2, -2.3]], srcad.float32)
    assert repr(tensor) == (
        "Tensor(shape=[2, 2], dtype=Float32, value=\n"
        "[[ 1.50000000e+00,  1.60000002e+00],\n"
        " [ 2.20000005e+00, -2.29999995e+00]])"
    )


def test_repr_of_a_vector_stands_on_one_line():
    assert repr(Tensor([21.5359993], srcad.float32)) == (
        "Tensor(shape=[1], dtype=Float32, value= [ 2.15359993e+01])"
    )


def test_repr_of_a_tensor_of_rank_4():
    tensor = Tensor(np.ones((1, 2, 1, 1), np.float32))
    assert repr(tensor) == (
        "Tensor(shape=[1, 2, 1, 1], dtype=Float32, value=\n"
        "[[[[ 1.00000000e+00]],\n"
        "  [[ 1.00000000e+00]]]])"
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [(2.0, "2"), (2.5, "2.5"), (1e-7, "1e-07"), (123456789.0, "1.23457e+08")],
)
def test_repr_of_a_scalar_has_six_digits(value, shown):
    expected = f"Tensor(shape=[], dtype=Float32, value= {shown})"
    assert repr(Tensor(value, srcad.float32)) == expected


def test_repr_of_a_tuple_shows_the_reprs():
    pair = (Tensor(2, srcad.float32), Tensor(True))
    assert str(pair) == (
        "(Tensor(shape=[], dtype=Float32, value= 2), "
        "Tensor(shape=[], dtype=Bool, value= True))"
    )


def test_float16_shows_four_digits():
    assert repr(Tensor(np.array([0.5], np.float16))).endswith("[ 5.0000e-01])")


def test_integers_are_padded_to_the_widest_that_is_shown():
    assert repr(Tensor([1, -20])).endswith("value= [  1, -20])")
    wide = np.zeros(1001, np.int64)
    wide[500] = 12345
    assert repr(Tensor(wide)).endswith("value= [0, 0, 0 ... 0, 0, 0])")


def test_bools_are_padded():
    assert repr(Tensor([True, False])).endswith("value= [ True, False])")


def test_a_long_axis_is_cut_to_three_and_three():
    tensor = Tensor(np.arange(16).reshape(2, 8).astype(np.int8))
    assert repr(tensor) == (
        "Tensor(shape=[2, 8], dtype=Int8, value=\n"
        "[[ 0,  1,  2 ...  5,  6,  7],\n"
        " [ 8,  9, 10 ... 13, 14, 15]])"
    )
    rows = repr(Tensor(np.arange(7).reshape(7, 1)))
    assert rows.endswith("[[0],\n [1],\n [2],\n ...\n [4],\n [5],\n [6]])")


def test_a_vector_breaks_after_12_floats_and_24_integers():
    floats = repr(Tensor(np.zeros(13, np.float32)))
    first, second = floats.split("\n")
    assert first.count("e+00") == 12
    assert second == "  0.00000000e+00])"
    first, second = repr(Tensor(np.zeros(25, np.int32))).split("\n")
    assert first.count("0,") == 24
    assert second == " 0])"
    # The break comes after the twelfth even where nothing follows.
    assert repr(Tensor(np.zeros(12, bool))).endswith("False\n ])")
    assert "\n" not in repr(Tensor(np.zeros(11, bool)))


def test_no_elements():
    empty = Tensor(np.zeros((0, 3), np.float32))
    assert repr(empty) == "Tensor(shape=[0, 3], dtype=Float32, value=\n)"


def test_special_values():
    shown = repr(Tensor([np.nan, np.inf, -np.inf], srcad.float32))
    assert shown.endswith("[            nan,             inf,            -inf])")
    assert repr(Tensor([1 + 2j])).endswith("dtype=Complex128, value= [1+2j])")
