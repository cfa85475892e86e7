"""Lists that are one or the other by the path taken, and from iteration to iteration."""

import math

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@case("float64[n]", values={"x": apart})
def one_or_the_other(x):
    xs = [x[0]]
    ys = [x[0], x[-1]]
    zs = xs if x[0] > 0 else ys
    return sum(zs) * x


@case("float64[n]", values={"x": apart})
def of_two_lengths(x):
    zs = [x[0]] if x[0] > 0 else [x[-1], x[0]]
    zs.append(x.sum())
    return sum(zs) * x


@case("float64[n]", values={"x": apart})
def of_one_length(x):
    zs = [x[0]] if x[0] > 0 else [x[-1]]
    zs.append(x.sum())
    return sum(zs) * x


@case("float64[n]", values={"x": apart})
def made_in_branches(x):
    if x[0] > 0:
        zs = [x[0]]
    else:
        zs = [x[-1], x[0]]
        zs.append(x[0])
    zs.append(x.sum())
    return sum(zs) * x


@case("float64[n]", values={"x": apart})
def pairs_of_two_lengths(x):
    zs = [(x[0], x)] if x[0] > 0 else []
    zs.append((x[-1], x * x))
    a, h = zs[0]
    return a * h


@case("float64[n]", values={"x": apart})
def copies_of_one_or_the_other(x):
    xs = []
    ys = []
    for v in x:
        xs.append(v)
        ys.insert(0, v)
    zs = xs[:] if x[0] > 0 else ys.copy()
    zs.append(x.sum())
    return np.stack(zs).sum() * x * len(xs)


@case("float64[n]", values={"x": apart})
def begun_anew(x):
    run = []
    total = 0.0
    for v in x:
        run.append(v)
        if len(run) > 1:
            total = total + sum(run) * run[0]
            run = []
    return total + x[0]


@case("float64[n]", values={"x": apart})
def begun_with_the_last(x):
    run = []
    total = 0.0
    for v in x:
        if run and v < run[-1]:
            total = total + sum(run) * len(run)
            run = [run[-1]]
        run.append(v)
    return total + sum(run)


@case("float64[n]")
def the_one_of_the_iteration_before(x):
    before = []
    for v in x:
        now = []
        for w in before:
            now.append(w * v)
        now.append(v)
        before = now
    return sum(before) * x


@case("float64[n]")
def a_table_row_by_row(x):
    row = [0.0] * x.shape[0]
    for v in x:
        new = [0.0] * x.shape[0]
        for j in range(x.shape[0]):
            new[j] = row[j] * v + x[j]
        row = new
    return np.stack(row)


@case("float64[n]")
def two_that_change_places(x):
    xs = [x[0]]
    ys = []
    for v in x:
        xs.append(v)
        xs, ys = ys, xs
    return sum(xs) * x + sum(ys)


@case("float64[n]")
def two_arrays_that_change_places(x):
    a = x * 2
    b = x * 3
    for v in x:
        a[0] = v
        b[-1] += a[0] * v
        a, b = b, a
    return a * b


@case("float64[n]")
def a_window(x):
    window = []
    total = 0.0
    for v in x:
        window = window + [v]
        if len(window) > 2:
            window.pop(0)
        total = total + sum(window) * v
    return total


@case("float64[n]", values={"x": apart})
def the_longest(x):
    best = []
    run = []
    for v in x:
        if v > 0:
            run.append(v)
        else:
            run = []
        if len(run) > len(best):
            best = list(run)
    return sum(best) + x[0] * x[0]


@case("float64[n]")
def kept_in_order(x):
    parts = []
    for v in x:
        k = 0
        while k < len(parts) and parts[k] < v:
            k += 1
        parts.insert(k, v)
    return parts[0] * parts[-1] + np.stack(parts) * x


@case("float64[n]")
def read_before_it_is_filled(x):
    seen = []
    total = 0.0
    for v in x:
        if seen:
            total += seen[-1] * v
        seen.append(v * total)
    return total + sum(w * w for w in seen)


@case("float64[n]")
def parts_of_one_made_anew(x):
    pair = [x[0], x[-1]]
    for v in x:
        pair[0] = pair[0] * v
        pair = [pair[1], pair[0]]
    return pair[0] * pair[1] * x


@case("float64[4]")
def texts_and_none_in_lists_that_a_known_loop_makes(x):
    names, values, some = [], [], []
    for k in range(4):
        names.append(f"w{k}")
        values.append(("odd" if k % 2 else "even", x[k] * k))
        some.append(None if k % 2 else x[k])
    total = sum(v * 2.0 if word == "odd" else v for word, v in values)
    return total * len(names[-1]) + sum(v for v in some if v is not None)


class Machine:
    """Goes from one state to another one, by the names of its methods."""

    def __init__(self, x):
        self.x, self.state, self.trace = x, "start", []

    def start(self):
        self.x = self.x * 2.0
        return "run"

    def run(self):
        self.x = self.x + 1.0
        return "run" if len(self.trace) < 3 else ""

    def done(self):
        while self.state:
            self.trace.append(self.state)
            self.state = getattr(self, self.state)()
        return self.x * len(self.trace)


@case("float64[n]")
def states_that_are_known(x):
    return Machine(x).done()


@case("float64[n]")
def lists_of_functions_that_were_left(x):
    def recorder():
        history = []

        def add(item):
            history.append(item * item)
            return sum(history)

        return add, lambda: history

    add, get = recorder()
    total = 0.0
    for value in x:
        total += add(value)
    return total + sum(get())


KNOTS = [0, 0, 0.25, 1]
STEPS = (2, 0.5, 1)


@case("float64[4]", values={"x": apart})
def ints_and_floats_at_a_place(x):
    own = [1, 2.5, 3]
    place, total = int(np.argmax(x)) // 2, 0.0
    for v in x:
        step = STEPS[place] * v + KNOTS[place + 1] - KNOTS[place]
        total = total + step * own[place] // 0.25 + step * v
        place = (place + 1 + int(v > 0)) % 3
    return total


@case("float64[4]", values={"x": apart})
def tuples_at_a_place(x):
    rows = (1, x[0]), (x[1] * 2.0, 4.0), (x[2], x[3])
    parts = x[:2], x[1:3], x[2:]
    place = int(np.argmax(x)) % 3
    first, second = rows[place]
    return first * rows[place - 1][1] + second + (parts[place] ** 2).sum()


@case("float64[4]", values={"x": apart})
def a_place_that_is_none_before_it_is_found(x):
    values = [v * 2.0 for v in x]
    counts, last = [1.0, 2.0, 3.0], None
    for i, v in enumerate(values):
        if v > 0:
            last = i % 3
        if last is not None:
            counts[last] += v
    best = None
    for i, v in enumerate(values):
        if best is None or v > values[best]:
            best = i
    return values[best] ** 2 + sum(counts)


@case("float64[n]", values={"x": apart})
def a_product_of_some(x):
    some = [v for v in x if v > 0]
    return math.prod(some) * math.prod((2 * v for v in x if v < 0), start=3.0)


@case("float64[4]", values={"x": apart})
def written_at_a_place_while_it_is_gone_through(x):
    items, place, total = [x[0], x[1] ** 2, x[2], x[3]], 0, 0.0
    for v in items:
        items[place] = items[place] + v * 2
        place = (place + 1 + int(v > 0)) % 4
        total = total * 0.5 + v
    for i, v in enumerate(items):
        other = int(np.argmax(x[i:])) + i
        items[i], items[other] = items[other], items[i]
        total = total + v * items[i]
    return total


@case("float64[n]", values={"x": apart})
def choices_in_a_list(x):
    ways = []
    for v in x:
        way = "up" if v > 0 else "down"
        ways.append(way)
        if v > 0.5:
            ways.append("up" if v > 0.6 else "down")
    total = sum(1.0 for way in ways if way == "up")
    return x * total * (2.0 if ways[0] == "up" else 3.0)


@case("float64[n]", values={"x": apart}, at_one=False)
def floats_appended_to_an_int(x):
    ends, k = [0], 0
    while ends[-1] < 1.5 and k < len(x):
        ends.append(ends[-1] + float(abs(x[k])))
        k += 1
    return x * ends[-1] + sum(ends)


@case("float64[n]", values={"x": apart}, at_one=False)
def floats_after_ints_of_a_table(x):
    n = len(x)
    costs = [[0 for _ in range(n)] for _ in range(n)]
    for length in range(2, n):
        for a in range(1, n - length + 1):
            b = a + length - 1
            costs[a][b] = 1000
            for c in range(a, b):
                cost = float(costs[a][c] + costs[c + 1][b] + x[a] * x[c] * x[b])
                if cost < costs[a][b]:
                    costs[a][b] = cost
    return x * costs[1][n - 1]


@case("float64[n]", values={"x": apart}, at_one=False)
def a_row_of_ints_among_rows_of_floats(x):
    table = [[0, 1], [0.5, float(x[0])], [2, 3]]
    total = 0.0
    for v in x:
        table[int(v > 0)][1] = table[int(v < 0) + 1][0] + float(v)
        total += table[1][1] * v
    return total * x


def between_points(x, points, values):
    k = 0
    while k < len(points) - 2 and x > points[k + 1]:
        k += 1
    if x < points[0]:
        return values[0]
    return values[k] + (x - points[k]) * (values[k + 1] - values[k])


@case("float64[n]", values={"x": apart}, at_one=False)
def a_list_for_an_argument_that_is_read_at_places(x):
    total = 0.0
    for v in x:
        total += between_points(v, [-1.0, 0.1, 2.0], [x[0], x[1] * 2, x[0] * x[1]])
    return between_points(x[0], [-0.5, 0.5, 1.5], [total, x[1], 3.0]) * total


@case("float64[n]", values={"x": apart}, at_one=False)
def other_texts_in_a_list(x):
    steps, total = ["A"], 0.0
    for v in x:
        for step in steps:
            total += v * (2 if step == "A" else 3 if step == "B" else 5)
        if v > 0.2:
            steps.append("B")
        if v < -0.4:
            steps.insert(0, "C")
    return total * x


@case("float64[n]", values={"x": apart}, at_one=False)
def other_texts_in_tuples_of_a_list(x):
    found = [("A", x[0])]
    for v in x:
        name, last = found[-1]
        if name == "A":
            found.append(("B", v * last))
        elif name == "B" and v > 0:
            found.append(("C", v + last))
        else:
            found[0] = ("D", v)
    return sum(v * (3 if n == "C" else 2 if n == "D" else 1) for n, v in found) * x


def methods_for(value):
    ranges = {"low": (-1.0, 0.1), "middle": (-0.5, 0.6), "high": (0.3, 9.0)}
    return [name for name, (least, most) in ranges.items() if least < value < most]


@case("float64[n]", values={"x": apart}, at_one=False)
def the_first_method_that_applies(x):
    methods = methods_for(x[0])
    if x[1] > 0:
        methods.append("always")
    methods.append("else")
    if methods[0] == "low":
        return x * 2
    if methods[0] == "high":
        return x * x
    return x * len(methods)
