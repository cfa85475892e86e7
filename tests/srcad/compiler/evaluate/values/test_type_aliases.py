"""Calls of what stands for a class where types are written."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

HEAD = """
import collections, typing
from typing import Counter, DefaultDict, Deque, Generic, TypeVar
T = TypeVar("T")
class Own(Generic[T]):
    def __init__(self, v): self.v = v
class Held(dict[str, T]):
    pass
"""
BODIES = {
    "counter": "c = Counter(); c['a'] += 1; return x[0] * c['a']",
    "counter_of": "c = Counter[str]('aab'); c['a'] += x[1]; return x[0] * c['a']",
    "of_run_time": "c = Counter('p' if v > 0 else 'n' for v in x); return x[0]*c['p']",
    "default": "d = DefaultDict(float); d['a'] += x[0]; return d['a'] ** 2",
    "default_of": "d = DefaultDict[str, float](float); d['a'] += x[0]; return d['a']",
    "ordered": "d = typing.OrderedDict(a=x[0], b=x[1]); d.move_to_end('a'); "
    "return list(d.values())[0]",
    "deque": "d = Deque(x, maxlen=2); d.append(x[0]); return d[0] * d[1]",
    "factory": "d = DefaultDict(list[float]); d[0].append(x[0]); return d[0][0]",
    "deques": "d = DefaultDict(Deque); d[0].append(x[0]); return d[0].pop() * x[1]",
    "list_of": "c = list[float](x); c.append(x[0] * x[1]); return sum(c)",
    "empty_list_of": "c = list[float]()\n    for v in x: c.append(v * v)\n"
    "    return sum(c)",
    "dict_of": "d = dict[str, float](a=x[0]); d['b'] = x[1]; return sum(d.values())",
    "tuple_of": "return sum(tuple[float, ...](v * v for v in x))",
    "set_of": "s = set[int]()\n    if x[0] > 0: s.add(1)\n    return x[0] * len(s)",
    "deque_of": "d = collections.deque[float](maxlen=2)\n    for v in x: d.append(v)\n"
    "    return sum(d)",
    "defaultdict_of": "d = collections.defaultdict[str, float](float); "
    "d['a'] += x[0]; return d['a'] * x[1]",
    "class": "o = Own[float](x[0]); o.v += x[1]; return o.v",
    "class_asked": "o = Own[float](x[0]); return o.v * len(o.__orig_class__.__args__)",
    "derived": "h = Held(a=x[0]); h['b'] = x[1]; return h['a'] * h['b']",
    "isinstance": "return x[0] * isinstance(Counter(), collections.Counter)",
}


@pytest.mark.parametrize("name", BODIES)
def test_a_call_makes_an_object_of_the_class(name, tmp_path):
    text = f"{HEAD}\ndef f(x):\n    {BODIES[name]}\n"
    function = module_of(tmp_path, "aliases", text).f
    for x in ([0.3, 0.9, 1.4], [-0.8, 0.2, -1.1]):
        assert result(function, np.array(x))


@pytest.mark.parametrize("name", ["List", "Dict[str, int]", "Set", "Optional[int]"])
def test_what_python_makes_nothing_of_is_refused(name, tmp_path):
    text = f"{HEAD}\ndef f(x):\n    c = typing.{name}()\n    return x[0]\n"
    function = module_of(tmp_path, "aliases", text).f
    with pytest.raises(srcad.CompileError) as caught:
        srcad.grad(function)(np.array([0.3, 0.9]))
    with pytest.raises(TypeError):
        function(np.array([0.3, 0.9]))
    assert "TypeError" in str(caught.value)


def test_another_class_of_that_name_is_seen(tmp_path):
    text = f"{HEAD}\ndef f(x):\n    made = Deque(x)\n    return made[-1] * len(made)\n"
    module = module_of(tmp_path, "aliases", text)
    gradient = srcad.grad(module.f)
    x = np.array([0.3, 0.9])
    assert gradient(x).tolist() == [0.0, 2.0]
    module.Deque = lambda items: [*items, items[0]]
    assert gradient(x).tolist() == [3.0, 0.0]
