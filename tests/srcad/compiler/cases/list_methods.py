"""The methods and operators of lists, of which run time knows the length."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


def squares(x):
    """A list of as many numbers as ``x`` has."""
    xs = []
    for v in x:
        xs.append(v * v)
    return xs


# ------------------------------------------------------------------ insert, pop, del


@case("float64[n]", values={"x": apart})
def inserted_at_the_front_in_a_branch(x):
    parts = [x[0], x[-1]]
    if x[0] > 0:
        parts.insert(0, x.sum())
    return np.stack(parts).sum() * parts[0]


@case("float64[n]")
def inserted_before_the_last(x):
    parts = []
    for v in x:
        parts.insert(-1, v * v)
    return np.stack(parts) * x


@case("float64[n]")
def inserted_beyond_the_end(x):
    parts = [x[0]]
    for v in x:
        parts.insert(2, v * v)
    return np.stack(parts)


@case("float64[n]")
def inserted_at_a_place_of_run_time(x):
    parts = []
    for i, v in enumerate(x):
        parts.insert(i // 2, np.sin(v))
    return np.stack(parts) * x


@case("float64[n]")
def inserted_from_the_end_at_run_time(x):
    parts = [x[-1]]
    for i, v in enumerate(x):
        parts.insert(-i, np.sin(v))
    return np.stack(parts)


@case("float64[n, 3]")
def arrays_inserted(x):
    rows = [x[0] * x[1 - x.shape[0]]]
    for row in x:
        rows.insert(0, row * rows[-1])
    return np.stack(rows)


@case("float64[n]")
def tuples_inserted(x):
    pairs = [(x[0], x)]
    for v in x:
        a, h = pairs[0]
        pairs.insert(0, (a * v, h + v))
    a, h = pairs.pop(1)
    return a * h + len(pairs)


@case("float64[n]", values={"x": apart})
def inserted_into_one_known_item_by_item(x):
    xs = [x, x * x]
    xs.insert(len(x) // 2, np.sin(x))
    return xs[0] * xs[-1]


@case("float64[n]")
def a_queue(x):
    queue = squares(x)
    total = 0.0
    while queue:
        v = queue.pop(0)
        total = total * 0.5 + v * v
    return total


@case("float64[n]")
def popped_in_the_middle(x):
    xs = squares(x)
    total = 0.0
    for _ in range(x.shape[0]):
        total = total * 0.5 + xs.pop(len(xs) // 2) ** 2
    return total


@case("float64[n]", sizes={"n": 4})
def popped_from_the_end(x):
    xs = squares(x)
    second = xs.pop(-2)
    return second * np.stack(xs)


@case("float64[n, 3]", sizes={"n": 3})
def arrays_popped(x):
    rows = []
    for row in x:
        rows.append(row * row)
    first = rows.pop(0)
    return first * rows.pop(-2) + rows[0]


@case("float64[n]", sizes={"n": 4})
def popped_where_the_list_is_counted(x):
    xs = squares(x)
    total = xs.pop() + len(xs)
    total = total * (len(xs) + xs.pop())
    return total * (xs.pop(0) + sum(xs)) * (xs[0] + xs.pop())


@case("float64[n]", sizes={"n": 5})
def two_popped_at_once(x):
    xs = squares(x)
    return (xs.pop() + 2.0 * xs.pop(0)) / (xs.pop() * xs.pop() + xs.pop() + 1.0)


@case("float64[n]", sizes={"n": 4})
def popped_into_what_is_read_twice(x):
    xs, places = squares(x), [1]
    for k in range(x.shape[0]):
        places.append(k)
    k = places.pop() + 1
    total = xs[k - 1] * k + k
    while places.pop() + 1 > 1:
        total = total * xs.pop() + 1.0
    return total


@case("float64[n]")
def popped_and_put_back(x):
    xs = squares(x)
    for v in x:
        xs.append(xs.pop() + v)
        xs.append(v)
        xs.insert(0, xs.pop() * v)
        xs[-1] = xs[-1] + xs.pop(0)
    return np.stack(xs)


@case("float64[n]")
def popped_for_its_effect(x):
    xs = squares(x)
    xs.append(x[0])
    for v in x:
        top = xs[-1]
        xs.pop()
        xs.append(v + np.sin(top))
    xs.pop()
    return np.stack(xs) * len(xs)


@case("float64[n]")
def an_item_deleted(x):
    xs = [x[0]]
    for v in x:
        xs.append(v * xs[0])
    del xs[0]
    return np.stack(xs)


@case("float64[n]", values={"x": apart})
def parts_deleted(x):
    xs = squares(x) * 4
    del xs[:1]
    if x[0] > 0:
        del xs[1:2]
    del xs[-1:]
    return np.stack(xs).sum() * x


@case("float64[n]", values={"x": apart})
def deleted_where_it_is_found(x):
    xs = squares(x)
    xs.remove(x[0] * x[0])
    return sum(xs) + x[0]


@case("float64[n]", values={"x": apart})
def emptied_when_full(x):
    xs = []
    total = 0.0
    for v in x:
        xs.append(v * v)
        if len(xs) == 2:
            total = total + xs[0] * xs[1]
            xs.clear()
    return total + sum(xs)


# ------------------------------------------------------------------------- + and *


@case("float64[n]")
def repeated(x):
    return np.stack(squares(x) * 3)


@case("float64[n]")
def repeated_as_often_as_run_time_knows(x):
    xs = squares(x)
    return np.stack(len(xs) * xs)


@case("float64[n, 2]")
def arrays_repeated(x):
    rows = [row * row for row in x]
    rows *= 2
    return np.stack(rows)


@case("float64[n]", values={"x": apart})
def repeated_no_times(x):
    xs = squares(x)
    ys = xs * 0 + xs
    return np.stack(ys)


@case("float64[n]")
def numbers_repeated_and_written(x):
    ys = [0.0] * x.shape[0]
    for i, v in enumerate(x):
        ys[i] = v * v
    return np.stack(ys)


@case("float64[n]")
def known_items_repeated(x):
    return np.stack([x[0], x[-1] * 2.0] * x.shape[0])


@case("float64[n]", values={"x": apart})
def repeated_in_place_seen_by_an_alias(x):
    xs = [x, x * x]
    ys = xs
    xs *= 2
    return ys[3] * len(ys)


@case("float64[n]", values={"x": apart})
def a_part_repeated(x):
    parts = [x[0]]
    if x[0] > 0:
        parts.append(x[-1])
    parts = parts[:1] * 3 + parts
    return np.stack(parts).sum() * x


@case("float64[n]")
def extended_by_a_list(x):
    xs = squares(x)
    ys = [x[0]]
    for v in x:
        ys.extend(xs)
        ys[-1] = v
    ys += xs
    return np.stack(ys).sum() * x


@case("float64[n]")
def extended_by_itself(x):
    xs = squares(x)
    xs.extend(xs)
    return np.stack(xs)


@case("float64[n, m]")
def extended_by_rows(x):
    xs = []
    for row in x:
        xs.extend(row)
    xs.extend(x[0])
    return np.stack(xs)


# ------------------------------------------------------------- order, parts, finding


@case("float64[n]")
def turned_round(x):
    xs = squares(x)
    xs.reverse()
    return np.stack(xs) * x


@case("float64[n]", values={"x": apart})
def turned_round_in_a_branch(x):
    xs = squares(x)
    ys = xs
    if x[0] > 0:
        xs.reverse()
    return ys[0] * x


@case("float64[n]")
def every_second(x):
    xs = squares(x)
    return np.stack(xs[::2]).sum() * np.stack(xs[::-2]).sum() * x


@case("float64[n]", values={"x": apart})
def a_part_replaced(x):
    xs = squares(x)
    xs[:1] = [x[0], 2.0]
    xs[3:] = squares(x * 0.5)
    return np.stack(xs)


@case("float64[n]", values={"x": apart})
def found(x):
    xs = squares(x)
    k = xs.index(x[-1] * x[-1])
    return xs[k] * x * xs.count(xs[0])


@case("float64[n]", values={"x": apart})
def found_among_known_items(x):
    xs = [x[0], x[-1], x[-1]]
    return xs.index(x[-1]) * x * xs.count(x[-1])


@case("float64[n]", values={"x": apart})
def whether_it_is_there(x):
    xs = squares(x)
    if x[0] * x[0] in xs and x[0] not in xs:
        return xs[0] * x
    return x


@case("float64[n]")
def found_among_texts(x):
    kinds = []
    for v in x:
        kinds.append("up" if v > 0 else "down")
    kinds.append("end")
    total = kinds.count("up") * x + kinds.index("end")
    return total * (2.0 if "up" in kinds[1:] else 3.0)


@case("float64[n]")
def found_among_pairs(x):
    visited = []
    i, j = 0, 0
    total = x[0] * 1.0
    while (i, j) not in visited:
        visited.append((i, j))
        total = total + x[i] * x[j] * visited.index((i, j))
        i, j = (i + 2) % len(x), (j + 1) % len(x)
    visited.remove((0, 0))
    return total * len(visited) * (visited.count((0, 0)) + 1)


@case("float64[n]")
def a_list_of_rows(x):
    xs = list(x)
    xs.append(x[0] * 2.0)
    return np.stack(xs)


@case("float64[n]")
def filled_anew_by_what_is_no_list(x):
    xs = []
    for v in x:
        xs.append(v)
    total = sum(xs)
    xs[:] = (v * v for v in xs if v < 9.0)
    total = total * sum(xs)
    xs[:] = x * 3.0
    return total + sum(xs)


@case("float64[n]", values={"x": apart})
def every_second_is_replaced(x):
    xs = [v for v in x if v > -0.5]
    xs.append(x[0])
    xs[::2] = [v * v for v in xs[::2]]
    xs[::-1] = xs
    first, *rest = sorted(xs)
    return first + 2.0 * sum(rest) + xs[0] * x
