"""A method that changes the list, the dict or the deque that run time chooses."""

from collections import deque

from tests.srcad.compiler.cases.case import case


@case("float64[n]", draws=4)
def one_of_two_lists(x):
    low, high = [], []
    for v in x:
        (high if v > 0 else low).append(v * v)
    return sum(low) + 2 * sum(high) * len(low)


@case("float64[n]", draws=4)
def one_of_a_dict(x):
    kept = {"low": [], "high": []}
    for v in x:
        kept["high" if v > 0 else "low"].append(v * v)
    return sum(kept["low"]) + 2 * sum(kept["high"])


@case("float64[3]", draws=4)
def at_a_key_of_three(x):
    kept = {"a": [x[0]], "b": [x[1]], "c": [x[2]]}
    key = "a" if x[0] > 0.5 else ("b" if x[1] > 0 else "c")
    kept[key].append(x[1] * x[2])
    return sum(kept["a"]) + 2 * sum(kept["b"]) + 3 * sum(kept["c"])


@case("float64[n]", draws=4)
def at_a_place_in_a_loop(x):
    kept = [[], []]
    for v in x:
        place = 0 if v > 0 else 1
        kept[place].append(v * v)
    return sum(kept[0]) + 2 * sum(kept[1])


@case("float64[3]", draws=4)
def taken_from_one_of_three(x):
    a, b, c = [x[0], x[1]], [x[1], x[2]], [x[2], x[0]]
    last = (a if x[0] > 0.5 else b if x[1] > 0 else c).pop()
    return last * last + sum(a) + 2 * sum(b) + 3 * sum(c)


@case("float64[3]", draws=4)
def of_other_containers(x):
    first, second = {"k": x[0]}, {"k": x[1]}
    (first if x[2] > 0 else second).update(k=x[2] * x[1])
    left, right = deque([x[0]]), deque([x[1]])
    (left if x[0] > 0 else right).appendleft(x[2] * first["k"])
    return first["k"] + 3 * second["k"] + left[0] * right[0]


@case("float64[3]", draws=4)
def one_list_under_two_names(x):
    a = [x[0]]
    b = a
    (a if x[2] > 0 else b).append(x[2] * x[1])
    return sum(a) + 2 * sum(b) * len(a)


@case("float64[3]", draws=4)
def at_a_key_in_an_endless_loop(x):
    while True:
        kept = {"a": [x[0]], "b": [x[1]]}
        key = "a" if x[0] > 0.5 else "b"
        kept[key].append(x[1] * x[2])
        return sum(kept["a"]) + 2 * sum(kept["b"])
