"""What may run while a function is compiled: what only computes, and is not the user's."""

import atexit
import calendar
import contextlib
import contextvars
import cProfile
import datetime
import filecmp
import functools
import gettext
import hashlib
import html
import inspect
import io
import json
import linecache
import logging
import math
import os
import pathlib
import pdb
import pkgutil
import pprint
import random
import statistics
import struct
import sys
import textwrap
import time
import traceback
import unittest.mock
import uuid
import warnings
from xml.etree import ElementTree

import numpy as np
import pytest
import scipy.io
import scipy.sparse
import scipy.special
import scipy.stats

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading.computing import acts, is_worldly
from srcad.compiler.reading.world import users_code


@functools.lru_cache
def cached(count):
    return count


def drawn(count, seed=None):
    """What a function of the user's does with it is known from its text."""
    return count, seed


class Equals:
    pass


class Drawing(random.Random):
    pass


LATE = datetime.datetime(2001, 2, 3)


@pytest.mark.parametrize(
    "callee",
    [
        *(random.random, random.Random(1).random, time.time, time.perf_counter),
        *(np.random.rand, np.random.default_rng(0).normal, np.load, np.loadtxt),
        *(open, input, id, hash, os.getcwd, os.listdir, os.path.exists, uuid.uuid4),
        *(pathlib.Path.cwd, pathlib.Path("x").read_text, pathlib.Path("x").exists),
        *(datetime.datetime.now, datetime.date.today, io.StringIO().read),
        *(sys.getrefcount, sys.getrecursionlimit, inspect.stack, inspect.currentframe),
        *(traceback.extract_stack, traceback.format_exc),
        *(scipy.io.loadmat, ElementTree.parse, linecache.getline, pkgutil.get_data),
        *(filecmp.cmp, os.path.islink, os.path.samefile, os.path.expanduser),
        *(os.path.relpath, np.getbufsize, np.geterrcall, np.may_share_memory),
        *(sys.getprofile, sys.get_int_max_str_digits, logging.getLevelName),
        *(calendar.firstweekday, cached.cache_info, contextvars.ContextVar("x").get),
        *(scipy.stats.norm.rvs, scipy.stats.norm(0, 1).rvs, scipy.sparse.random),
        *(statistics.NormalDist().samples, np.lib.format.open_memmap, LATE.timestamp),
        *(datetime.datetime.fromtimestamp, random.Random.random, Drawing().random),
        *(unittest.mock.Mock(), gettext.gettext, Equals.__subclasses__),
    ],
    ids=lambda one: getattr(one, "__qualname__", type(one).__name__),
)
def test_what_reads_the_world(callee):
    assert is_worldly(callee)


@pytest.mark.parametrize(
    "callee",
    [
        *(math.sqrt, max, sorted, np.add, np.zeros, json.dumps, textwrap.dedent),
        *(os.path.join, os.path.basename, os.fspath, datetime.timedelta, uuid.UUID),
        *(datetime.datetime, pathlib.PurePath("a").joinpath, "a".upper, [1].index),
        *(calendar.monthrange, datetime.date(2001, 2, 3).isoformat, scipy.special.erf),
        *(scipy.stats.norm.ppf, struct.pack, hashlib.sha256, html.escape, np.poly1d),
        *(np.polynomial.Polynomial([1.0, 2.0]), contextlib.nullcontext, os.getenv),
    ],
    ids=lambda one: getattr(one, "__qualname__", type(one).__name__),
)
def test_what_only_computes(callee):
    assert not is_worldly(callee)
    assert not acts(callee)


def test_what_says_where_or_which():
    """A time zone, or a state of random numbers, may be an argument."""
    utc = datetime.UTC
    assert not is_worldly(datetime.datetime(2001, 2, 3, tzinfo=utc).timestamp)
    assert not is_worldly(datetime.datetime.fromtimestamp, [0, utc])
    assert not is_worldly(datetime.datetime.fromtimestamp, [0], {"tz": utc})
    assert is_worldly(datetime.datetime.fromtimestamp, [0])
    aware = datetime.datetime(2001, 2, 3, tzinfo=utc)
    assert not is_worldly(datetime.datetime.astimezone, [aware, utc])
    assert not is_worldly(aware.astimezone, [utc])
    assert is_worldly(aware.astimezone)
    assert is_worldly(datetime.datetime.astimezone, [LATE, utc])
    assert not is_worldly(scipy.sparse.random, [2, 2], {"random_state": 3})
    assert is_worldly(scipy.sparse.random, [2, 2], {"random_state": None})
    assert not is_worldly(statistics.NormalDist().samples, [2], {"seed": 3})
    assert not is_worldly(drawn, [2])


ACTS = {
    "sys.exit": lambda x: x if x.sum() < 9 else sys.exit(3),
    "pdb.run": lambda x: (pdb.run("1"), x)[1] if x.sum() > 9 else x,
    "np.seterr": lambda x: (np.seterr(divide="ignore"), x)[1],
    "np.set_printoptions": lambda x: (np.set_printoptions(precision=3), x)[1],
    "atexit.register": lambda x: (atexit.register(print), x)[1],
    "pprint.pprint": lambda x: (pprint.pprint({}), x)[1],
    "traceback.print_stack": lambda x: (traceback.print_stack(), x)[1],
    "warnings.simplefilter": lambda x: (warnings.simplefilter("error"), x)[1],
    "sys.setrecursionlimit": lambda x: (sys.setrecursionlimit(5000), x)[1],
    "profile.enable": lambda x: (profile.enable(), x)[1],
}
profile = cProfile.Profile()


@pytest.mark.parametrize("name", ACTS)
def test_what_acts_is_not_done_while_compiling(name):
    """It would be done once, also where the program would not do it."""
    before = sys.getrecursionlimit(), np.geterr(), np.get_printoptions()
    with pytest.raises(CompileError, match=f"`{name}` does something") as caught:
        srcad.grad(ACTS[name])(np.ones(2))
    assert caught.value.diagnostics[0].code == "SRC023"
    assert (sys.getrecursionlimit(), np.geterr(), np.get_printoptions()) == before


def function():
    return 1


class Plain:
    """Calls of C run nothing of it."""

    def __init__(self):
        self.by = 1

    def method(self):
        return 1


class Compared:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    "item",
    [
        *(function, lambda: 1, Plain().method, functools.partial(function), Compared()),
        *([Compared()], {"a": (1, function)}),
    ],
    ids=["function", "lambda", "method", "partial", "object", "list", "dict"],
)
def test_what_would_run_code_of_the_users(item):
    assert users_code(item) is not None


@pytest.mark.parametrize(
    "item", [1, "a", None, Plain(), [1, (2, {"a": 3})], max, np.ones(2), math, int]
)
def test_what_would_not(item):
    assert users_code(item) is None


def reads_the_time(x):
    return x * time.time()


def calls_back(x):
    return x * float(np.frompyfunc(mixed, 2, 1)(1.0, 2.0))


def mixed(one, other):
    return one + other


@srcad.static
def reduced():
    return float(np.frompyfunc(mixed, 2, 1)(1.0, 2.0))


def says_that_it_is_static(x):
    return x * reduced()


FLAG = True


class Flagged:
    def __eq__(self, other):
        return FLAG

    __hash__ = None


ONE, HELD = Flagged(), [Flagged()]


def is_in_a_list(x):
    return x * 2 if ONE in HELD else x


def is_equal(x):
    return x * 2 if HELD[0] == ONE else x


def code_of(function):
    with pytest.raises(srcad.CompileError) as refused:
        srcad.grad(function)(np.ones(2))
    return [one.code for one in refused.value.diagnostics]


def test_what_is_refused_while_compiling():
    assert code_of(reads_the_time) == ["SRC025"]
    assert code_of(calls_back) == ["SRC012"]
    assert srcad.grad(says_that_it_is_static)(np.ones(2)).tolist() == [3, 3]


def test_an_equality_of_the_users_is_read(monkeypatch):
    x = np.ones(1)
    assert srcad.grad(is_equal)(x).tolist() == [2]
    assert srcad.grad(is_in_a_list)(x).tolist() == [2]
    monkeypatch.setitem(globals(), "FLAG", False)
    assert srcad.grad(is_equal)(x).tolist() == [1]
    assert srcad.grad(is_in_a_list)(x).tolist() == [1]


def test_functions_and_classes_in_a_list_are_compared():
    x = np.ones(1)
    listed = [function, Plain, max]
    assert srcad.grad(lambda x: x * 2 if function in listed else x)(x).tolist() == [2]
    assert srcad.grad(lambda x: x * 2 if min in listed else x)(x).tolist() == [1]
