"""Numbers and costs of two modules that run, each in a process of its own."""

import pytest

from srcad.review import Setting, summary
from srcad.review.compared import compare
from srcad.review.modules import parsed
from tests.srcad.review.conftest import GOLDEN, edited

ANY = Setting(ranges={"target": (0, 10)})


def ran(old, new, setting=ANY):
    return compare(parsed(old), parsed(new), setting)


def test_the_same_to_the_bit(digits):
    found = ran(digits, digits).numbers
    assert found.bitwise
    assert str(found) == "out and 5 gradients bitwise same"


def test_rounding_is_told_from_another_value(small):
    new = edited(small, ("h * y * 2.0", "h * (y * 0.3) / 0.15"), ("1 - h * h", "1 - h"))
    words = str(ran(small, new).numbers)
    assert words.startswith("dy bitwise same · out max rel ")
    assert "dx moved " in words


@pytest.mark.rest
def test_what_is_nan_in_both_is_the_same(small):
    new = edited(small, ("np.tanh(x)", "np.sqrt(x - 99)"))
    assert ran(new, new).numbers.bitwise
    assert "moved inf" in str(ran(small, new).numbers)


def test_another_dtype_is_compared_in_the_narrower_one(small):
    new = edited(small, ("float64", "float32"))
    words = [one.what for one in ran(small, new).numbers.compared]
    assert words == ["close"] * 3


def test_other_sizes_are_not_compared_and_what_is_the_same_is_said(digits):
    new = edited(
        digits,
        ("(64, 64)", "(32, 64)"),
        ('"fc1.bias": (float32, (64,)', '"fc1.bias": (float32, (32,)'),
        ("(10, 64)", "(10, 32)"),
    )
    found = ran(digits, new).numbers
    assert not found.bitwise
    assert "fc1.weight float32[64, 64] -> float32[32, 64]" in str(found)
    assert "the same in both: x, target, fc2.bias" in str(found)


@pytest.mark.rest
def test_a_named_size_that_is_written_out_now(small):
    new = edited(small, ('("n",)', "(7,)"))
    assert ran(small, new).numbers.bitwise


def test_an_input_more(small):
    new = edited(
        small,
        ('"y": (float64', '"z": (float64, ("n",)), "y": (float64'),
        ("forward(x, y)", "forward(x, z, y)"),
    )
    found = ran(small, new).numbers
    assert not found.bitwise
    assert "z is new" in str(found)
    assert all(one.what == "same" for one in found.compared)


@pytest.mark.rest
def test_a_module_that_raises(small):
    new = edited(small, ("np.tanh(x)", "np.nothing(x)"))
    assert "the new one raises AttributeError" in str(ran(small, new).numbers)
    assert "the old one raises" in str(ran(new, small).numbers)
    assert str(ran(small, new).cost).startswith("not counted: it raises")


@pytest.mark.long
def test_a_loop_without_an_end_is_left(small):
    endless = edited(
        small,
        (
            "    h = np.tanh(x)\n",
            "    h = np.tanh(x)\n    while True:\n        h = h * 1\n",
        ),
    )
    assert "it runs for more than" in str(ran(endless, endless).numbers)


@pytest.mark.rest
def test_an_object_of_python_cannot_be_drawn(small):
    new = edited(small, ("forward(x, y)", "forward(x, y, cell)"))
    assert "it is handed an object of Python, `cell`" in str(ran(new, new).numbers)


# ------------------------------------------------------------------------------ hostile


WRITING = "import os\nos.mkdir({!r})\n"


@pytest.mark.parametrize(
    "line",
    [
        WRITING,
        "__import__('os').mkdir({!r})\n",
        "np.savetxt({!r}, [1.0])\n",
        "().__class__.__base__\nopen({!r}, 'w')\n",
        "import sys\nsys.modules['os'].mkdir({!r})\n",
    ],
)
def test_a_golden_that_does_more_than_srcad_writes_is_not_run(small, tmp_path, line):
    place = tmp_path / "written"
    hostile = edited(
        small,
        ("import numpy as np\n", "import numpy as np\n" + line.format(str(place))),
    )
    found = ran(hostile, small)
    assert not place.exists()
    assert str(found.numbers).startswith("not compared: the golden has `")
    assert "operations" in str(found.cost)


@pytest.mark.rest
def test_a_golden_cannot_say_what_the_new_module_gives(small):
    """It could only change NumPy in its own process."""
    new = edited(small, ("y * 2.0", "y * 2.5"))
    hostile = edited(
        small,
        (
            "import numpy as np\n",
            "import numpy as np\nnp.multiply = np.add\nnp.array_equal = max\n",
        ),
    )
    assert not ran(hostile, new).numbers.bitwise
    assert "max" not in str(ran(small, small).numbers)


def test_a_process_that_ends_early(small):
    old = edited(
        small,
        ("np.tanh(x)", "np.tanh(x + sys.exit(3))"),
        ("import numpy as np\n", "import sys\nimport numpy as np\n"),
    )
    assert "its process ended" in str(ran(old, small).numbers)


# -------------------------------------------------------------------------------- cost


def cost(text, **sizes):
    return str(ran(text, text, Setting(sizes=sizes, ranges=ANY.ranges)).cost)


@pytest.mark.rest
def test_the_cost_as_formulas_and_at_the_sizes_of_the_target(small):
    words = cost(small, n=10)
    # tanh, four products and out; three to dh, dy; one, square and product to dx.
    assert words.startswith("operations 10*n as before (at n=10: 100)")
    # y is an input: only h is held.
    assert "residuals 8*n bytes as before (at n=10: 80 bytes)" in words


def test_the_difference(small):
    new = edited(
        small,
        ("(h, y)", "(h, y, np.tanh(h))"),
        ("h, y = residuals", "h, y, _ = residuals"),
    )
    words = str(ran(small, new).cost)
    assert "operations 10*n -> 11*n, +n" in words
    assert "residuals 8*n -> 16*n bytes, +8*n" in words


@pytest.mark.rest
def test_a_product_of_matrices(digits):
    assert "operations 28_841*batch" in cost(digits)


@pytest.mark.rest
def test_run_time_trip_counts_are_a_name():
    newton = (GOLDEN / "newton.py").read_text()
    setting = Setting(ranges={"mean_anomaly": (0.1, 3.0), "eccentricity": (0.0, 0.9)})
    words = str(ran(newton, newton, setting).cost)
    assert "residuals 32*n*steps bytes" in words
    assert "they depend on the data" in words


@pytest.mark.rest
def test_an_input_that_a_loop_keeps_first(small):
    """It is the caller's: one array less than iterations is kept, and h."""
    new = edited(
        small,
        (
            "    h = np.tanh(x)\n",
            "    h, past = x, []\n"
            "    while np.abs(h).max() > 0.01:\n"
            "        past.append(h)\n"
            "        h = h / 2\n",
        ),
        ("(h, y)", "(h, y, past)"),
        ("h, y = residuals", "h, y, past = residuals"),
    )
    assert "residuals 8*n*steps bytes" in cost(new)


@pytest.mark.rest
def test_a_copy_that_a_reshape_makes_is_counted(small):
    line = "    h = np.tanh(x)\n"
    view = edited(small, (line, f"{line}    h.reshape((-1, 1))\n"))
    assert cost(view) == cost(small)
    two = edited(small, (line, f"{line}    np.stack((x, h)).T.reshape(-1)\n"))
    stacked = edited(small, (line, f"{line}    np.stack((x, h)).T\n"))
    assert "+16*n" in str(ran(stacked, two).cost)


@pytest.mark.rest
def test_loops_over_a_size_are_formulas():
    nested = (GOLDEN / "language" / "nested_loops.py").read_text()
    assert "operations 3*n**2 + 3*n" in cost(nested)


def test_without_a_golden_there_is_the_cost_of_the_new_one(small):
    found = summary(None, small, setting=ANY)
    assert str(found.kind) == "new"
    assert str(found.numbers) == "not compared: there is no golden"
    assert str(found.cost).startswith("operations 10*n · residuals 8*n bytes")
