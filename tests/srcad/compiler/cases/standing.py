"""What paths have read from one list, or put there, and is changed by its own name."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def a_dict_that_is_sought_or_made(x):
    groups = {}
    for v in x:
        key = int(v > 0)
        group = groups.get(key)
        if group is None:
            groups[key] = group = {"sum": 0.0, "count": 0}
        group["sum"] += v * 2.0
        group["count"] += 1
    return sum(g["sum"] ** 2 / g["count"] for g in groups.values())


@case("float64[n]")
def a_list_that_is_sought_or_made(x):
    groups = {}
    for v in x:
        key = int(v > 0)
        group = groups.get(key)
        if group is None:
            group = []
            groups[key] = group
        group.append(v * v)
    return sum(sum(g) * len(g) for g in groups.values())


class Total:
    def __init__(self):
        self.sum = 0.0
        self.count = 0

    def add(self, v):
        self.sum += v
        self.count += 1


@case("float64[n]")
def an_object_that_is_sought_or_made(x):
    totals = {}
    for v in x:
        key = int(v > 0)
        total = totals.get(key)
        if total is None:
            total = Total()
            totals[key] = total
        total.add(v * v)
    return sum(t.sum / t.count for t in totals.values())


@case("float64[n]")
def a_list_that_is_read_or_made(x):
    groups = {}
    for v in x:
        key = int(v > 0)
        if key not in groups:
            group = []
            groups[key] = group
        else:
            group = groups[key]
        group.append(v)
    return sum(sum(g) * len(g) for g in groups.values())


@case("float64[4]")
def one_of_two_dicts_in_a_list(x):
    rows = [{"a": v, "b": 1.0} for v in x if v > -3.0]
    row = rows[0] if x[0] > 0 else rows[1]
    other = rows[1] if x[1] > 0 else rows[2]
    row["a"] *= 3.0
    other["a"] += row["a"]
    row["b"] = other["a"]
    return sum(r["a"] * r["b"] for r in rows) + row["a"]


@case("float64[4]")
def one_of_two_lists_in_a_list(x):
    rows = [[v, 1.0] for v in x if v > -3.0]
    row = rows[0] if x[0] > 0 else rows[1]
    row[0] *= 3.0
    row.append(x[2])
    return sum(sum(r) * len(r) for r in rows)


@case("float64[4]")
def one_of_two_arrays_in_a_list(x):
    rows = [np.array([v, 1.0]) for v in x if v > -3.0]
    row = rows[0] if x[0] > 0 else rows[1]
    row[0] *= 3.0
    return sum(r[0] * r[1] for r in rows)


@case("float64[4]")
def one_of_a_list_or_nothing(x):
    rows = [{"a": v, "b": 1.0} for v in x if v > -3.0]
    row = rows[0] if x[0] > 0 else None
    if row is not None:
        row["a"] *= 3.0
    return sum(r["a"] * r["b"] for r in rows)


@case("float64[4]")
def a_list_or_nothing_after_the_others_have_moved(x):
    rows = [[v] for v in x if v > -3.0]
    row = rows[1] if x[0] > 0 else None
    rows.append([x[1]])
    if row is not None:
        row.append(x[2])
    return sum(sum(r) * len(r) for r in rows)


@case("float64[n]")
def a_list_that_is_put_in_and_filled(x):
    rows = []
    for v in x:
        if v > -3.0:
            row = []
            also = row
            rows.append(row)
            row.append(v)
            also.append(v * 2.0)
    return sum(r[0] * r[1] for r in rows)


@case("float64[n]")
def a_list_that_is_changed_when_it_is_in_another(x):
    rows = []
    for v in x:
        row = [v]
        rows.append(row)
        row.append(v * v)
    return sum(rows[0]) * x


@case("float64[n]")
def a_dict_with_a_list_that_is_read_or_made(x):
    groups = {}
    for v in x:
        key = int(v > 0)
        if key not in groups:
            group = {"all": [], "sum": 0.0}
            groups[key] = group
        else:
            group = groups[key]
        group["all"].append(v)
        group["sum"] += v
    return sum(sum(g["all"]) * len(g["all"]) * g["sum"] for g in groups.values())


@case("float64[n]")
def a_dict_that_is_put_empty_and_filled(x):
    groups = {}
    for v in x:
        key = int(v > 0)
        if key not in groups:
            group = {}
            groups[key] = group
            group["sum"] = v
        else:
            groups[key]["sum"] += v * 3.0
    return sum(g["sum"] ** 2 for g in groups.values())


def first_of(x):
    rows = [{"a": v, "b": 1.0} for v in x if v > -3.0]
    return rows[0]


@case("float64[4]")
def a_dict_of_a_list_of_one_path_alone(x):
    row = first_of(x) if x[0] > 0 else None
    if row is not None:
        row["a"] *= 3.0
        return row["a"] * row["b"]
    return x[1]


def sought(groups, key):
    group = groups.get(key)
    if group is None:
        group = groups[key] = {"sum": 0.0}
    return group


@case("float64[n]")
def two_that_are_sought_and_may_be_one(x):
    groups = {}
    for v in x:
        one, other = sought(groups, int(v > 0)), sought(groups, int(v > 1.0))
        one["sum"] += v
        other["sum"] *= 2.0
        one["sum"] += other["sum"]
    return sum(g["sum"] * (key + 1) for key, g in groups.items())


@case("float64[4]")
def a_dict_that_a_search_finds(x):
    rows = [{"v": v} for v in x]
    r = next((r for r in rows if r["v"] > 0), None)
    if r is not None:
        r["v"] *= 2.0
    return sum(r["v"] for r in rows)


@case("float64[4]")
def a_dict_that_a_search_finds_and_all_are_changed(x):
    rows = [{"v": v} for v in x]
    r = next((r for r in rows if r["v"] > 0), None)
    for q in rows:
        q["v"] *= 3.0
    return x[0] if r is None else r["v"]


@case("float64[4]")
def a_dict_at_a_place_that_a_search_finds(x):
    rows = [{"a": v} for v in x]

    def top():
        for i in range(3):
            if x[i] > 0:
                return rows[i]
        return None

    r = top()
    if r is not None:
        r["a"] *= 3.0
    return sum(r["a"] for r in rows)


@case("float64[4]")
def a_dict_that_a_search_finds_or_raises(x):
    rows = [{"v": v} for v in x if v > -3]

    def find():
        for r in rows:
            if r["v"] > 0:
                return r
        raise ValueError

    try:
        r = find()
    except ValueError:
        return x[0]
    return r["v"] * 2


@case("float64[4]")
def tuples_that_are_made_where_nothing_was_returned(x):
    if x[0] > 1.0:
        return x[1]
    rows = [(v, v * v) for v in x if v > -5.0]
    return min(rows, key=lambda pair: pair[0])[1]
