"""The function that asks all guards says what the slow answers say, of every guard."""

import abc
import collections
import copy
import functools
import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import srcad
from srcad import Parameter, Tensor, nn
from srcad.compiler.reading.checks import check_of
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.guards import ASKED, Question, answer_to, path_detail
from srcad.compiler.reading.paths import ROOT, Path, Resolver
from tests.srcad.compiler.reading.test_literals import DIFFERENT


class Root:
    pass


class Thing:
    by = 2.0


class Derived(Thing):
    pass


class Items(list):
    def __len__(self):
        raise AssertionError("code of the user's ran")


def first(x):
    return x * 2


def second(x):
    return x * 3


def parameter(array, **flags):
    return Parameter(Tensor(array), name="p", **flags)


def hooked(cell):
    cell.register_forward_hook(lambda cell, args, out: out)
    return cell


def hooked_parameter():
    found = parameter(np.ones(2, np.float32))
    found.register_hook(lambda gradient: gradient)
    return found


def attributed():
    found = Thing()
    found.by = 3.0
    return found


POOL = [
    *DIFFERENT,
    *([], [1], [1, 2], (), (1,), (1, 2), Items([1]), collections.OrderedDict(a=1)),
    *({}, {"a": 1}, {"b": 1}, {"a": 2}, {1: 1}, {True: 1}, {"a": 1, "b": 2}),
    *({"b": 2, "a": 1}, {(1, 2): 3}, {1.0: 1}, {None: 1}, {"1": 1}),
    *({1}, {2}, frozenset({1}), collections.deque([1])),
    *(np.ones(2), np.zeros(2), np.ones(2, "f4"), np.ones((2, 1)), np.ones(())),
    *(Tensor([1.0, 1.0]), Tensor([1.0]), Tensor([[1.0]]), Tensor([1])),
    *(parameter(np.ones(2, np.float32)), parameter(np.zeros(2, np.float32))),
    *(parameter(np.ones(3, np.float32)), parameter(np.ones(2, np.float64))),
    *(parameter(np.ones(2, np.float32), requires_grad=False), hooked_parameter()),
    *(
        Thing(),
        Derived(),
        attributed(),
        Thing,
        Derived,
        Items,
        first,
        second,
        len,
        max,
        np,
    ),
    *(math, nn.Dense(1, 1), nn.ReLU(), hooked(nn.ReLU()), functools.partial(first)),
]
# Asked of what is at one path, without a detail.
ALONE = [
    *("literal", "type", "named", "sequence", "mapping", "length", "code", "classes"),
    *("content", "array", "parameter", "hooks", "rule", "names", "members"),
    "says",
]
AT = ROOT.then("attribute", "held")


def guard_on(root, question):
    door = Door(root)
    door.note(question.path, question.ask, root.held, question.detail)
    return door.guards[question]


def is_askable(item, ask):
    """Whether the door would ask this."""
    match ask:
        case "literal":
            return any(item is one for one in DIFFERENT)
        case "sequence":
            return isinstance(item, list | tuple | set | frozenset | collections.deque)
        case "mapping":
            return isinstance(item, dict)
        case "length":
            return type(item) in (list, tuple, dict)
        case "named":
            return isinstance(item, type) or callable(item)
        case "classes" | "members" | "says":
            return isinstance(item, type)
        case "array":
            return isinstance(item, np.ndarray) or type(item) is Tensor
        case "parameter":
            return isinstance(item, Parameter)
        case "hooks":
            return isinstance(item, nn.Cell)
    return True


def agrees(root, guard, change):
    """Whether the check and the answer say the same of the root after a change."""
    check = check_of([guard], [])
    assert check(root, {}) == ()
    change()
    holds = answer_to(guard.question, Resolver(root)) == guard.answer
    return (check(root, {}) is not None) is holds


@pytest.mark.parametrize("ask", ALONE)
def test_for_every_two_objects(ask):
    root, asked = Root(), 0
    for item in POOL:
        if not is_askable(item, ask):
            continue
        root.held = item
        guard = guard_on(root, Question(AT, ask))
        if guard.answer == "gone":
            continue
        asked += 1
        check = check_of([guard], [])
        for other in POOL:
            if ask in ("hooks", "length") and type(other) is not type(item):
                continue  # the class is asked for before
            root.held = other
            now = answer_to(guard.question, Resolver(root))
            fits = check(root, {}) is not None
            assert fits is (now == guard.answer), (item, other, guard.answer, now)
        del root.held
        assert check(root, {}) is None
        root.held = item
        assert check(root, {}) == ()
    assert asked >= 2


def test_every_question_is_tested():
    others = {"same", "lacks", "contains", "identities", "overlaps", "fits", "alike"}
    others |= {"instance", "subclass", "environment", "rules", "unset", "importable"}
    others |= {"built in"}
    assert {*ALONE, *others} >= set(ASKED) - {"identity"}


def detail(name):
    return ROOT.then("attribute", name)


def test_no_code_of_the_users_is_asked():
    class Trap(dict):
        def __len__(self):
            raise RuntimeError

        __contains__ = __iter__ = __getitem__ = __eq__ = __len__
        __hash__ = None

    root = Root()
    for item, ask, more in (
        ([1], "length", None),
        ({"a": 1}, "contains", "'a'"),
        ({"a": 1}, "mapping", None),
        ([1], "sequence", None),
        ({1}, "content", None),
    ):
        root.held = item
        guard = guard_on(root, Question(AT, ask, more))
        root.held = Trap(a=1)
        assert answer_to(guard.question, Resolver(root)) != guard.answer


@pytest.mark.parametrize("names", [("a",), ("a", "b", "c")])
def test_absent_names(names):
    root = Root()
    root.held = Thing()
    guard = guard_on(root, Question(AT, "lacks", names))
    for name in (*names, "d"):
        thing = Thing()
        root.held = thing
        assert agrees(root, guard, lambda t=thing, n=name: setattr(t, n, None))


def test_a_slot_without_a_value():
    class Slotted:
        __slots__ = ("a", "b")

    root = Root()
    root.held = Slotted()
    place = (Slotted.__qualname__, "a")
    guard = guard_on(root, Question(AT, "unset", place))
    assert agrees(root, guard, lambda: setattr(root.held, "b", None))
    assert agrees(root, guard, lambda: setattr(root.held, "a", None))
    assert answer_to(guard.question, Resolver(root)) == "False"


def test_names_of_python(monkeypatch):
    root = Root()
    root.held = None
    place = Path(None, "module", "builtins")
    guard = guard_on(root, Question(place, "built in", ("pow", "round")))
    assert guard.answer == ""
    assert agrees(root, guard, lambda: monkeypatch.setattr("builtins.abs", abs))
    with monkeypatch.context() as patched:
        assert agrees(root, guard, lambda: patched.setattr("builtins.round", len))
        assert answer_to(guard.question, Resolver(root)) == "round"


def test_a_module_that_is_not_there(monkeypatch):
    root = Root()
    root.held = None
    guard = guard_on(root, Question(ROOT, "importable", "srcad_no_such_module"))
    assert guard.answer == "False"
    name = guard.question.detail
    assert agrees(root, guard, lambda: monkeypatch.setitem(sys.modules, name, np))
    assert answer_to(guard.question, Resolver(root)) == "True"


@pytest.mark.parametrize("key", ["a", 1])
@pytest.mark.parametrize("before", [{}, {"a": 1}, {1: 1}, {"b": 1}])
@pytest.mark.parametrize("after", [{}, {"a": 2}, {1: 2}, {True: 2}, {"b": 1}])
def test_keys_that_are_in_a_dict(key, before, after):
    root = Root()
    root.held = before
    guard = guard_on(root, Question(AT, "contains", repr(key)))
    assert agrees(root, guard, lambda: setattr(root, "held", after))


@pytest.mark.parametrize("same", [False, True])
def test_one_object_at_several_paths(same):
    one, two = Thing(), Thing()
    paths = tuple(path_detail(detail(name)) for name in ("held", "b", "c"))
    states = [(one, one, one), (one, one, two), (one, two, one), (one, two, two)]
    states.append((one, two, Thing()))
    for before in states:
        for after in states:
            root = Root()
            root.held, root.b, root.c = before
            guard = guard_on(root, Question(ROOT, "identities", paths))

            def change(root=root, after=after):
                root.held, root.b, root.c = after

            assert agrees(root, guard, change)


def test_an_object_that_is_at_another_path_as_well():
    root = Root()
    root.held = root.b = Thing()
    question = Question(AT, "same", path_detail(detail("b")))
    guard = guard_on(root, question)
    assert agrees(root, guard, lambda: setattr(root, "b", Thing()))


@pytest.mark.parametrize("ask", ["instance", "subclass"])
def test_a_class_that_comes_to_know_of_others(ask):
    class Known(abc.ABC):  # noqa: B024
        pass

    class Late:
        pass

    root = Root()
    root.held, root.b = (Late if ask == "subclass" else Late()), Known
    guard = guard_on(root, Question(AT, ask, path_detail(detail("b"))))
    assert guard.answer == "False"
    assert agrees(root, guard, lambda: Known.register(Late))
    assert answer_to(guard.question, Resolver(root)) == "True"


def test_storage_that_is_shared():
    root = Root()
    root.held, root.b = np.ones(4), np.ones(4)
    paths = tuple(path_detail(detail(name)) for name in ("held", "b"))
    guard = guard_on(root, Question(ROOT, "overlaps", paths))
    assert agrees(root, guard, lambda: setattr(root, "b", root.held[1:]))


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 2), st.floats(), st.text(max_size=2)
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(
            st.one_of(st.text(max_size=1), st.booleans()), inner, max_size=3
        ),
    ),
    max_leaves=6,
)


@settings(max_examples=150)
@given(TREES, TREES)
def test_all_guards_of_a_structure_that_is_read_as_a_whole(before, after):
    root = Root()
    root.held = copy.deepcopy(before)
    door = Door(root)
    door.whole(door.read(AT, root.held))
    guards = door.finished()
    check = check_of(guards, [AT])
    assert check(root, {}) is not None
    root.held = copy.deepcopy(after)
    resolve = Resolver(root)
    holds = all(answer_to(one.question, resolve) == one.answer for one in guards)
    assert (check(root, {}) is not None) is holds
    assert holds is (_text(before) == _text(after))


def _text(item):
    """Equal for structures that Python cannot tell apart, of literals and classes."""
    if isinstance(item, dict):
        return [type(item), [(repr(k), _text(part)) for k, part in item.items()]]
    if isinstance(item, list | tuple):
        return [type(item), [_text(part) for part in item]]
    return repr(item)


def test_what_is_handed_to_the_module():
    root = Root()
    root.held, root.b = np.ones(2), 3
    found = check_of([], [AT, detail("b")])(root, {})
    assert found[0] is root.held
    assert found[1] == 3
    del root.b
    assert check_of([], [AT, detail("b")])(root, {}) is None


def test_a_cell_of_a_closure_is_found_where_its_function_has_it():
    def made(first, second):
        def inner(x):
            return x * first + second

        return inner

    inner = made(2.0, 3.0)
    assert srcad.grad(inner)(np.ones(1)).tolist() == [2]
    inner = made(5.0, 3.0)
    assert srcad.grad(inner)(np.ones(1)).tolist() == [5]
