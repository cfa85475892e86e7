"""Leaving loops and functions early, and what is bound on the way."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive


@case("float64[n]", draws=4)
def else_continue(x):
    t = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if x[i] + x[j] > 1.5:
                break
        else:
            continue
        t = t + x[i] * x[j]
    return t


@case("float64[n]", draws=6)
def else_continue_break(x):
    t = x[0]
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            t = t + x[j] * x[i]
            if t > 1.0:
                break
        else:
            continue
        break
    return t * t


@case("float64[n]", draws=6)
def else_return_with_return(x):
    t = x[0]
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            t = t + x[j] * x[i]
            if t > 2.0:
                return t * x
            if t < -1.0:
                break
        else:
            return t * x * 2
        t = t * 0.5
    return t * x * 3


@case("float64[n]", draws=6)
def tuple_break_runtime(x):
    t = x.sum()
    for k in (1.0, 2.0, 3.0):
        t = t + k * x[0] ** 2
        if t > 2.0:
            break
    return t * t


@case("float64[n]", draws=6)
def tuple_return_runtime(x):
    t = x.sum()
    for k in (1.0, 2.0, 3.0):
        t = t + k * x[0] ** 2
        if t > 2.0:
            return t
    return t * t


@case("float64[n]", draws=6)
def tuple_continue_runtime(x):
    t = x.sum()
    for f in (np.sin, np.cos, np.exp):
        if t > 1.0:
            continue
        t = t + f(t)
    return t * t


@case("float64[n]", draws=6)
def tuple_break_else_runtime(x):
    t = x.sum()
    for f in (np.sin, np.cos, np.tanh):
        t = t + f(t)
        if t > 1.0:
            break
    else:
        t = t * 3
    return t * t


@case("float64[n]", draws=6)
def list_of_arrays_break(x):
    t = x.sum()
    for a in [x, x * 2]:
        t = t + (a * a).sum()
        if t > 1.0:
            break
    return t * a


@case("float64[n]", "float64[n]", draws=6)
def dict_items_return(x, y):
    for k, v in {"a": x, "b": y}.items():
        if v.sum() > 0:
            return v * v
    return x * y


@case("float64[n]", draws=3)
def first_iteration(x):
    for i in range(x.shape[0]):
        if i == 0:
            h = x[i] * x[i]
        else:
            h = h * x[i] + x[i]
    return h


@case("float64[n]", draws=3)
def first_iteration_array(x):
    for i in range(x.shape[0]):
        if i == 0:
            h = x * x[i]
        else:
            h = h * x[i] + x
    return h


@case("float64[n]", draws=3)
def last_seen(x):
    t = 0.0
    seen = False
    for v in x:
        if seen:
            t = t + v * last  # noqa: F821
        last = v * v  # noqa: F841
        seen = True
    return t + x[0]


@case("float64[n]", draws=3)
def in_two_loops(x):
    for v in x:
        last = v * v
    t = 0.0
    for v in x:
        t = t * last + v
    return t


@case("float64[n]", draws=3)
def bound_in_branch_used_in_loop(x):
    c = x[0] > 0
    if c:
        w = x * x
    t = 0.0
    for v in x:
        if c:
            t = t + v * w.sum()
        else:
            t = t + v
    return t


@case("float64[n]", draws=5)
def last_positive(x):
    found = False
    for v in x:
        if v > 0:
            r = v * v
            found = True
    if found:
        return r * x
    return x * x


@case("float64[n]", draws=5)
def last_positive_array(x):
    found = False
    for v in x:
        if v > -0.5:
            r = v * v * x
            found = True
    if found:
        return r * x
    return x * x


@case("float64[n]", draws=5)
def uncorrelated(x):
    a = x[0] > 0
    if a:
        k = x * x
    y = x
    if x[0] > 0.2:
        y = y * k
    if x[0] > 0.1:
        y = y + k
    return y * y


@case("float64[n]", draws=5)
def uncorrelated_scalar(x):
    if x[0] > 0:
        k = x[0] * x[0]
    y = x
    for v in x:
        if x[0] > 0.2:
            y = y * k
        if v > 5.0:
            y = y * 1.5
    if x[0] > 0.1:
        y = y + k
    return y * y


@case("float64[n]", draws=5)
def optional_loop_in_branch(x):
    if x[0] > 0:
        k = x * x
    y = x
    if x[0] > 0.1:
        for v in x:
            y = y * k * v
            if v > 0:
                k = k * 0.5
        y = y + k
    return y * y


@case("float64[n]", draws=3)
def bound_and_read_on_one_path(x):
    c = x.sum() > 0
    if c:
        k = x * 2
    y = x
    if c:
        y = y * k
    return y


@case("float64[n]", draws=3)
def break_in_nested(x):
    t = 0.0
    for i in range(x.shape[0]):
        for j in range(i + 1):
            if x[j] > 0.8:
                break
            t = t + x[i] * x[j]
        else:
            t = t * 1.5
    return t


@case("float64[n]", draws=3)
def continue_in_while(x):
    i = 0
    t = 0.0
    while i < x.shape[0]:
        i += 1
        if x[i - 1] < 0:
            continue
        t = t + x[i - 1] ** 2
    return t


@case("float64[n]", draws=4)
def return_in_while_else(x):
    t = x.sum()
    n = 0
    while n < 5:
        t = t * 1.1 + 0.3
        n += 1
        if t > 2.0:
            return t * x
    else:
        t = t * 3.0
    return t * x * x


@case("float64[n]", draws=4)
def return_in_else(x):
    t = x.sum()
    for v in x:
        t = t + v * v
        if t > 2.0:
            break
    else:
        return t * x
    return t * x * x


@case("float64[n]", draws=4)
def for_else(x):
    for v in x:
        if v > 0.5:
            r = v
            break
    else:
        r = x.sum()
    return r * r


@case("float64[n]", draws=4)
def while_else_bound(x):
    t = x.sum()
    n = 0
    while n < 4:
        t = t * 1.1 + 0.3
        n += 1
        if t > 1.0:
            r = t * x
            break
    else:
        r = x * x
    return r * r


@case("float64[n]", draws=3)
def walrus_and(x):
    if (s := x.sum()) > 0 and (t := x[0]) > 0:
        return x * s * t
    return x * s


@case("float64[n]", draws=3)
def loop_var_after(x):
    t = 0.0
    for i in range(x.shape[0]):
        t = t + x[i] * x[i]
    return t * i


@case("float64[n]", draws=3)
def loop_var_after_break(x):
    t = 0.0
    for i in range(x.shape[0]):
        if x[i] > 0.5:
            break
        t = t + x[i] * x[i]
    return t * i


@case("float64[n]", draws=3)
def elem_after(x):
    for v in x:
        if v > 0.3:
            break
    return v * v * x


@case("float64[n]", draws=4)
def multi_flags(x):
    t = 0.0
    for v in x:
        if v > 1.0:
            continue
        if v < -1.0:
            break
        t = t + v * v
        if t > 2.0:
            return t * 3.0
        t = t * 1.1
    return t


@case("float64[n]", draws=4)
def return_triple(x):
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            k = 0
            while k < 2:
                if x[i] * x[j] > 1.5:
                    return x[i] * x[j] * k
                k += 1
    return x.sum()


@case("float64[n]", draws=4)
def late_bound(x):
    if x.sum() > 0:
        a = x
        b = 1.0
    elif x[0] > 0:
        a = x * x
        b = 2.0
    else:
        a = x * 3
        b = x[0]
    return a * b


@case("float64[n]")
def left_by_what_was_carried(x):
    position, total, flag = [0], 0.0, False
    for v in x:
        old, flag = flag, v > 0.2
        total = total + v * x[position[0]]
        position[0] = position[0] + 1
        if position[0] >= x.shape[0] - 1:
            break
        if old:
            break
    return total * position[0] if flag else total


@case("float64[]", values={"s": positive})
def written_out_and_left(s):
    factors = (1.0, 2.0, 0.5)
    names = ("a", "b", "c")
    k = 0
    while k < len(factors):
        s = s * factors[k]
        if s > 2.0:
            break
        k += 1
    else:
        s = s * 5.0
    j = 0
    while j < len(names) and s < 3.0:
        s = s * (2.0 if names[j] == "b" else 1.5)
        j += 1
    i = 0
    while i < len(names):
        s = s + (0.1 if names[i] == "c" else 0.2)
        i += 1
        if s > 4.0:
            return s * s
    return s


# ------------------------------------------- what an iteration wrote, and then returns


@case("float64[n]")
def returns_what_it_wrote(x):
    h = np.zeros(3)
    for i in range(x.shape[0]):
        h[0] = x[i] * x[i]
        return h
    return h


@case("float64[n]")
def returns_what_an_inner_loop_wrote(x):
    h = np.zeros(3)
    for v in x:
        for j in range(3):
            h[j] = v * v * j
        return h
    return h


@case("float64[n]")
def returns_a_view_of_what_it_wrote(x):
    h = np.zeros(3)
    t = h[1:]
    for v in x:
        h[1] = v * v
        return t
    return t


@case("float64[n]")
def returns_a_list_that_it_made_longer(x):
    found = [x[0]]
    for v in x:
        found.append(v * v)
        return found
    return found


@case("float64[n]")
def returns_what_it_wrote_by_a_closure(x):
    h = np.zeros(3)
    for v in x:
        h[0] = v * v

        def inner():
            return h

        return inner()
    return h


@case("float64[n]")
def returns_what_it_wrote_in_a_dict(x):
    state = {"h": np.zeros(3), "unit": 1.0}
    while state["h"][0] < 1.0:
        state["h"][0] = x[0] * x[0]
        return state["h"]
    return state["h"]


# --------------------------------- bound behind a return, which stands on another path


class Held:
    def __init__(self, at):
        self.at = at


@case("float64[4]", values={"x": apart}, draws=4)
def structures_that_are_bound_behind_a_return(x):
    if x[0] > 0:
        if x[1] > 0:
            return x * x[2]
        table = {"a": x[0], "b": [x[1], 2.0]}
        held, word, scaled = Held(x[3]), "one", lambda v: v * x[0]
    else:
        table = {"a": x[1], "b": [x[0], 3.0]}
        held, word, scaled = Held(x[2]), "two", lambda v: v + x[1]
    table["a"] *= 2
    held.at = held.at * table["b"][0]
    return scaled(x) * table["a"] * held.at * (x[3] if word == "one" else table["b"][1])


@case("float64[4]", values={"x": apart}, draws=4)
def structures_of_an_iteration_behind_a_return(x):
    k = 0
    while k < 3:
        if x[k] > 0:
            if x[k] > 2:
                return x**3
            pair = (x[k], {"z": x * 2})
        else:
            pair = (x[0], {"z": x})
        x = x * 0.9 + pair[1]["z"] * pair[0] * 0.1
        k += 1
    return x


@case("float64[4]", values={"x": apart}, draws=4)
def behind_a_return_in_a_try(x):
    try:
        if x[0] > 0:
            if x[1] > 0:
                return x * x[2]
            items = [x[0], x[1]]
        else:
            items = [x[1], x[2]]
        total = items[0] * items[1]
    finally:
        y = x * 2
    return total * y + items[0]


@case("float64[4]", values={"x": apart}, draws=4)
def lists_of_run_time_behind_a_return(x):
    k = int(x[3] > 0)
    if x[0] > 0:
        if x[1] > 0:
            return x * x[2]
        items, rows = [x[1], 2.0], [x * x[0], x * 2]
    else:
        items, rows = [x[0], 3.0], [x, x[0] * x]
    rows[k] = rows[1 - k] * 2
    return rows[k] * (x[3] if x[2] > 0 else items[k])


@case("float64[4]", values={"x": apart}, draws=4)
def pairs_of_run_time_behind_a_return(x):
    k = int(x[3] > 0)
    if x[0] > 0:
        if x[1] > 0:
            return x * x[2]
        table = {"a": x[0], "b": [(x[0], x), (x[1], x * 2)]}
    else:
        table = {"a": x[1], "b": [(x[2], x), (x[1], x * x[3])]}
    v, w = table["b"][k]
    return w * v * table["a"]


@case("float64[4]", values={"x": apart}, draws=4)
def structures_behind_a_continue(x):
    total = 0.0
    for k in range(20):
        v = x[k % 4]
        if v > 0:
            if v > 0.5:
                continue
            name, table = "up", {"a": v, "b": [x[0], v]}
        elif v < -0.5:
            continue
        else:
            name, table = "down", {"a": -v, "b": [x[1], v]}
        table["a"] *= 2
        total += table["a"] * table["b"][k % 2] * (1 if name == "up" else v)
    return total


@case("float64[4]", values={"x": apart}, draws=4)
def structures_before_a_break(x):
    total = 0.0
    for v in x:
        if v > 0:
            if v > 0.5:
                break
            items = [v * x[0], v * 2]
        else:
            items = [x[0], v, v]
        items.append(v)
        for k in range(len(items)):
            total += items[k] * (3 + k)
    return total
