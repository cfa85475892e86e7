"""Guards as JSON, and in words: what is held, what has changed, what holds here alone."""

import json
import math

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.guards import (
    Guard,
    Question,
    answer_to,
    guard_as_json,
    guard_from_json,
    path_detail,
)
from srcad.compiler.reading.paths import ROOT, Resolver
from srcad.compiler.reading.words import changed, described, here_alone

AT = ROOT.then("attribute", "held")
OTHER = ROOT.then("attribute", "other")


class Root:
    pass


class Thing:
    pass


def made():
    class Local:
        pass

    return Local


def first(x):
    return x


def second(x):
    return x * 2


def parameter(array):
    return Parameter(Tensor(np.asarray(array, np.float32)), name="p")


def guarded(item, ask, detail=None, other=None):
    root = Root()
    root.held, root.other = item, other
    door = Door(root)
    question = Question(AT, ask, detail)
    door.note(question.path, ask, item, detail)
    return root, door.guards[question]


CHANGES = [
    ("literal", 0.1, 0.5, "self.held is 0.1", "self.held was 0.1, is 0.5"),
    ("literal", 1, True, "self.held is 1", "self.held was 1, is True"),
    ("literal", 1, 1.0, "self.held is 1", "self.held was 1, is 1.0"),
    ("literal", 0.0, -0.0, "self.held is 0.0", "self.held was 0.0, is -0.0"),
    ("literal", None, "a", "self.held is None", "self.held was None, is 'a'"),
    (
        *("literal", np.float32(0.5), np.float64(0.5)),
        *("self.held is numpy.float32(0.5)",),
        "self.held was numpy.float32(0.5), is numpy.float64(0.5)",
    ),
    (
        *("type", 1, 1.0, "the class of self.held is int"),
        "the class of self.held was int, is float",
    ),
    ("named", len, max, "self.held is len", "self.held was len, is max"),
    (
        *("length", [1], [1, 2], "the length of self.held is 1"),
        "the length of self.held was 1, is 2",
    ),
    (
        *("sequence", [1], (1,), "self.held is list of 1"),
        "self.held was list of 1, is tuple of 1",
    ),
    (
        *("mapping", {"a": 1}, {"b": 1}, "the keys of self.held are str 'a'"),
        "the keys of self.held were str 'a', are str 'b'",
    ),
    (
        *("content", np.ones(3), np.zeros(3), "the content of self.held"),
        "the content of self.held is another one",
    ),
    (
        *("code", first, second, "the source of self.held"),
        "the source of self.held is another one",
    ),
    (
        *("array", np.ones(2), np.ones(2, "f4")),
        "self.held is numpy:ndarray float64 of rank 1",
        "self.held was numpy:ndarray float64 of rank 1, "
        "is numpy:ndarray float32 of rank 1",
    ),
    (
        *("parameter", parameter([1]), parameter([1, 2])),
        "self.held is srcad.parameter:Parameter float32 [1] trainable",
        "self.held was srcad.parameter:Parameter float32 [1] trainable, "
        "is srcad.parameter:Parameter float32 [2] trainable",
    ),
]


@pytest.mark.parametrize(
    ("ask", "before", "after", "holds", "fails"), CHANGES, ids=[c[-1] for c in CHANGES]
)
def test_a_guard_in_words(ask, before, after, holds, fails):
    root, guard = guarded(before, ask)
    assert changed(guard, Resolver(root)) is None
    assert described(guard.question, guard.answer) == holds
    root.held = after
    assert changed(guard, Resolver(root)) == fails
    del root.held
    assert changed(guard, Resolver(root)) == "self.held is gone"


def test_nan_is_nan():
    root, guard = guarded(math.nan, "literal")
    root.held = float("nan")
    assert changed(guard, Resolver(root)) is None


def test_absent_names_in_words():
    root, guard = guarded(Thing(), "lacks", ("a", "b"))
    assert described(guard.question, guard.answer) == "self.held has no a, b"
    root.held.b = 3
    text = changed(guard, Resolver(root))
    assert text == "self.held has b, which was not there"


def test_a_key_in_words():
    root, guard = guarded({"a": 1}, "contains", "'a'")
    assert described(guard.question, guard.answer) == "'a' is in self.held"
    del root.held["a"]
    assert changed(guard, Resolver(root)) == "'a' is no longer in self.held"


def test_one_object_in_words():
    thing = Thing()
    root, guard = guarded(thing, "same", path_detail(OTHER), other=thing)
    assert described(guard.question, guard.answer) == "self.held is self.other"
    root.other = Thing()
    assert changed(guard, Resolver(root)) == "self.held is no longer self.other"


@pytest.mark.parametrize("one", [False, True])
def test_several_objects_in_words(one):
    thing = Thing()
    detail = (path_detail(AT), path_detail(OTHER))
    root, guard = guarded(thing, "identities", detail, other=thing if one else Thing())
    root.other = Thing() if one else thing
    verb = "are no longer" if one else "are now"
    text = changed(guard, Resolver(root))
    assert text == f"self.held and self.other {verb} one object"


def test_shared_storage_in_words():
    array = np.ones(4)
    detail = (path_detail(AT), path_detail(OTHER))
    root, guard = guarded(array, "overlaps", detail, other=array[1:])
    root.other = np.ones(3)
    text = changed(guard, Resolver(root))
    assert text == "self.held and self.other no longer share their storage"


def test_sizes_in_words():
    detail = (("x", ("n", "3")), ("y", ("n",)))
    question = Question(ROOT, "fits", detail)
    fit, misfit = ({"x0": 2, "x1": 3, "y0": size} for size in (2, 4))
    assert answer_to(question, Resolver(Root(), sizes=fit)) == "True"
    guard = Guard(question, "True", None)
    text = changed(guard, Resolver(Root(), sizes=misfit))
    assert text == "the sizes of y are [4], not [n]"
    assert described(question, "True") == "the sizes of x [n, 3], y [n]"


def test_the_first_thing_that_is_gone_is_named():
    root = Root()
    root.held = Thing()
    root.held.inner = Thing()
    root.held.inner.value = 3
    path = AT.then("attribute", "inner").then("attribute", "value")
    guard = Guard(Question(path, "literal"), "int 3", 3)
    assert changed(guard, Resolver(root)) is None
    del root.held.inner
    assert changed(guard, Resolver(root)) == "self.held.inner is gone"


@pytest.mark.parametrize(
    ("item", "ask", "reason"),
    [
        (made()(), "type", "self.held is of the class {0}, which has no name"),
        (made(), "named", "self.held is {0}, which has no name"),
        (made(), "classes", "self.held derives from a class that has no name"),
        (object(), "content", "self.held holds what only its identity tells"),
    ],
)
def test_guards_that_hold_in_this_process_alone(item, ask, reason):
    _, guard = guarded(item, ask)
    name = f"{made.__module__}:made.<locals>.Local"
    assert not guard.is_portable
    assert here_alone(guard).startswith(reason.format(name))


def test_every_guard_of_a_module_can_be_asked_by_another_process(compilations):
    class_of_cell = nn.Dense(2, 2)
    table = {"a": [1.0, (2.0, None)]}

    def function(x):
        return class_of_cell(x) * table["a"][0] + len(table)

    srcad.grad(function)(Tensor(np.ones((1, 2), np.float32)))
    (module,) = compilations.modules()
    resolve = Resolver(function, sizes={"x0": 1, "x1": 2})
    for guard in module.guards:
        parts = json.loads(json.dumps(guard_as_json(guard)))
        again = guard_from_json(parts)
        assert parts[0] in str(guard.question.path)
        assert again.question == guard.question
        if guard.question.path.step != "argument":
            assert answer_to(again.question, resolve) == guard.answer


def test_what_is_no_guard():
    with pytest.raises(ValueError, match="no question"):
        guard_from_json(["x", "nothing", "", [[["function", "None"]], "nothing", None]])
