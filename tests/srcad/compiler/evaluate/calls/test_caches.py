"""Functions with a cache: what they give again is what they gave."""

import functools

import numpy as np
import pytest

import srcad
from srcad import CompileError
from tests.srcad.compiler.side_by_side import module_of, result

X = np.array([0.5, 1.5, 2.5])


def cached_recursion(x):
    scale = x[1]

    @functools.cache
    def g(n):
        return n * scale if n < 2 else g(n - 1) * x[2] + g(n - 2)

    return g(5) * x[0]


def cached_in_a_loop(x):
    @functools.cache
    def g(n):
        return x[n] ** 2 if n == 0 else g(n - 1) * x[n]

    total = 0.0
    for i in range(3):
        total = total + g(i)
    return total


def cached_by_calls(x):
    def g(n):
        return x[n] ** 2

    three, all_of_them = functools.lru_cache(maxsize=3)(g), functools.cache(g)
    return three(1) + all_of_them(2) + functools.lru_cache(g)(0)


def cached_in_a_while(x):
    @functools.cache
    def g(n):
        return n * x[0]

    total = x[1]
    while total < 10:
        total = total + g(3) + 1
    return total


@functools.lru_cache
def scaled(a, b=2):
    return a * b


def with_numbers(x):
    return scaled(x[0]) * scaled(2, b=x[1])


@pytest.mark.parametrize(
    "function",
    [
        cached_recursion,
        cached_in_a_loop,
        cached_by_calls,
        cached_in_a_while,
        with_numbers,
    ],
)
def test_a_cache_changes_nothing(function):
    assert result(function, X)


def other_number(x):
    factor = 1.0

    @functools.lru_cache
    def g(n):
        return n * factor

    first = g(2)
    factor = 5.0
    return x[0] * first + x[1] * g(2)


def other_number_in_a_loop(x):
    factor, total = x[0], 0.0

    @functools.cache
    def g(n):
        return n * factor

    for value in x:
        factor = value
        total += g(2)
    return total


def bound_by_the_loop(x):
    @functools.cache
    def g(n):
        return n * value

    total = 0.0
    for value in x:  # noqa: B007
        total = total + g(2)
    return total


def other_item(x):
    table = [x[0]]

    @functools.cache
    def g(n):
        return n * table[0]

    first = g(1)
    table[0] = x[1]
    return first + g(1)


def other_element(x):
    h = x.copy()

    @functools.cache
    def g(n):
        return n * h[0]

    first = g(1)
    h[0] = x[1]
    return first + g(1)


@pytest.mark.parametrize(
    "function",
    [
        other_number,
        other_number_in_a_loop,
        bound_by_the_loop,
        other_item,
        other_element,
    ],
)
def test_what_it_reads_may_have_changed(function):
    with pytest.raises(CompileError, match=r"SRC012.* reads what has changed"):
        srcad.grad(function)(X)


def the_list_that_was_given(x):
    @functools.cache
    def g(n):
        return [x[n]]

    first = g(0)
    first.append(x[1])
    return sum(g(0))


def the_array_that_was_given(x):
    @functools.cache
    def g(n):
        return x * n

    first = g(2)
    first[0] = x[1] * 7
    return np.sum(g(2))


@pytest.mark.parametrize(
    "function", [the_list_that_was_given, the_array_that_was_given]
)
def test_what_a_cache_keeps_is_not_changed(function):
    with pytest.raises(CompileError, match=r"may be changed|that a cache keeps"):
        srcad.grad(function)(X)


def an_array_that_is_read(x):
    @functools.cache
    def g(n):
        return x * n

    return np.sum(g(2) * g(3))


def test_an_array_that_a_cache_keeps_is_read():
    assert result(an_array_that_is_read, X)


@functools.cache
def total_of(x):
    return x.sum()


def of_an_array(x):
    return total_of(x)


def of_an_array_inside(x):
    @functools.cache
    def g(pair):
        return pair[0].sum()

    return g((x, 1))


@pytest.mark.parametrize("function", [of_an_array, of_an_array_inside])
def test_an_array_is_no_key(function):
    with pytest.raises(TypeError, match="unhashable"):
        function(X)
    with pytest.raises(CompileError, match="unhashable type: 'ndarray'"):
        srcad.grad(function)(X)


def test_what_is_registered_later_is_called():
    @functools.singledispatch
    def doubled(value):
        return value * 2

    def function(x):
        return np.sum(doubled(x)) + doubled(2.0) * x[0] + doubled((x[1], 1))

    @doubled.register
    def _(pair: tuple):
        return pair[0] * 3

    assert srcad.grad(function)(X).tolist() == [6.0, 5.0, 2.0]

    @doubled.register(np.ndarray)
    def _(array):
        return array.sum() * 5

    assert srcad.grad(function)(X).tolist() == [9.0, 8.0, 5.0]
    doubled.register(float, lambda number: number * 7)
    assert srcad.grad(function)(X).tolist() == [19.0, 8.0, 5.0]


class Scaled:
    @functools.singledispatchmethod
    def of(self, value):
        return value * 2

    @of.register
    def _(self, value: tuple):
        return value[0] * value[1]


def methods_by_class(x):
    scaled = Scaled()
    return scaled.of((x[0], x[1])) + scaled.of(x[2])


def test_methods_by_class():
    assert result(methods_by_class, X)


HEAD = "import functools\nimport numpy as np\n\ndef f(x):\n"
LISTS = {"list": "[x[0], x[1], x[2]]", "tuple": "(x[0], x[1], x[2])", "all": "list(x)"}
CACHED = """    a = {made}
    @functools.cache
    def g(n):
        return a[n] if n < 1 else 0.5 * g(n - 1) + a[n] ** 2
"""
CALLS = {
    "in_a_while": """    total, n = g(2), 2
    while n > 0:
        total += g(n)
        n -= 1 if x[0] > 0 else 2
    return total
""",
    "at_a_place": "    return g(2) + 2.0 * g(int(np.argmax(x)))\n",
    "in_an_order": "    return sum(g(int(n)) * (k + 1) for k, n in enumerate(np.argsort(x)))\n",
    "of_the_best": "    best, n = min((g(n), n) for n in range(3))\n"
    "    return best + 3.0 * g(n)\n",
    "as_often_as": "    n = int(abs(x[0])) + 2\n"
    "    return max((g(n), n) for n in range(3))[0] + sum(g(n) for n in range(1, n))\n",
}


@pytest.mark.parametrize("made", LISTS)
@pytest.mark.parametrize("calls", CALLS)
def test_what_it_reads_is_still_what_it_was(made, calls, tmp_path):
    text = HEAD + CACHED.replace("{made}", LISTS[made]) + CALLS[calls]
    function = module_of(tmp_path, "cached", text).f
    for x in ([0.5, 0.3, 0.7], [-0.2, 0.9, -0.5]):
        assert result(function, np.array(x))


@pytest.mark.parametrize("made", ["list", "all"])
@pytest.mark.parametrize("change", ["a[0] = x[1]", "a.append(x[0])", "a.reverse()"])
def test_what_it_reads_has_changed_since_run_time_read_it(made, change, tmp_path):
    first = "    first = g(int(np.argmax(x)))\n"
    text = HEAD + CACHED.replace("{made}", LISTS[made]) + first
    text += f"    {change}\n    return first + g(int(np.argmin(x)))\n"
    function = module_of(tmp_path, "cached", text).f
    with pytest.raises(CompileError, match=r"SRC012.* reads what has changed"):
        srcad.grad(function)(X)


def test_a_list_that_a_loop_changes_is_not_what_it_was(tmp_path):
    text = HEAD + CACHED.replace("{made}", LISTS["list"])
    text += """    total = g(2)
    for k in np.argsort(x):
        total += g(int(k))
        a[0] = total
    return total
"""
    function = module_of(tmp_path, "cached", text).f
    with pytest.raises(CompileError):
        srcad.grad(function)(X)


def test_a_name_of_its_own_is_not_one_around_it(tmp_path):
    text = (
        HEAD
        + """    @functools.cache
    def g(n):
        total = sum(k * x[1] for k in range(n))
        return n * x[0] + total
    total = 0.0
    for n in range(3):
        for k in range(2):
            total += g(n + k)
    return total
"""
    )
    assert result(module_of(tmp_path, "cached", text).f, X)
