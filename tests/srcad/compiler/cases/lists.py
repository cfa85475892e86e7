"""Lists and dicts that are changed in run-time loops and branches."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, small


@case("float64[n]", values={"x": apart})
def put_away_on_one_path_and_written_on_the_other(x):
    found = [x * 1.0]
    h = x * x[0]
    if x[0] > 0:
        found.append(h)
    else:
        h[0] = x[1]
    return found[-1] * x + h


@case("float64[n]")
def appended_and_stacked(x):
    xs = []
    for i in range(x.shape[0]):
        xs.append(np.sin(x[i]))
    return np.stack(xs)


@case("float64[n]")
def appended_and_read(x):
    xs = []
    for v in x:
        xs.append(v * v)
    total = 0.0
    for a in xs:
        total = total * 0.5 + a
    return total


@case("float64[n, 3]", "float64[3, 3]")
def outputs_of_a_recurrence(x, w):
    h = np.zeros(3)
    outs = []
    for t in range(x.shape[0]):
        h = np.tanh(x[t] + w @ h)
        outs.append(h)
    return np.stack(outs), h


@case("float64[n]", values={"x": apart})
def appended_in_a_branch(x):
    xs = [x[0]]
    for v in x:
        if v > 0:
            xs.append(v * v)
    return np.array(xs) * 2.0


@case("float64[n]")
def from_items_before(x):
    xs = [x]
    for i in range(3):
        xs.append(xs[-1] * x)
    return xs[-1] + xs[1]


@case("float64[n]", values={"x": small})
def a_stack_machine(x):
    stack = [x, x * x]
    for i in range(4):
        a = stack.pop()
        b = stack.pop()
        stack.append(np.sin(a) * b)
        stack.append(a + b)
    return stack.pop()


@case("float64[n]", values={"x": apart})
def popped_in_a_branch(x):
    xs = [x.sum(), x[0], x[-1]]
    if x[0] > 0:
        last = xs.pop()
    else:
        last = 2.0 * xs[0]
    return last * xs[0] * len(xs)


@case("float64[n]", values={"x": apart})
def left_early(x):
    xs = []
    for v in x:
        if v > 1.0:
            break
        xs.append(np.sin(v))
    total = 0.0
    for a in xs:
        total = total + a * a
    return total + x[0]


@case("float64[n]")
def while_it_grows(x):
    xs = [x.sum() * 0.1 + 1.0]
    while len(xs) < 5:
        xs.append(xs[-1] * xs[-1] * 0.5)
    return xs[4] * xs[2]


@case("float64[n, 3]")
def joined_along_an_axis(x):
    parts = []
    for row in x:
        parts.append(row * row)
    return np.concatenate(parts) * np.stack(parts, axis=1).sum()


@case("float64[n]", sizes={"n": 5})
def of_different_lengths(x):
    parts = []
    for k in range(1, x.shape[0]):
        parts.append(x[:k] * k)
    return np.concatenate(parts)


@case("float64[n]")
def written_at_an_index(x):
    xs = []
    for v in x:
        xs.append(v)
    for i in range(len(xs)):
        xs[i] = xs[i] * xs[0]
    xs[-1] += x.sum()
    return np.array(xs)


@case("float64[n]")
def two_lists(x):
    first, second = [], []
    for v in x:
        first.append(np.cos(v))
        second.append(v * v)
    total = 0.0
    for a, b in zip(first, second):
        total = total + a * b
    return total * first[0]


@case("float64[n]")
def backwards_and_numbered(x):
    xs = []
    for v in x:
        xs.append(v)
    total = 0.0
    for k, a in enumerate(reversed(xs)):
        total = total * 0.3 + a * a * k
    return total


@case("float64[n, 2]")
def made_by_a_helper(x):
    def push(values, value):
        values.append(np.sin(value))

    rows = []
    for row in x:
        push(rows, row)
    return np.stack(rows, axis=-1)


@case("float64[n]")
def an_alias_sees_it(x):
    xs = []
    ys = xs
    for v in x:
        xs.append(v * v)
    return np.stack(ys)


@case("float64[n]")
def in_a_nested_loop(x):
    xs = []
    for v in x:
        for k in range(2):
            xs.append(v**k * v)
    return np.stack(xs)


@case("float64[n]")
def one_list_an_iteration(x):
    total = 0.0
    for v in x:
        row = []
        for k in range(3):
            row.append(v * k)
        total = total + np.stack(row).sum() * v
    return total


@case("float64[n]")
def items_of_known_places(x):
    hs = [x, x * 2]
    for i in range(x.shape[0]):
        hs[0] = hs[0] * 0.5 + hs[1]
    return hs[0]


@case("float64[n]", values={"x": small})
def a_dict_of_states(x):
    state = {"h": x, "c": x * x}
    for i in range(x.shape[0]):
        state["h"] = np.tanh(state["h"] + state["c"])
        state["c"] = state["c"] * 0.5
    return state["h"]


@case("float64[n]", values={"x": apart})
def a_dict_in_a_branch(x):
    state = {"h": x, "c": x * x}
    if x[0] > 0:
        state["h"] = state["h"] * state["c"]
    return state["h"] + state["c"]


@case("float64[n]")
def a_list_in_a_dict(x):
    log = {"values": [], "last": x.sum()}
    for v in x:
        log["values"].append(v * log["last"])
        log["last"] = v
    return np.stack(log["values"])


@case("float64[n]")
def a_list_of_pairs(x):
    pair = [x, x * x]
    for i in range(3):
        pair[0], pair[1] = pair[1] * 0.5, pair[0]
    return pair[0] - pair[1]


@case("float64[n]", values={"x": apart})
def a_copy_is_another_list(x):
    xs = []
    for v in x:
        xs.append(v)
    ys = list(xs)
    ys.append(x[0] * 3)
    ys[0] = x[0] * 2
    return np.array(ys).sum() * np.array(xs)


@case("float64[n]", values={"x": apart})
def whether_it_is_empty(x):
    xs = []
    for v in x:
        if v > 0:
            xs.append(v * x[0])
    if xs:
        return sum(xs) + max(xs) * min(xs)
    return x[0] * 2.0


@case("float64[n]", values={"x": apart})
def comprehensions(x):
    squares = [v * v for v in x]
    positive = [v * k for k, v in enumerate(x) if v > 0]
    total = sum(v * w for v, w in zip(x, squares))
    for v in positive:
        total = total + v * squares[0]
    return np.array([x[i] * total for i in range(x.shape[0])])


@case("float64[n, m]", sizes={"m": 3})
def a_comprehension_over_two(x):
    return np.array([v * row[0] for row in x for v in row])


@case("float64[n]")
def extended(x):
    xs = []
    for v in x:
        xs.extend([v, v * v])
        xs += [1.0]
    return np.array(xs)


@case("float64[n, 3]")
def copies_in_a_list(x):
    hs = []
    h = np.zeros(3)
    for row in x:
        h += row
        hs.append(h.copy())
    return np.stack(hs)


@case("float64[n]", values={"x": small})
def tuples_in_a_list(x):
    states = [(x[0], x)]
    for v in x:
        a, h = states[-1]
        states.append((a * v, np.tanh(h + v)))
    total = 0.0
    for a, h in states:
        total = total + a * h.sum()
    return total + len(states)


@case("float64[n]")
def slices_of_a_list(x):
    xs = []
    for v in x:
        xs.append(v * v)
    total = x[0]
    for a, b in zip(xs[:-1], xs[1:]):
        total = total + a * b
    return total * np.array(xs[::-1])[0]


@case("float64[n]")
def lists_added(x):
    xs = []
    for v in x:
        xs = xs + [np.sin(v)]
    return np.array([x[0]] + xs) * np.array(xs + [x[-1]])


@case("float64[n]", values={"x": apart})
def lists_added_in_a_branch(x):
    xs = [x[0]]
    if x[0] > 0:
        xs = xs + [x[-1] * 2.0, x[0]]
    return sum(xs) * xs[-1]


@case("float64[n]", draws=4)
def pairs_or_none(x):
    found = []
    for i, v in enumerate(x):
        if v > 0.5:
            found.append((i, v * x[0]))
    if not found:
        return x.sum()
    total = 0.0
    while found:
        i, v = found.pop()
        total = total + v * (i + 1)
    return total * x[0] if not found else total


@case("float64[n]", draws=4)
def compared_with_none_in_it(x):
    found = [v for v in x if v > 0.3]
    pairs = [(v, v * x[0]) for v in x if v > 0.3]
    total = x * 2.0 if found == [] else x
    if pairs != [] and isinstance(pairs, list):
        total = total * pairs[0][1]
    match found:
        case []:
            total = total - 1.0
        case _:
            total = total * found[-1]
    if range(int(np.sum(x > 0.3))):
        total = total + x[0]
    return total


@case("float64[n]")
def a_sum_of_arrays_that_were_written(x):
    parts = []
    for v in x:
        part = x * v
        part[0] = v * v
        parts.append(part)
        part = part * 2
        parts.insert(0, part)
    total = sum(parts)
    total[0] *= 3
    return total * x


@case("float64[n]")
def a_sum_of_arrays_that_are_changed_later(x):
    parts = [np.sin(x)]
    for v in x:
        part = x * v
        part[0] += v
        parts.append(part)
    total = sum(parts) + sum(parts[1:])
    for k in range(len(parts)):
        parts[k] = parts[k] * total
    return sum(parts, start=x)


@case("float64[n, 3]", values={"x": apart})
def a_sum_of_rows_that_are_chosen(x):
    kept = [row * row for row in x if row[0] > 0]
    return sum(kept) * 1.5 + x[0]


@case("float64[n]")
def a_sum_of_lists_of_arrays(x):
    rows = []
    for v in x:
        row = [x]
        for w in x:
            row.append(x * v * w)
        rows.append(sum(row))
    return sum(rows)


@case("float64[n]")
def a_sum_of_arrays_of_several_sizes(x):
    return sum(x[: k + 1].sum() * x[-1:] for k in range(len(x)))


@case("float64[n]", "float64[3]")
def displays_of_what_is_as_long_as_run_time_knows(x, y):
    xs = [*x, 1.0, *y]
    squares = (0.5, *(v * v for v in x))
    sines = [*map(np.sin, x), *reversed(xs)]
    steps = [*range(x.shape[0])]
    xs.append(sines[0])
    return sum(xs) * sum(squares) + sum(sines) * sum(steps) + np.array([0.0, *x])[-1]
