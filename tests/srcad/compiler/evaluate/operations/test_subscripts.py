"""Every kind of subscript, read and written: against NumPy and finite differences."""

import linecache
import textwrap

import numpy as np
import pytest

from tests.sampling import sampled
from tests.srcad.compiler.cases.case import apart, below
from tests.srcad.compiler.derivatives import check
from tests.srcad.compiler.side_by_side import result

# The shape of ``x``, the subscript, and the further inputs that it reads.
INDICES = {
    "an int": ("5", "2"),
    "a negative int": ("5", "-2"),
    "an int of a matrix": ("3, n", "1"),
    "two ints": ("3, 4", "1, -1"),
    "fewer ints than axes": ("3, 4, n", "0, 1"),
    "an int of NumPy": ("5", "np.int64(3)"),
    "a run-time int": ("5", "i", {"i": ("int64", below(5))}),
    "a computed int": ("n", "x.shape[0] - 1"),
    "a slice": ("6", "1:4"),
    "a slice from the end": ("6", "-3:-1"),
    "a slice past the end": ("5", "2:9"),
    "an empty slice": ("5", "3:1"),
    "a step": ("7", "::2"),
    "a step and bounds": ("7", "1:6:3"),
    "a negative step": ("5", "::-1"),
    "a negative step and bounds": ("7", "5:1:-2"),
    "a negative step from the end": ("6", "-2::-2"),
    "a named size": ("n", "1:"),
    "a named size, all but the last": ("n", ":-1"),
    "a named size with a step": ("n", "::2"),
    "a slice with run-time bounds": ("6", "i:i + 2", {"i": ("int64", below(4))}),
    "a slice with a computed bound": ("n", ": x.shape[0] // 2 + 1"),
    "a slice object": ("6", "slice(1, None, 2)"),
    "all": ("n, m", ":"),
    "columns": ("n, 4", ":, 1:3"),
    "an int and a slice": ("4, n", "2, 1:"),
    "a slice and an int": ("n, 4", ":, 2"),
    "steps along two axes": ("5, 6", "::2, ::-3"),
    "ellipsis": ("n, m", "..."),
    "ellipsis and an int": ("n, m, 3", "..., 1"),
    "an int, ellipsis, an int": ("3, n, 4", "1, ..., 2"),
    "ellipsis for nothing": ("3, 4", "1, ..., 2"),
    "None": ("n", "None"),
    "None and a slice": ("n, m", ":, None"),
    "None behind an ellipsis": ("n, m", "..., None"),
    "None, an int, None": ("3, n", "None, 1, None"),
    "tuples of indices": ("3, 4", "(0, 2), (1, 1)"),
    "a tuple behind a slice": ("n, 4", ":, (0, 3, 0)"),
    "a list of lists": ("4, n", "[[0, 1], [3, 1]]"),
    "a list of tuples": ("4, n", "[(0, 1), (3, 1)]"),
    "bounds that are arrays": ("6", "np.array(1):np.array(4)"),
    "a mask": ("5", "x > 0"),
    "a mask of rows": ("4, n", "x[:, 0] > 0"),
    "a mask of a matrix": ("3, 4", "x > 0"),
    "a mask behind a slice": ("n, 4", ":, x[0] > 0"),
    "a mask and an int": ("4, 3", "x[:, 0] > 0, 1"),
    "a given mask": ("n", "b", {"b": ("bool[n]", None)}),
    "a mask that is a list": ("3", "[True, False, True]"),
    "an empty mask": ("4", "x > 100"),
    "indices": ("5", "j", {"j": ("int64[3]", below(5))}),
    "indices of a constant": ("5", "np.array([4, 0, 2])"),
    "indices that are a list": ("5", "[0, 3]"),
    "negative indices": ("5", "[-1, -3]"),
    "indices twice the same": ("4", "[1, 1, 2]"),
    "no indices": ("4", "np.zeros(0, np.int64)"),
    "indices of rows": ("4, n", "j", {"j": ("int64[2]", below(4))}),
    "a matrix of indices": ("5", "j", {"j": ("int64[2, 2]", below(5))}),
    "pairs of indices": ("3, 4", "[0, 2, 2], [1, 3, 0]"),
    "an open mesh": ("3, 4", "np.ix_([0, 2], [1, 3])"),
    "indices that broadcast": ("3, 4", "np.array([[0], [2]]), np.array([1, 3])"),
    "indices and an int": ("3, 4", "[0, 2], 1"),
    "an int and indices": ("3, 4", "1, [0, 2]"),
    "indices and a slice": ("4, 5", "[0, 3], 1:4"),
    "a slice and indices": ("4, 5", "1:, [0, 3]"),
    "a step and indices": ("5, 4", "::-2, [0, 3, 1]"),
    "indices apart": ("3, 2, 4", "[0, 2], :, [1, 3]"),
    "indices and None": ("4, 3", "[0, 3], None"),
    "an ellipsis and indices": ("2, n, 4", "..., [0, 3]"),
    "a slice between an int and indices": ("3, n, 4", "1, :, [0, 3]"),
    "argsort": ("5", "np.argsort(x)"),
    "argmax": ("5", "np.argmax(x)"),
    "where": ("5", "np.where(x > 0)"),
    "nonzero of a matrix": ("3, 4", "np.nonzero(x > 0)"),
    "one of each row": ("4, 3", "np.arange(4), [0, 2, 1, 1]"),
    "a tuple in a name": ("3, 4", "key"),
}
KEY = "key = (slice(None), 1)"

# What is done with the subscript; the first reads, the others write.
FORMS = {
    "read": "return x[{index}] * x[{index}] * w",
    "overwritten by a number": """
        h = x * x
        h[{index}] = w * w
        return h * x
    """,
    "overwritten by an array": """
        h = x * x
        h[{index}] = x[{index}] * w
        return h * h
    """,
    "added to": """
        h = x * x
        h[{index}] += x[{index}] * w
        return h * h
    """,
    "multiplied": """
        h = x + 1.0
        h[{index}] *= x[{index}] * w
        return h * h
    """,
    "read and written": """
        h = x * w
        v = np.copy(h[{index}])
        h[{index}] = v * v
        return h + v.sum()
    """,
    "written twice": """
        h = x * x
        h[{index}] = w
        h[{index}] = x[{index}] * w
        return h * w
    """,
}


def program(form, index, names):
    """The function, with its source where ``inspect`` finds it."""
    body = textwrap.indent(textwrap.dedent(FORMS[form]).strip(), "    ")
    parameters = ", ".join(["x", "w", *names])
    head = f"def program({parameters}):\n"
    lines = f"    {KEY}\n" if index == "key" else ""
    text = head + lines + body.format(index=index) + "\n"
    path = f"<{form} {index}>"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    space = {"np": np}
    exec(compile(text, path, "exec"), space)
    return space["program"]


@pytest.mark.parametrize(
    "orders", [(1,), pytest.param((1, 2), marks=pytest.mark.long)], ids=str
)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", sampled(INDICES, 2))
def test_subscript(name, form, orders):
    shape, index, *rest = INDICES[name]
    more = rest[0] if rest else {}
    inputs = {"x": f"float64[{shape}]", "w": "float64[]"}
    inputs |= {key: spec for key, (spec, _) in more.items()}
    values = {"x": apart} | {key: way for key, (_, way) in more.items() if way}
    function, twice = program(form, index, more), orders if len(orders) > 1 else ()
    check(function, inputs, orders=orders, twice=twice, values=values)


@pytest.mark.parametrize("operator", ["+", "-", "*"])
def test_a_place_that_is_named_twice_is_changed_once(operator):
    """As in NumPy, where the last of the values stays."""

    def expected(x, w):
        h = x * x
        if operator == "+":
            h[[1, 1, 2]] += w
        elif operator == "-":
            h[[1, 1, 2]] -= w
        else:
            h[[1, 1, 2]] *= w
        return h * h

    text = f"h = x * x\n    h[[1, 1, 2]] {operator}= w\n    return h * h\n"
    source = f"def program(x, w):\n    {text}"
    path = f"<twice {operator}>"
    linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    space = {"np": np}
    exec(compile(source, path, "exec"), space)
    check(
        space["program"],
        {"x": "float64[4]", "w": "float64[3]"},
        orders=(1, 2),
        plain=expected,
    )


def test_add_at_counts_every_time():
    def program(x, w):
        h = x * x
        np.add.at(h, [1, 1, 2], w)
        np.subtract.at(h, (np.array([0, 0]),), w[0] * w[1])
        return h * h

    check(program, {"x": "float64[4]", "w": "float64[3]"}, orders=(1, 2))


def test_functions_that_write():
    def program(x, w):
        h = x * x
        np.put_along_axis(h, np.array([[1], [0], [2]]), w, axis=1)
        np.fill_diagonal(h, w * w)
        g = np.zeros_like(x)
        np.copyto(g, x * w)
        g[:, 0].sum()
        f = np.empty_like(x)
        f.fill(w)
        return h * g + f

    check(program, {"x": "float64[3, 3]", "w": "float64[]"}, orders=(1, 2))


def test_sorting_in_place():
    def program(x, w):
        h = x * w
        h.sort()
        return h * np.arange(5.0)

    values = {"x": apart}
    check(program, {"x": "float64[5]", "w": "float64[]"}, orders=(1, 2), values=values)


def test_an_element_with_an_ellipsis_is_a_view():
    """NumPy changes it with the array; the number without one stays."""

    def view(x):
        h = x * x
        v = h[1, ..., 2]
        h[1, 2] = 0.0
        return h * v

    def element(x):
        h = x * x
        v = h[1, 2]
        h[1, ..., 2] = 0.0
        return h * v

    check(view, ["float64[2, 3]"], orders=(1, 2))
    check(element, ["float64[2, 3]"], orders=(1, 2))


def test_lists_and_tuples_of_numbers_are_written():
    def loss(x):
        h = np.zeros((2, 3))
        h[0] = [x[0], 2.0, x[1] * x[2]]
        h[1, 1:] = (x[2], x[0])
        return h * np.sum(x)

    check(loss, {"x": "float64[3]"}, orders=(1, 2))


def a_whole_list(x):
    xs = [1.0, x[0]]
    xs[:] = [v for v in x if v > 0]
    return sum(xs) * len(xs)


def a_part_of_a_list(x):
    xs = [1.0, x[0]]
    other = xs
    xs[1:] = [v for v in x if v > 0]
    return sum(other) * len(xs)


def a_list_without_items(x):
    xs = []
    xs[:] = [v for v in x if v > 0]
    return sum(xs) * len(xs)


@pytest.mark.parametrize("function", [a_whole_list, a_part_of_a_list])
def test_as_many_items_as_run_time_knows_are_put_into_a_list(function):
    assert result(function, [0.7, -1.3, 2.1, 0.4])
    assert result(a_list_without_items, [0.7, -1.3, 2.1, 0.4])
