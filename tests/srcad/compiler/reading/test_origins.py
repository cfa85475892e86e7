"""Whose an object is."""

import collections
import json
import sys
import types

import numpy as np
import pytest

import srcad
from srcad import nn
from srcad.compiler.reading import origins
from srcad.compiler.reading.origins import (
    is_installed_file,
    is_library,
    is_library_class,
    is_users_function,
)


def function():
    pass


@pytest.mark.parametrize("name", ["numpy", "numpy.linalg", "srcad.nn", "json", None])
def test_libraries(name):
    assert is_library(name)


@pytest.mark.parametrize(
    "name", ["__main__", "tests", "pytest", "numpy_like", "srcadx"]
)
def test_what_is_no_library(name):
    assert not is_library(name)


def test_a_file_of_the_users_that_has_the_name_of_a_module_of_python(monkeypatch):
    module = types.ModuleType("tomllib")
    module.__file__ = "/home/somebody/tomllib.py"
    monkeypatch.setitem(sys.modules, "tomllib", module)
    origins.is_library.cache_clear()
    assert not is_library("tomllib")
    origins.is_library.cache_clear()


def test_classes():
    class Net(nn.Cell):
        pass

    assert is_library_class(nn.Dense)
    assert is_library_class(collections.OrderedDict)
    assert not is_library_class(Net)


def test_functions():
    assert is_users_function(function)
    assert is_users_function(lambda: 1)
    others = [json.dumps, np.mean, srcad.grad, len, pytest.raises, nn.Dense, 3]
    assert not any(map(is_users_function, others))


def test_files():
    assert is_installed_file(json.__file__)
    assert is_installed_file(pytest.__file__)
    assert is_installed_file("<string>")
    assert not is_installed_file(__file__)
    assert not is_installed_file("<stdin>")
