"""Lists of run time that hold lists, tuples, dicts and records."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive


@case("float64[n]", values={"x": apart})
def groups(x):
    found = []
    group = []
    for v in x:
        group.append(v)
        if v > 0:
            found.append(group)
            group = []
    total = x[0]
    for one in found:
        total = total * 0.5 + sum(one) * one[0]
    return total


@case("float64[n]", values={"x": apart})
def a_list_put_away(x):
    rows = []
    now = [x[0]]
    for v in x:
        rows.append(now)
        now = [v, v * v]
    now.append(x[0])
    return sum(rows[0]) * x * sum(now)


@case("float64[n, 3]")
def rows_of_rows(x):
    rows = []
    for row in x:
        one = []
        for v in row:
            one.append(v * v)
        rows.append(one)
    total = 0.0
    for one in rows:
        for v in one:
            total = total * 0.5 + v
    return total


@case("float64[n, m]")
def a_comprehension_in_another(x):
    rows = [[v * v for v in row] for row in x]
    total = 0.0
    for one in rows:
        for v in one:
            total = total * 0.5 + v
    return total


@case("float64[n, 3]")
def lists_of_arrays(x):
    rows = []
    for row in x:
        one = []
        for k in range(x.shape[0]):
            one.append(row * k + x[0])
        rows.append(one)
    total = x[0]
    for one in rows:
        total = total * 0.5 + one[0] * one[-1]
    return total


@case("float64[n]", orders=(1, 2))
def lists_of_lists_of_lists(x):
    cube = []
    for v in x:
        rows = []
        for w in x:
            rows.append([v, w, v * w])
        cube.append(rows)
    total = x[0]
    for rows in cube:
        for row in rows:
            total = total * 0.5 + sum(row) * row[0]
    return total


@case("float64[n]", values={"x": apart})
def sorted_into_two(x):
    rows = [[], []]
    for i, v in enumerate(x):
        rows[i % 2].append(v)
    total = x[0]
    for row in rows:
        for v in row:
            total = total * 0.5 + v * v
    return total


@case("float64[n]", values={"x": apart})
def sorted_into_many(x):
    rows = [[] for _ in range(x.shape[0])]
    for i, v in enumerate(x):
        rows[i // 2].append(v)
    total = x[0]
    for row in rows:
        total = total * 0.5 + sum(row) * len(row)
    return total


@case("float64[n]", values={"x": apart})
def read_and_written(x):
    rows = []
    for i in range(x.shape[0]):
        rows.append([x[i]])
    for i, v in enumerate(x):
        rows[i // 2].append(v * rows[i][0])
        rows[0][0] = v
    total = x[0]
    for row in rows:
        total = total * 0.5 + sum(row) * len(row)
    return total


@case("float64[n]")
def a_table(x):
    n = x.shape[0]
    table = []
    for _ in range(n):
        table.append([0.0] * n)
    for i in range(n):
        for j in range(n):
            table[i][j] = x[i] * x[j] * (table[i - 1][j] + 1.0)
    return sum(table[-1]) + table[0][0]


@case("float64[n]")
def each_of_them_changed(x):
    rows = []
    for v in x:
        rows.append([v])
    for row in rows:
        row.append(row[0] * x[0])
    return sum(rows[0]) * sum(rows[-1])


@case("float64[n]")
def two_names_of_a_list_in_a_list(x):
    rows = []
    for v in x:
        rows.append([v])
    row = rows[0]
    rows[0].append(x[0] * 3)
    row.append(x[-1])
    return sum(row) * x * sum(rows[0])


@case("float64[n]", values={"x": apart})
def changed_in_a_branch(x):
    rows = []
    for v in x:
        rows.append([v, v * v])
    if x[0] > 0:
        rows[0].insert(0, x[-1])
    else:
        rows[0].pop()
    return sum(rows[0]) * x


@case("float64[n]")
def taken_out_and_changed(x):
    rows = []
    for v in x:
        rows.append([v, v * v])
    total = x[0]
    while rows:
        row = rows.pop()
        row.append(x[0])
        total = total * 0.3 + sum(row)
    return total


@case("float64[n]")
def one_put_in_the_place_of_another(x):
    rows = []
    for v in x:
        rows.append([v])
    rows[0] = [x[0], x[-1] * 2]
    rows.insert(1, [x[0] * x[0]])
    return sum(rows[0]) * x + rows[1][0]


@case("float64[n]")
def chosen_by_a_place_of_run_time(x):
    parts = [x, x * x, np.sin(x)]
    total = x * 0.0
    for i in range(x.shape[0]):
        total = total * 0.5 + parts[i % 3]
    return total


# ----------------------------------------------------------- tuples, dicts, records


class Point(NamedTuple):
    """Two numbers or arrays."""

    at: object
    speed: object


@dataclass
class Body:
    """Two numbers or arrays."""

    mass: object
    place: object


@case("float64[n]", values={"x": apart})
def named_tuples(x):
    points = []
    for v in x:
        if v > 0:
            points.append(Point(v, v * x))
    total = x[0]
    for point in points:
        total = total + point.at * point.speed.sum()
    return total


@case("float64[n]", values={"x": apart})
def dicts(x):
    found = []
    for v in x:
        if v > 0:
            found.append({"a": v, "b": {"c": v * x}})
    total = x[0]
    for one in found:
        total = total + one["a"] * one["b"]["c"].sum()
    return total


@case("float64[n]", values={"x": apart})
def records(x):
    bodies = []
    for v in x:
        if v > 0:
            bodies.insert(0, Body(v, v * x))
    total = x[0]
    for body in bodies[::-1]:
        total = total + body.mass * body.place.sum()
    return total


@case("float64[n]")
def lists_of_one_length_in_pairs(x):
    kept = []
    for k, v in enumerate(x):
        kept.append((v * x, [v, k + 1]))
    total = x * 0.0
    for row, (v, k) in kept:
        total = total * 0.5 + row * v * k
    return total + kept[0][1][0]


@case("float64[4]", values={"x": apart})
def lists_of_tuples_in_a_list(x):
    rows = []
    for k, v in enumerate(x):
        rows.append([(v, k), (v * v, k + 1)])
    rows[1].append((x[0], 7))
    rows[int(x[0] > 0)] = [(x[3], 2)]
    last = rows.pop()
    last.append((x[2], 3))
    rows.append(last)
    total = sum(a * n * (k + 1) for k, row in enumerate(rows) for a, n in row)
    return total + rows[-1][0][0] * len(rows[1])


@case("float64[4]", values={"x": apart})
def neighbours_of_a_node_that_run_time_knows(x):
    around = [[(1, x[0]), (2, x[1])], [(2, x[2])], [(0, x[3]), (1, x[0] * x[1])], []]
    place, total = 0, 0.0
    for _ in range(len(x) * 2):
        best, there = 1e9, 0
        for node, length in around[place]:
            if length < best:
                best, there = length, node
        total += best
        place = there
    return total


@case("float64[4]", values={"x": apart})
def three_lists_deep(x):
    found = []
    for k, v in enumerate(x):
        found.append([[(v, k), (v * v, 1)], [(v, 2)]])
    found.append([[(x[0], 3)], []])
    found[int(x[1] > 0)][0].append((x[1], 5))
    return sum(
        a * n * (i + j + 1)
        for i, rows in enumerate(found)
        for j, row in enumerate(rows)
        for a, n in row
    )


@case("float64[n, n]", "float64[n]", values={"a": apart}, at_one=False)
def rows_that_change_places(a, b):
    n = len(b)
    rows = [[*row, v] for row, v in zip(a.tolist(), b.tolist())]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        for r in range(c + 1, n):
            factor = rows[r][c] / rows[c][c]
            for k in range(c, n + 1):
                rows[r][k] -= factor * rows[c][k]
    x = [0] * n
    for r in range(n - 1, -1, -1):
        known = sum(rows[r][k] * x[k] for k in range(r + 1, n))
        x[r] = (rows[r][n] - known) / rows[r][r]
    return sum(v * (k + 1) for k, v in enumerate(x))


@case("float64[4]", values={"x": apart}, at_one=False)
def rows_of_two_tables_that_change_places(x):
    first = [[x[0], x[1]], [x[2], x[3]]]
    second = [[x[1] * 2], [x[2] * 3]]
    k, j = int(x[0] > 0), int(x[1] > 0)
    first[k], second[j] = second[j], first[k]
    first[k][0] *= x[3]
    second[j][1] += x[0]
    return sum(map(sum, first)) * sum(map(sum, second))


# ------------------------------------------------------------ arrays of lists of rows


@case("float64[n]")
def an_array_of_tuples(x):
    rows = []
    for i in range(x.shape[0]):
        rows.append((x[i], x[i] ** 2, 1.0, i))
    return np.array(rows) @ np.array([1.0, 2.0, 3.0, 4.0])


@case("float64[n]")
def an_array_of_short_lists(x):
    rows = []
    for one in x:
        rows.append([one, np.sin(one)])
    return np.array(rows, dtype=float) * np.arange(2.0)


@case("float64[2]", values={"x": positive})
def a_path_from_a_start(x):
    path = [(0.0, 1.0)]
    while path[-1][0] < 3.1:
        a, b = path[-1]
        path.append((a + x[0], b + a * x[1]))
    path = np.asarray(path)
    return path[:, 0] * path[:, 1]


@case("float64[n]")
def an_array_of_small_matrices(x):
    matrices = []
    for one in x:
        matrices.append([[one, 1.0], [0.0, one * one]])
    return np.array(matrices) @ np.array([1.0, 2.0])


@case("float64[n]")
def an_array_of_tuples_of_arrays(x):
    rows = []
    for one in x:
        rows.append((one * np.ones(2), (one, 2 * one)))
    return np.sum(np.array(rows) * np.arange(4.0).reshape(2, 2), axis=0)


@case("float64[n]")
def rows_where_an_array_is_needed(x):
    rows = []
    for i in range(x.shape[0]):
        if x[i] > 0:
            rows.append((x[i], 2 * i))
    return np.sum(rows) + np.max(np.stack([x, x * x]), axis=0)


class Sample(NamedTuple):
    at: float
    value: float


@case("float64[n]", values={"x": apart})
def columns_of_samples(x):
    rows = []
    for i in range(x.shape[0]):
        rows.append(Sample(x[i], x[i] ** 2 * i))
    at, values = map(np.array, zip(*rows))
    return np.cumsum(at) * values + np.array(rows)[:, 1]


@case("float64[3]", values={"x": positive})
def columns_of_nested_tuples(x):
    rows = []
    while len(rows) < 2 or rows[-1][0] < 4:
        rows.append((sum(x) * len(rows), (x[0] ** len(rows), x * len(rows))))
    firsts, pairs = zip(*rows)
    powers, arrays = zip(*pairs)
    largest = [max(column) for column in zip(*[(a, b) for a, b in zip(firsts, powers)])]
    return np.stack(arrays).sum(axis=0) * firsts[-1] + largest[0] * largest[1]


@case("float64[n]", values={"x": apart})
def tuples_that_are_stacked(x):
    rows = []
    for one in x:
        if one > 0 or len(rows) < 2:
            rows.append((one, np.sin(one), 2.0))
    columns = np.stack(rows, axis=1)
    return x * np.sum(columns[0] * columns[1]) + np.sum(np.concatenate(rows) ** 2)


@case("float64[n]", values={"x": apart})
def no_rows_have_no_columns(x):
    rows = []
    for one in x:
        if one > 100:
            rows.append((one, one * one))
    try:
        firsts, squares = zip(*rows)
    except ValueError:
        return x * x
    return x * sum(firsts) * sum(squares)


@case("float64[n]", sizes={"n": 5}, values={"x": positive})
def the_last_two_of_a_log(x):
    log = [(0.0, 1.0)]
    while log[-1][0] < 1.0:
        t, y = log[-1]
        log.append((t + x[0] + 0.1, y * x[1]))
    (t0, y0), (t1, y1) = log[-2:]
    return x * (y0 + (y1 - y0) * (1.0 - t0) / (t1 - t0))


@case("float64[n]", sizes={"n": 5}, values={"x": apart})
def unpacked_with_a_star_and_without(x):
    found = []
    for v in x:
        if v > -100:
            found.append(v * v)
    first, *middle, last = found
    head, *rest = found
    rest.append(head)
    a, b, c, d, e = found
    try:
        a, b = found
    except ValueError:
        b = last
    return x * (first * sum(middle) + sum(rest) * a * b * c * d * e)


@case("float64[2]")
def lists_that_are_written_in_a_loop_as_an_array(x):
    rows = [[0.0, 1.0], [2.0, 0.0]]
    for i in range(2):
        rows[i][i] += x[i] * (i + 1)
    return np.array(rows) @ x * np.linalg.det(rows)


@case("float64[3]")
def rows_of_numbers_of_python_that_are_written(x):
    rows = []
    for i in range(len(x)):
        rows.append([0.0, 1.0, 2.0])
        rows[i][0] = x[0] * i
    return np.array(rows) @ x * np.array(rows[0])
