"""A loop in a ``try``: the handler finds what the iterations before have left."""

import numpy as np

from tests.srcad.compiler.cases.case import case, small


class TooSmall(Exception):
    pass


class TooBig(Exception):
    pass


@case("float64[n]", draws=2)
def index_out_of_range(x):
    total, count = 0.0, 0
    try:
        for i in range(10):
            total = total + x[i] ** 2
            count = count + 1
    except IndexError:
        total = total * 2
    return total * count


@case("float64[n]", draws=4)
def read_in_the_handler(x):
    total, found = 0.0, 1.0
    try:
        for v in x:
            if v > 0.5:
                raise ValueError("big")
            total = total + v * v
    except ValueError:
        found = total * v
    return found


@case("float64[n]", draws=4)
def read_after_it_alone(x):
    total = 1.0
    try:
        for v in x:
            total = total * 1.5
            if v > 0.5:
                raise ValueError("big")
            total = total + v * v
    except ValueError:
        pass
    return total


@case("float64[n]", draws=4)
def without_an_end(x):
    total, i = 0.0, 0
    try:
        while True:
            if x[i] > 0.5 or i + 1 == x.shape[0]:
                raise ValueError("big")
            total = total + x[i] ** 2
            i = i + 1
    except ValueError:
        total = total * 2 + i
    return total


@case("float64[n]", draws=4)
def written_in_place(x):
    y = np.zeros(x.shape[0])
    kept = {"sum": 0.0}
    try:
        for i, v in enumerate(x):
            if v > 0.5:
                raise ValueError("big")
            y[i] = v * v
            kept["sum"] = kept["sum"] + v
    except ValueError:
        y = y * kept["sum"]
    return y.sum()


@case("float64[n]", draws=4)
def appended(x):
    items = []
    try:
        for v in x:
            items.append(v * v)
            if v > 0.5:
                raise ValueError("big")
    except ValueError:
        items.append(x[0])
    return sum(items)


@case("float64[n]", draws=6)
def several_handlers(x):
    total = 0.0
    try:
        for v in x:
            if v < -0.5:
                raise TooSmall
            if v > 0.5:
                raise TooBig
            total = total + v * v
    except TooSmall:
        total = total * 2
    except TooBig:
        total = total * 3
    else:
        total = total * 5
    return total


@case("float64[n]", draws=6)
def left_otherwise(x):
    total = 1.0
    try:
        for v in x:
            if v < -0.9:
                return total * 9
            if v < -0.5:
                break
            if v < 0.1:
                continue
            if v > 0.6:
                raise ValueError("big")
            total = total + v * v
    except ValueError:
        total = total * 2
    return total


@case("float64[n]", draws=4)
def with_an_else(x):
    total = 0.0
    try:
        for v in x:
            if v > 0.5:
                raise ValueError("big")
            total = total + v * v
        else:
            total = total * 7
    except ValueError:
        total = total * 2
    return total


@case("float64[n]", draws=6)
def ends_a_loop_around(x):
    total = 0.0
    for k in range(3):
        try:
            for v in x:
                if v * k > 0.7:
                    raise ValueError("big")
                total = total + v * v
        except ValueError:
            break
    return total


@case("float64[n]", draws=4)
def more_behind_the_loop(x):
    total, caught = 0.0, 3.0
    try:
        for v in x:
            if v > 0.5:
                raise ValueError("big")
            total = total + v * v
        if total > 0.2:
            raise ValueError("sum")
        total = total * 3
    except ValueError:
        total = total * caught
    else:
        total = total * 5
    finally:
        total = total + x[0]
    return total


@case("float64[n]", draws=4)
def in_a_loop_in_a_loop(x):
    total = 0.0
    try:
        for v in x:
            for w in x:
                if v * w > 0.4:
                    raise ValueError("big")
                total = total + v * w
    except ValueError:
        total = total * 2
    return total


@case("float64[n]", draws=4)
def no_factor(x):
    total = 0.0
    try:
        for v in x:
            factor = np.linalg.cholesky(np.array([[1.0, v], [v, 1.2]]))
            total = total + factor.sum()
    except np.linalg.LinAlgError:
        total = total * x[0]
    return total


class Held:
    pass


@case("float64[n]", draws=4)
def held_by_an_object(x):
    held = Held()
    held.total = 0.0
    try:
        for v in x:
            if v > 0.5:
                raise ValueError("big")
            held.total = held.total + v * v
    except ValueError:
        held.total = held.total * 2
    return held.total


# ------------------------------------------ what is surely raised, where it is come to


def _checked(x, k):
    if k > 0:
        raise ValueError("bad %d" % k)
    return x


def _refusing(x):
    if x[0] > 0:
        raise ValueError("positive")
    raise KeyError("negative")


@case("float64[3]", values={"x": small})
def what_a_function_surely_raises_behind_a_return(x):
    if x.sum() > 3:
        return x * 3
    try:
        x = x + _checked(x, 1)
        if x.sum() > 9:
            return x
    except ValueError as e:
        x = x * len(str(e))
    return x


@case("float64[3]", draws=3)
def what_a_function_surely_raises_in_the_second_iteration(x):
    for k in range(2):
        try:
            x = x + _checked(x, k)
            if x.sum() > 9:
                return x
        except ValueError as e:
            x = x * len(str(e))
    return x


@case("float64[3]", draws=3)
def what_a_function_raises_on_each_path(x):
    for _ in range(2):
        try:
            x = x + _refusing(x)
            if x.sum() > 0.5:
                break
        except ValueError as e:
            x = x * len(str(e))
        except KeyError:
            x = x - 2
    return x


@case("float64", draws=6)
def a_loop_that_ends_by_leaving(s):
    try:
        while True:
            s = s * 1.5 + 0.1
            for _ in range(2):
                if s > 9:
                    break
            if s > 3:
                return s
            if s < -1:
                raise TooSmall("fell")
    except TooSmall:
        return 2 * s


@case("float64", draws=6)
def a_loop_that_ends_by_a_break(s):
    try:
        while True:
            s = s * 1.5 + 0.1
            if s > 3:
                return s
            if s < -1:
                raise TooSmall("fell")
            for _ in range(2):
                s = s * 1.1
            else:
                if s > 2:
                    break
    except TooSmall:
        return 2 * s
    return 3 * s
