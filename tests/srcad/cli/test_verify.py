"""``verify``: goldens built anew, and by which srcad they were made."""

import json


def test_the_same_to_the_byte_by_the_srcad_that_is_installed(project):
    project.accept_all()
    before = project.files()
    result = project.run("verify")
    assert result.code == 0
    version = project.run("--version").out.split()[1]
    assert result.out.splitlines() == [
        f"same     square  srcad {version}, as installed",
        f"same     cubic   srcad {version}, as installed",
    ]
    assert "2 goldens: 2 the same to the byte; 2 by the srcad" in result.err
    assert project.files() == before


def test_another_version_or_other_rules(project):
    project.accept_all()
    text = project.read("golden/srcad.lock")
    version = project.run("--version").out.split()[1]
    project.write(
        "golden/srcad.lock", text.replace(f'"srcad": "{version}"', '"srcad": "0.0.9"')
    )
    result = project.run("verify", "cubic")
    assert result.code == 0  # the bytes are the same
    assert result.out == f"same     cubic  srcad 0.0.9; installed is {version}\n"
    changed = text.replace('"facts": ', '"library": {"numpy:sum": "0"}, "facts": ')
    project.write("golden/srcad.lock", changed)
    out = project.run("verify", "cubic").out
    assert out == f"same     cubic  srcad {version}, but not with these: numpy:sum\n"


def test_without_a_lock_or_with_a_line_for_another_text(project):
    project.accept_all()
    project.replace("golden/cubic.py", "import numpy as np", "import numpy as np  # !")
    result = project.run("verify", "cubic")
    assert result.code == 1
    assert result.out == "differs  cubic  srcad.lock is of another golden\n"
    (project.folder / "golden" / "srcad.lock").unlink()
    assert "srcad.lock does not know it" in project.run("verify", "square").out


def test_what_cannot_be_built_or_has_no_target(project):
    project.accept_all()
    project.write("golden/old.py", project.read("golden/cubic.py"))
    project.replace("models/square.py", "return y * y", "return open(y)")
    result = project.run("verify")
    assert result.code == 1
    assert "error    square" in result.out
    assert "error[SRC014]" in result.out
    assert "obsolete old  no target makes it" in result.out


def test_a_golden_that_an_edit_changes(project):
    project.accept_all()
    project.replace("models/square.py", "y * y", "y * y * y")
    document = json.loads(project.run("verify", "--output-format", "json").out)
    by_name = {one["name"]: one for one in document["goldens"]}
    assert by_name["square"]["status"] == "differs"
    assert by_name["cubic"]["same_srcad"] is True
    assert [one["code"] for one in document["diagnostics"]] == ["SRC007"]
    assert not (project.folder / ".srcad" / "pending").exists()
