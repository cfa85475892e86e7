"""What ``send`` hands to a generator, and ``del`` of an attribute."""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

import srcad

X = np.array([0.7, -1.2, 2.0])


def means():
    count, total, mean = 0, 0.0, None
    while True:
        value = yield mean
        count += 1
        total = total + value
        mean = total / count


def sends(x):
    running = means()
    next(running)
    running.send(x[0])
    return running.send(x[1]) ** 2


def sends_in_a_loop(x):
    running = means()
    running.send(None)
    total = 0.0
    for value in x:
        total = total + running.send(value) ** 2
    return total


def sends_and_asks(x):
    def doubled():
        given = 1.0
        while True:
            received = yield given * 2
            given = x[0] if received is None else received

    pairs = doubled()
    return next(pairs) * pairs.send(x[1]) * next(pairs) * pairs.send(x[2])


def what_is_sent_may_be_left(x):
    def once():
        yield x[0]
        yield x[1]

    items = once()
    return next(items) * items.send(x[2]) + x[2]


def sends_into_an_expression(x):
    def averages():
        total, count = 0.0, 0
        while True:
            count += 1
            total += (yield total / count) ** 2

    running = averages()
    next(running)
    return running.send(x[0]) * running.send(x[1]) + running.send(x[2])


def sends_into_calls(x):
    found = []

    def asks():
        found.append((yield x[0]) * 2)
        found.append(np.sin((yield x[1])) + np.cos((yield x[2])))
        yield sum(found)

    asked = asks()
    first = next(asked)
    second = asked.send(first * first)
    return asked.send(asked.send(second * x[0]) ** 2)


def sends_into_tests(x):
    def asks():
        if (yield x[0]) is None:
            yield x[1]
        elif (yield x[2]) > 0:
            yield x[0] * x[2]

    one, two = asks(), asks()
    asked = next(one) * next(one) + next(two)
    two.send(1.0)
    return asked * two.send(2.0)


def a_target_is_read_before_what_is_sent(x):
    def asks():
        total = x[0]

        def change():
            nonlocal total
            total = total * 100

        total += yield change
        yield total

    asked = asks()
    change = next(asked)
    change()
    return asked.send(x[1] * x[2])


def an_attribute_is_read_before_what_is_sent(x):
    holder = Holder()
    holder.total = x[0]

    def asks():
        holder.total += yield
        yield holder.total

    asked = asks()
    next(asked)
    holder.total = 100.0
    return asked.send(x[1] * x[2])


def sends_through(x):
    def inner():
        total = 0.0
        for _ in range(2):
            total = total + (yield total) * x[2]
        return total

    def outer():
        yield (yield from inner()) * (yield from inner())

    items = outer()
    next(items)
    for k in range(3):
        items.send(x[k])
    return items.send(x[0])


def sends_through_two(x):
    def mean():
        total, count = 0.0, 0
        while (item := (yield)) is not None:
            total, count = total + item, count + 1
        return total / count

    def means(found):
        while True:
            found.append((yield from mean()))

    def through(found):
        yield from means(found)

    found = []
    items = through(found)
    next(items)
    for k in range(3):
        items.send(x[k])
    items.send(None)
    items.send(x[0] * x[1])
    items.send(None)
    return found[0] * found[1]


class Holder:
    pass


class Private:
    def __init__(self, x):
        self.__x = x

    def run(self):
        total = (self.__x * self.__x).sum()
        del self.__x
        return total if not hasattr(self, "_Private__x") else total * 100


def deletes(x):
    holder = Holder()
    holder.twice, holder.x = x * 2, x
    total = (holder.twice * x).sum()
    del holder.twice
    return total if not hasattr(holder, "twice") else total * 100


def deletes_in_each_iteration(x):
    total = 0.0
    for value in x:
        holder = Holder()
        holder.square = value * value
        holder.kept = holder.square * 2
        del holder.square
        total = total + holder.kept
    return total


def deletes_a_private_one(x):
    return Private(x).run()


def deletes_of_a_namespace(x):
    space = SimpleNamespace(a=x, b=x * x)
    total = space.b.sum()
    del space.b
    return total * len(vars(space))


FUNCTIONS = (
    *(sends, sends_in_a_loop, sends_and_asks, what_is_sent_may_be_left),
    *(sends_into_an_expression, sends_into_calls, sends_into_tests),
    *(a_target_is_read_before_what_is_sent, an_attribute_is_read_before_what_is_sent),
    *(sends_through, sends_through_two),
    *(deletes, deletes_in_each_iteration, deletes_a_private_one),
    deletes_of_a_namespace,
)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_gradient(function):
    value, slope = srcad.value_and_grad(function)(X)
    np.testing.assert_allclose(value, function(X), rtol=1e-14)
    step = 1e-6
    ends = [
        (function(X + step * one) - function(X - step * one)) / (2 * step)
        for one in np.eye(3)
    ]
    np.testing.assert_allclose(slope, ends, rtol=1e-7, atol=1e-8)


def starts_with_a_value(x):
    return means().send(x[0])


def sends_to_the_end(x):
    def once():
        yield x[0]

    items = once()
    next(items)
    items.send(x[1])
    return x.sum()


def sends_through_a_list(x):
    def items():
        yield from [x[0], x[1]]

    given = items()
    return next(given) * given.send(x[1])


def sends_at_run_time(x):
    running = means()
    next(running)
    first = running.send(x[0]) if x[0] > 0 else running.send(x[1])
    return first + running.send(x[2])


def deletes_at_run_time(x):
    holder = Holder()
    holder.x = x
    if x[0] > 0:
        del holder.x
    return x.sum()


def reads_what_was_deleted(x):
    holder = Holder()
    holder.x = x
    del holder.x
    return holder.x


OUTSIDE = Holder()
OUTSIDE.x = 1.0


def deletes_outside(x):
    del OUTSIDE.x
    return x


@dataclass(frozen=True)
class Frozen:
    x: object


def deletes_of_a_frozen_one(x):
    frozen = Frozen(x)
    del frozen.x
    return x


REFUSED = {
    starts_with_a_value: "SRC021.*just-started",
    sends_to_the_end: "SRC021.*StopIteration",
    sends_through_a_list: "SRC021.*no generator",
    sends_at_run_time: "SRC013.*read again",
    deletes_at_run_time: "SRC013.*loses an attribute",
    reads_what_was_deleted: "SRC021.*no attribute 'x'",
    deletes_outside: "this deletes the attribute of a Holder",
    deletes_of_a_frozen_one: "SRC012.*says itself",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda one: one.__name__)
def test_refused(function):
    with pytest.raises(srcad.CompileError, match=REFUSED[function]):
        srcad.grad(function)(X)
    assert OUTSIDE.x == 1.0
