"""What a dict is made of: an object that has ``keys``, though it is no dict."""

import functools
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict
from collections.abc import MutableMapping
from types import MappingProxyType

import numpy as np
import pytest

import srcad

X = np.array([0.7, -0.4, 1.3])


class Dok(MutableMapping):
    def __init__(self):
        self.d = {}

    def __getitem__(self, k):
        return self.d[k]

    def __setitem__(self, k, v):
        self.d[k] = v

    def __delitem__(self, k):
        del self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


class Duck:
    def __init__(self, **k):
        self.k = k

    def keys(self):
        return list(self.k)

    def __getitem__(self, k):
        return self.k[k] * 2


class Items:
    """It has keys, and is no mapping: what it gives is counted."""

    def __init__(self, *items):
        self.items = items

    def keys(self):
        return ["none"]

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, key):
        return 7.0


class Config(UserDict):
    pass


CFG = Config(mu=2.0, lr=0.5)
PROXY = MappingProxyType({"ab": 2.0, "cd": 3.0})


def of_a_user_dict(x):
    return dict(UserDict(ab=x[0], cd=x[1])).get("ab", 0.0) * x[2] + x[1]


def as_keywords(x):
    def g(ab=1.0, cd=2.0, **kw):
        return ab * cd + len(kw)

    return g(**UserDict(ab=x[0], cd=x[1])) * x[2]


def beside_others(x):
    m = {**UserDict(aa=1.0, bb=x[0]), "aa": x[1]}
    return sum(v for v in m.values() if not isinstance(v, str)) * x[2]


def in_a_partial(x):
    p = functools.partial(lambda ab=1.0, **k: ab, **UserDict(ab=x[0]))
    return p() * x[1] + 1


def ordered(x):
    return OrderedDict(UserDict(ab=x[0], cd=x[1])).get("ab", 0.0) * x[2] + x[1]


def with_a_default(x):
    return defaultdict(float, UserDict(ab=x[0], cd=x[1]))["ab"] * x[2] + x[1]


def counted(x):
    return Counter(UserDict(ab=x[0], cd=x[1]))["ab"] * x[2] + x[1]


def counted_again(x):
    found = Counter(UserDict(ab=x[0]))
    found.update(UserDict(ab=x[1], cd=1.0))
    found.subtract({"ab": x[2]})
    return found["ab"] * x[2] + found["cd"]


def counted_one_by_one(x):
    found = Counter(Items("ab", "ab", "cd"))
    found.update(Items("ab"))
    return found["ab"] * x[0] + len(found) * x[1] + dict(Items())["none"]


def with_keys_of_two(x):
    m = Dok()
    m[0, 1] = x[0]
    m[1, 2] = x[1]
    return sum(dict(m).values()) * x[2]


def that_says_what_is_there(x):
    def g(a=1.0, b=2.0):
        return a * b

    return g(**Duck(a=x[0], b=x[1])) + dict(Duck(c=x[2]))["c"]


def read_from_outside(x):
    c = {**CFG, "lr": x[0]}
    return c["mu"] * c["lr"]


def behind_a_proxy(x):
    def g(ab, cd):
        return ab * cd * x[0]

    return g(**PROXY) + dict(PROXY)["ab"] * x[1]


def that_updates(x):
    d = {}
    d.update(UserDict(ab=x[0]))
    d |= UserDict(cd=x[1])
    return d["ab"] * d["cd"]


def and_a_keyword(x):
    def g(ab=1.0, cd=2.0):
        return ab * cd

    return g(**UserDict(ab=x[0]), cd=x[1])


def in_a_chain(x):
    return dict(ChainMap({"ab": x[0]}, {"ab": 1.0, "cd": x[1]}))["cd"] * x[0]


PROGRAMS = [
    of_a_user_dict,
    as_keywords,
    beside_others,
    in_a_partial,
    ordered,
    with_a_default,
    counted,
    counted_again,
    counted_one_by_one,
    with_keys_of_two,
    that_says_what_is_there,
    read_from_outside,
    behind_a_proxy,
    that_updates,
    and_a_keyword,
    in_a_chain,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_dict_is_made_of_what_its_keys_lead_to(program):
    value, gradient = srcad.value_and_grad(program)(X)
    assert value == pytest.approx(program(X))
    steps = 1e-6 * np.eye(3)
    expected = [(program(X + one) - program(X - one)) / 2e-6 for one in steps]
    np.testing.assert_allclose(gradient, expected, atol=1e-6)
