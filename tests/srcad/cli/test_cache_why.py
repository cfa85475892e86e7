"""``srcad cache why TARGET``: what a stored module depends on, and what failed."""

import json

import pytest

PROJECT = """\
[[tool.srcad.targets]]
name = "net"
cell = "model.py::Net"
inputs = { x = "float64[n]" }

[[tool.srcad.targets]]
name = "local"
cell = "model.py::local"
inputs = { x = "float64[n]" }

[[tool.srcad.targets]]
name = "table"
cell = "model.py::table"
inputs = { x = "float64[n]" }
"""
MODEL = """\
from settings import OPTIONS, RATE
from srcad import nn

LONG = list(range(50))


class Net(nn.Cell):
    def __init__(self, alpha=0.1):
        super().__init__()
        self.alpha = alpha

    def construct(self, x):
        return x * self.alpha * RATE + OPTIONS["shift"]


def make():
    class Kind:
        scale = 2.0

    return Kind()


KIND = make()


def local(x):
    return x * KIND.scale


def table(x):
    return x * sum(LONG)
"""
SETTINGS = "RATE = 2.0\nOPTIONS = {'shift': 1.0, 'unread': 3}\n"


@pytest.fixture
def model(project):
    project.write("pyproject.toml", PROJECT)
    project.write("model.py", MODEL)
    project.write("settings.py", SETTINGS)
    return project


def why(project, *words):
    result = project.run("cache", "why", *words, "--output-format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def test_a_module_that_fits_is_listed_with_its_guards(model):
    model.run("generate", "net")
    result = model.run("cache", "why", "net")
    first, *rest = result.out.splitlines()
    assert result.code == 0
    assert first == "net: in the cache, and all that it depends on is as it was"
    assert "  self.alpha is 0.1" in rest
    assert "  model.RATE is 2.0" in rest
    assert "  model.OPTIONS['shift'] is 1.0" in rest
    assert "  the source of model.Net.construct" in rest
    assert not any("unread" in line for line in rest)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("RATE = 2.0", "RATE = 2.5", "model.RATE was 2.0, is 2.5"),
        ("RATE = 2.0", "RATE = 2", "model.RATE was 2.0, is 2"),
        ("RATE = 2.0", "RATE = '2'", "model.RATE was 2.0, is '2'"),
        ("'shift': 1.0", "'shift': 1.5", "model.OPTIONS['shift'] was 1.0, is 1.5"),
        ("'shift'", "'other'", "model.OPTIONS['shift'] is gone"),
    ],
)
def test_the_guard_that_failed_is_named(model, old, new, reason):
    model.run("generate", "net")
    model.replace("settings.py", old, new)
    found = model.run("cache", "why", "net")
    assert found.code == 0
    headline, *reasons = found.out.splitlines()
    assert headline == "net: would be compiled anew"
    assert reasons == [f"  {reason}"]


def test_an_argument_of_the_constructor_is_compared(model):
    model.run("generate", "net")
    found = why(model, "net", "--init", '{"alpha": 0.5}')
    assert (found["state"], found["reasons"]) == (
        "changed",
        ["self.alpha was 0.1, is 0.5"],
    )
    assert why(model, "net")["state"] == "current"


def test_the_nearest_of_several_modules_is_compared_with(model):
    model.run("generate", "net")
    model.run("generate", "net", "--init", '{"alpha": 0.5}')
    model.replace("settings.py", "RATE = 2.0", "RATE = 3.0")
    found = model.run("cache", "why", "net", "--init", '{"alpha": 0.5}')
    assert found.out.splitlines()[1:] == ["  model.RATE was 2.0, is 3.0"]


def test_what_was_never_compiled(model):
    assert why(model, "net") == {
        "name": "net",
        "state": "absent",
        "key": "",
        "reasons": [],
        "guards": [],
    }


def test_another_source_other_inputs_and_options_are_told(model):
    model.run("generate", "net")
    found = why(model, "net", "--input", "x=float32[n]", "--order", "2")
    assert found["state"] == "absent"
    assert found["reasons"] == [
        "the inputs are other ones",
        "the order of the derivative is another one",
    ]
    model.replace("model.py", "x * self.alpha", "self.alpha * x")
    found = model.run("cache", "why", "net")
    assert found.out.splitlines()[1:] == ["  its source is another one"]


def test_what_no_other_process_can_ask_is_said_with_the_reason(model):
    model.run("generate", "local")
    found = why(model, "local")
    assert found["state"] == "unstored"
    assert found["reasons"][0] == (
        "model.KIND is of the class model:make.<locals>.Kind, "
        "which has no name in a module"
    )


def test_what_each_call_reads_as_a_whole_is_marked(model):
    model.run("generate", "table")
    lines = model.run("cache", "why", "table").out.splitlines()
    assert "  the content of model.LONG  (each call reads all of it)" in lines
    guards = why(model, "table")["guards"]
    assert [one["path"] for one in guards if one["costs_its_array"]] == ["model.LONG"]


def test_nothing_is_compiled_or_written(model):
    before = model.files()
    model.run("cache", "why", "net")
    assert json.loads(model.run("cache", "list", "--output-format", "json").out) == []
    assert model.files() == before


def test_a_target_that_is_not_there(model):
    result = model.run("cache", "why", "net2")
    assert result.code == 2
    assert "SRC001" in result.err + result.out
