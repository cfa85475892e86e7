"""Exceptions that hold run-time values, and generators that something is raised in."""

import contextlib

from tests.srcad.compiler.cases.case import case


class Stop(Exception):
    def __init__(self, value):
        self.value = value


class Told(ValueError):
    def __init__(self, text, value):
        super().__init__(text)
        self.value = value


class Plain(Exception):
    pass


@case("float64[3]")
def an_attribute_of_what_is_raised(x):
    try:
        raise Stop(x[0] * x[1])
    except Stop as stop:
        kept = stop
    return kept.value * x[2]


@case("float64[3]")
def arguments_of_what_is_raised(x):
    try:
        raise Plain(x[0] * 2.0, x[1])
    except Plain as plain:
        a, b = plain.args
    try:
        raise ValueError("no", x[2])
    except ValueError as error:
        return a * b * error.args[1]


@case("float64[3]")
def told_to_the_base(x):
    try:
        raise Told("no", x[0] * x[1])
    except ValueError as told:
        return told.value * len(told.args) * x[2]


@case("float64[3]")
def handed_on(x):
    error = Stop(x[0] ** 2)
    try:
        try:
            raise error
        except Stop as stop:
            raise Plain(stop.value * x[1], stop is error) from stop
    except Plain as plain:
        return plain.args[0] * x[2] * plain.args[1]


class Keeping:
    def __init__(self, kept):
        self.kept = kept

    def __enter__(self):
        return self.kept

    def __exit__(self, kind, raised, trace):
        if kind is not None and issubclass(kind, Stop):
            self.kept.append(raised.value)
            return True
        return False


@case("float64[3]")
def read_on_leaving(x):
    with Keeping([x[1]]) as kept:
        raise Stop(x[0] ** 2)
    return kept[0] * kept[1]


@contextlib.contextmanager
def noting(kept):
    try:
        yield 3.0
    except Stop as stop:
        kept.append(stop.value)
    finally:
        kept.append(2.0)


@case("float64[3]")
def handled_in_a_generator(x):
    kept = []
    with noting(kept) as factor:
        raise Stop(x[1] * x[0] * factor)
    with noting(kept):
        kept.append(x[2])
    return kept[0] * sum(kept[1:])


@contextlib.contextmanager
def as_a_value_error():
    try:
        yield
    except KeyError as error:
        raise ValueError("no key") from error


@case("float64[3]")
def raised_by_a_generator_otherwise(x):
    total = x[0]
    try:
        with as_a_value_error():
            {}["a"]
    except ValueError:
        total = total * x[1]
    try:
        with as_a_value_error():
            raise IndexError
    except IndexError:
        total = total * x[2]
    return total


def counting(kept):
    total = 0.0
    try:
        while True:
            try:
                item = yield total
                total = total + item
            except ValueError:
                total = total * 2.0
    finally:
        kept.append(total)


@case("float64[3]")
def thrown_into_a_generator(x):
    kept = []
    counter = counting(kept)
    next(counter)
    counter.send(x[0])
    total = counter.throw(ValueError("double")) * counter.send(x[1])
    counter.close()
    return total * sum(kept) * x[2]


def with_a_result(x):
    yield x[0]
    return x[1] ** 2


@case("float64[3]")
def the_result_of_a_generator(x):
    generator = with_a_result(x)
    total = next(generator)
    try:
        next(generator)
    except StopIteration as stopped:
        total = total * stopped.value
    return total


def dropping(x):
    try:
        raise ValueError
    finally:
        return x[1] ** 2  # noqa: B012


def overriding(x):
    try:
        return x[0]
    finally:
        return x[2] ** 2  # noqa: B012


@case("float64[3]")
def a_finally_that_leaves(x):
    total = 0.0
    for k in (0, 1, 2):
        try:
            total = total + x[k]
            continue
        finally:
            total = total * 2.0
            if k == 1:
                break  # noqa: B012
    return total * dropping(x) * overriding(x)


@case("float64[3]")
def a_callback_that_raises(x):
    kept = []

    def leave(item):
        kept.append(item)
        raise KeyError

    y = x[2]
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(leave, x[0])
            y = x[1] ** 2
    except KeyError:
        y = y * kept[0]
    return y


class Full(Exception):
    def __init__(self, value, factor=2.0):
        super().__init__(value, factor)
        self.value = value

    @property
    def twice(self):
        return self.value * 2.0


@case("float64[n]", draws=3)
def raised_in_each_iteration(x):
    total = 0.0
    for v in x:
        try:
            raise Full(v * v, factor=v)
        except Full as full:
            total = total + full.twice * full.args[1]
    if x[0] > 0.0:
        try:
            raise Stop(total**2)
        except Stop as stop:
            total = stop.value
    return total * x[0]


def inner(x):
    try:
        yield x[0]
    except ValueError:
        yield x[1] ** 2


def outer(x):
    yield from inner(x)


@case("float64[3]")
def thrown_to_an_inner_generator(x):
    generator = outer(x)
    return next(generator) * generator.throw(ValueError) * x[2]
