"""``view``, and ``check --report``: pages of whole targets."""

import json
import re


def test_a_page_of_a_target(project):
    result = project.run("view", "square", "-o", "page.html")
    assert result.code == 0
    assert result.err.endswith("wrote page.html\n")
    text = project.read("page.html")
    assert "<title>srcad: square</title>" in text
    assert "models/square.py" in text
    # Line 10 of the source, in all three columns and for what it keeps.
    assert text.count('data-s="L10"') >= 3
    # x * factor in float32[3, 3]: y is kept.
    assert "<strong>36 bytes</strong> for n = 3" in text
    assert "<code>float32[n, 3]</code>" in text
    assert str(project.folder) not in text


def test_the_page_is_the_same_each_time(project):
    first = project.run("view").out
    assert first == project.run("view", "--no-cache").out
    assert first.count("<article") == 2
    assert 'id="t2-L' in first


def test_a_page_shows_what_differs(project):
    project.accept_all()
    assert "Changes of backward" not in project.run("view", "square").out
    project.replace("models/square.py", "y * y", "y * y * y")
    result = project.run("view", "square")
    assert result.code == 0
    assert "Changes of backward" in result.out
    lines = result.out.partition('<ul class="summary"')[2].partition("</ul>")[0]
    named = re.findall(r"<li>(\w+): ", lines)
    assert named == ["cause", "numbers", "truth", "cost", "class"]


def test_a_page_of_what_is_refused(project):
    project.replace("models/square.py", "return y * y", "return open(y)")
    result = project.run("view", "square", "-o", "page.html")
    assert result.code == 1
    assert "error[SRC" in result.err
    text = project.read("page.html")
    assert '<p class="remark refused">' in text
    assert "There is no module" in text


def test_a_page_of_what_is_no_python(project):
    project.write("models/square.py", "class Square(:\n    pass\n")
    result = project.run("view", "square", "-o", "page.html")
    assert result.code == 1
    assert "class Square(:" in re.sub("<[^>]+>", "", project.read("page.html"))


def test_a_page_whose_forward_cannot_be_run(project):
    project.write(
        "models/square.py",
        "def f(x):\n    if x.sum() < 1e9:\n        raise ValueError('no')\n"
        "    return x * x\n",
    )
    cell, given = "models/square.py::f", "x=float64[n]"
    result = project.run("view", cell, "--input", given)
    assert result.code == 0
    assert "could not be run: ValueError: no" in result.out


def test_as_json(project):
    result = project.run("view", "square", "--output-format", "json")
    document = json.loads(result.out)
    assert document["path"] is None
    assert document["text"].startswith("<!DOCTYPE html>")
    assert document["diagnostics"] == []


def test_a_report_has_a_page_for_each_target_that_is_not_the_same(project):
    project.accept_all()
    result = project.run("check", "--report", "report")
    assert result.code == 0
    assert not (project.folder / "report").exists()
    project.replace("models/square.py", "y * y", "y * y * y")
    result = project.run("check", "--report", "report")
    assert result.code == 1
    assert "wrote report/square.html" in result.err
    assert [one.name for one in (project.folder / "report").iterdir()] == [
        "square.html"
    ]
    assert "old backward" in project.read("report/square.html")


def test_a_report_of_what_is_missing_or_refused(project):
    project.replace("models/square.py", "return x * x * x", "return open(x)")
    result = project.run("check", "--report", "report")
    assert result.code == 1
    pages = sorted(one.name for one in (project.folder / "report").iterdir())
    assert pages == ["cubic.html", "square.html"]
