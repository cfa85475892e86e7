"""What a target with several errors prints, in every format."""

import json
from xml.etree import ElementTree

import pytest

from srcad.cli.junit import Case, render_junit
from srcad.compiler.diagnostics.errors import Diagnostic
from tests import node
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


def test_an_annotation_stands_at_what_is_computed(project):
    """And not at the digest, which every edit changes."""
    project.accept_all()
    project.replace("models/square.py", "return y * y", "return y * y * 2.5")
    golden = project.read("golden/square.py").splitlines()
    out = project.run("check", "square", "--output-format", "github").out
    number = golden.index("    out = y * y") + 1
    assert f"file=golden/square.py,line={number},endLine={number}" in out
    # Where only the facts of the docstring differ, there.
    project.replace("golden/square.py", "n, 3]", "m, 3]")
    project.replace("models/square.py", "return y * y * 2.5", "return y * y")
    out = project.run("check", "square", "--output-format", "github").out
    number = next(k for k, one in enumerate(golden, 1) if one.startswith("x "))
    assert f"file=golden/square.py,line={number},endLine={number}" in out


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


@pytest.mark.long
def test_sarif_is_what_its_schema_says(broken):
    """That of the standard; and the schema refuses what is none."""
    commands = [COMMAND, ("check",), ("diff",), ("gradcheck", "broken", "cubic")]
    texts = [broken.run(*words, "--output-format", "sarif").out for words in commands]
    logs = [json.loads(text) for text in texts]
    assert all(log["runs"][0]["results"] for log in logs)
    wrong = json.loads(texts[0])
    wrong["runs"][0]["results"][0]["level"] = "fatal"
    *found, refused = node.run("sarif.js", logs=[*logs, wrong])
    assert found == [[]] * len(logs)
    assert any("level" in line for line in refused)


def junit(result):
    root = ElementTree.fromstring(result.out)
    (suite,) = root
    cases = {one.get("name"): one for one in suite}
    assert root.get("tests") == suite.get("tests") == str(len(cases))
    for word, tag in (("failures", "failure"), ("errors", "error")):
        count = len(suite.findall(f"testcase/{tag}"))
        assert suite.get(word) == root.get(word) == str(count)
    return suite.get("name"), cases


def test_junit_has_a_test_for_each_target(broken):
    broken.run("check", "-q")
    broken.run("accept", "square", "-q")
    result = broken.run("check", "--output-format", "junit")
    assert result.code == 1
    name, cases = junit(result)
    assert name == "srcad check"
    assert list(cases) == ["square", "cubic", "broken"]
    assert len(cases["square"]) == 0
    (missing,) = cases["cubic"]
    assert (missing.tag, missing.get("type")) == ("failure", "SRC007")
    assert missing.get("message").startswith("golden missing: cubic")
    (refused,) = cases["broken"]
    assert (refused.tag, refused.get("type")) == ("error", "SRC014")
    assert refused.text.count("--> models/broken.py:") == 2


def test_junit_of_a_golden_without_a_target(broken):
    broken.run("check", "square", "-q")
    broken.run("accept", "square", "-q")
    broken.write("golden/old.py", broken.read("golden/square.py"))
    _, cases = junit(broken.run("check", "--output-format", "junit"))
    assert cases["old"][0].get("type") == "SRC008"


def test_junit_of_gradient_checks(broken):
    result = broken.run("gradcheck", "--output-format", "junit")
    name, cases = junit(result)
    assert name == "srcad gradcheck"
    assert [len(one) for one in cases.values()] == [0, 0, 1]


def test_junit_of_other_commands_has_a_test_for_each_file(broken):
    name, cases = junit(broken.run(*COMMAND, "--output-format", "junit"))
    assert name == "srcad"
    assert list(cases) == ["models/broken.py"]


def test_junit_of_what_xml_cannot_hold():
    item = Diagnostic("SRC014", "a \x00 <b> \ud800 \x1b[31m")
    text = render_junit("s", [Case("n\x07", [item])])
    (error,) = ElementTree.fromstring(text)[0][0]
    assert error.get("message") == "a \ufffd <b> \ufffd \ufffd[31m"
    text.encode()
