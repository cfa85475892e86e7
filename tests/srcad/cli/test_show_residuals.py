"""``show --residuals``: what is kept, its bytes, and the lines that need it."""

import json

MODEL = """\
import numpy as np


def f(x, w):
    y = np.tanh(x)
    total = y[0] * 0.0
    for row in y:
        total = np.sin(total) * row
    return total @ w


def linear(x):
    return 2.0 * x


def refused(x):
    return open(x)
"""
WORDS = ("models.py::f", "--input", "x=float64[n, 4]", "--input", "w=float64[4]")


def test_a_table(project):
    project.write("models.py", MODEL)
    result = project.run("show", *WORDS, "--residuals")
    assert result.code == 0
    first, head, *rows = result.out.splitlines()
    assert first.startswith("f: ")
    assert first.endswith(" bytes for n=3")
    assert head.split() == ["name", "bytes", "what", "made", "in", "needed", "in"]
    by_name = {row.split()[0]: row for row in rows}
    assert "32  float64[4]" in by_name["w"]
    assert "input" in by_name["w"]
    assert by_name["w"].endswith("models.py:9")
    assert "96  float64[n, 4]" in by_name["y"]
    assert "models.py:5" in by_name["y"]


def test_as_json(project):
    project.write("models.py", MODEL)
    result = project.run("show", *WORDS, "--residuals", "--output-format", "json")
    document = json.loads(result.out)
    assert document["name"] == "f"
    assert document["sizes"] == {"n": 3}
    by_name = {one["name"]: one for one in document["residuals"]}
    assert by_name["w"]["made"] == "input"
    assert by_name["w"]["needed"] == ["models.py:9"]
    assert by_name["y"]["bytes"] == 96
    lists = [one for one in by_name.values() if one["form"].startswith("list of 3")]
    (one,) = lists
    assert one["needed"] == ["models.py:7"]


def test_nothing_is_kept(project):
    project.write("models.py", MODEL)
    words = ("models.py::linear", "--input", "x=float64[n]")
    assert project.run("show", *words, "--residuals").out == "linear keeps nothing\n"


def test_what_cannot_be_run_or_compiled(project):
    project.write(
        "models.py", MODEL.replace("    y = np", "    assert x[0, 0] > 9\n    y = np")
    )
    out = project.run("show", *WORDS, "--residuals").out
    assert "bytes not known: `forward` could not be run: AssertionError" in out
    words = ("models.py::refused", "--input", "x=float64[n]")
    result = project.run("show", *words, "--residuals")
    assert (result.code, result.out) == (1, "")
    assert "error[SRC014]" in result.err


def test_one_thing_is_shown(project):
    assert project.run("show", "square", "--residuals", "--after", "joint").code == 2
