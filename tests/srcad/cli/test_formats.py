"""What a target with several errors prints, in every format."""

import json

import pytest

from tests.srcad.compiler.diagnostics.test_reports import check_sarif

BROKEN = """\
import math

from srcad import nn


class Broken(nn.Cell):
    def construct(self, x):
        y = math.isqrt(x)
        z = math.factorial(x)
        return y * z
"""
MANY = BROKEN.replace(
    "        z = math.factorial(x)\n",
    "".join(f"        z = math.factorial(x + {k}.0)\n" for k in range(14)),
)
TARGET = """
[[tool.srcad.targets]]
cell = "models/{name}.py::Broken"
name = "{name}"
inputs = {{ x = "float32[n]" }}
"""


@pytest.fixture
def broken(project):
    project.write("models/broken.py", BROKEN)
    project.write(
        "pyproject.toml", project.read("pyproject.toml") + TARGET.format(name="broken")
    )
    return project


COMMAND = ("generate", "models/broken.py::Broken", "--input", "x=float32[n]")
PLACES = [("SRC014", 8, 13), ("SRC014", 9, 13)]


def places(found):
    return [(item["code"], item["line"], item["column"]) for item in found]


def test_generate_prints_all_and_no_module(broken):
    result = broken.run(*COMMAND)
    assert (result.code, result.out) == (1, "")
    assert result.err.count("error[SRC014]") == 2
    for line in (8, 9):
        assert f"--> models/broken.py:{line}:13\n" in result.err


def test_generate_writes_nothing(broken):
    result = broken.run("generate", "broken", "square", "-o", "out")
    assert result.code == 1
    assert not (broken.folder / "out").exists()


def test_concise(broken):
    result = broken.run(*COMMAND, "--output-format", "concise", "-q")
    assert [line.split(" ")[:2] for line in result.err.splitlines()] == [
        ["models/broken.py:8:13:", "SRC014"],
        ["models/broken.py:9:13:", "SRC014"],
    ]


@pytest.mark.parametrize(
    "command",
    [COMMAND, ("check", "broken"), ("diff", "broken"), ("gradcheck", "broken")],
)
def test_json(broken, command):
    result = broken.run(*command, "--output-format", "json")
    assert result.code == 1
    assert places(json.loads(result.out)["diagnostics"]) == PLACES


@pytest.mark.parametrize(
    "command",
    [COMMAND, ("check", "broken"), ("diff", "broken"), ("gradcheck", "broken")],
)
def test_sarif(broken, command):
    result = broken.run(*command, "--output-format", "sarif")
    assert result.code == 1
    log = json.loads(result.out)
    check_sarif(log)
    regions = [
        item["locations"][0]["physicalLocation"]["region"]
        for item in log["runs"][0]["results"]
    ]
    assert [(item["startLine"], item["startColumn"]) for item in regions] == [
        (8, 13),
        (9, 13),
    ]


@pytest.mark.parametrize(
    "command",
    [COMMAND, ("check", "broken"), ("diff", "broken"), ("gradcheck", "broken")],
)
def test_github(broken, command):
    result = broken.run(*command, "--output-format", "github")
    assert result.code == 1
    errors = [line for line in result.out.splitlines() if line.startswith("::error ")]
    assert len(errors) == 2
    assert "title=SRC014,file=models/broken.py,line=8,endLine=8,col=13" in errors[0]


def test_no_file_goes_without_an_annotation_for_the_many_errors_of_another(broken):
    broken.write("models/many.py", MANY)
    broken.write(
        "pyproject.toml",
        broken.read("pyproject.toml").replace(
            TARGET.format(name="broken"),
            TARGET.format(name="many") + TARGET.format(name="broken"),
        ),
    )
    result = broken.run("check", "many", "broken", "--output-format", "github")
    lines = result.out.splitlines()
    errors = [line for line in lines if line.startswith("::error ")]
    assert len(errors) == 10
    assert sum("file=models/many.py" in line for line in errors) >= 8
    assert any("file=models/broken.py" in line for line in errors)
    (rest,) = [line for line in lines if "not annotated" in line]
    assert rest.startswith("::notice title=srcad::7 more errors")
    assert lines[-1].startswith("::notice title=srcad check::2 targets: 2 errors")


def test_a_mistake_of_the_configuration_is_a_result_too(broken):
    broken.write("pyproject.toml", broken.read("pyproject.toml") + "oops = 1\n")
    result = broken.run("check", "--output-format", "sarif")
    assert result.code == 2
    log = json.loads(result.out)
    check_sarif(log)
    assert [item["ruleId"] for item in log["runs"][0]["results"]] == ["SRC000"]


def test_what_else_there_is_to_know_is_said_on_stderr(broken):
    assert "help: `srcad explain SRC014` for more" in broken.run(*COMMAND).err
    assert "srcad explain" not in broken.run(*COMMAND, "-q").err
