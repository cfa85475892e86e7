"""The five lines above a diff, the diff by paragraph, and the lock."""

import json
import shutil
import subprocess
import sys

import pytest

from srcad.review import lock

SQUARE = "models/square.py"


@pytest.fixture
def accepted(project):
    """A project whose goldens and whose lock are those of its source."""
    project.accept_all()
    return project


def line(project, name, target="square", *words):
    """What ``srcad diff`` says of a target in one of the five lines."""
    out = project.run("diff", "-q", target, *words).out
    (found,) = [one for one in out.splitlines() if one.startswith(f"{name}:")]
    return found.partition(":")[2].strip()


def without_lock(project):
    (project.folder / "golden" / lock.NAME).unlink()


def git(project, *words):
    names = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *names, *words], cwd=project.folder, check=True)


def committed(project):
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-qm", "The square and the cube")


# ------------------------------------------------------------------------------- cause

EDITS = [
    (SQUARE, "return y * y", "return y + y", f"{SQUARE}:11 changed (y * y -> y + y)"),
    (
        SQUARE,
        "y = x * self",
        "z = 1\n        y = x * z * self",
        f"{SQUARE}:10 added (z = 1)",
    ),
    ("pyproject.toml", "factor = 2.0", "factor = 3.0", "init factor 2.0 -> 3.0"),
    (
        "pyproject.toml",
        "float32[n, 3]",
        "float64[n, 3]",
        "input x: float32 -> float64",
    ),
    (
        SQUARE,
        "self.factor = factor",
        "self.factor = 2 * factor",
        f"{SQUARE}:7 changed (factor -> 2 * factor)",
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("path", "old", "new", "said"), EDITS)
def test_the_cause_with_the_lock(accepted, path, old, new, said):
    accepted.replace(path, old, new)
    assert said in line(accepted, "cause")


GOLDEN_ALONE = [
    (SQUARE, "return y * y", "return y + y", f"{SQUARE}:11 changed (y * y -> y + y)"),
    ("pyproject.toml", "factor = 2.0", "factor = 3.0", "factor 2.0 -> 3.0"),
    ("pyproject.toml", "float32[n, 3]", "float64[n, 3]", "input x: float32 -> float64"),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), GOLDEN_ALONE)
def test_the_cause_of_the_golden_alone(accepted, path, old, new, said):
    without_lock(accepted)
    accepted.replace(path, old, new)
    assert said in line(accepted, "cause")


@pytest.mark.rest
def test_the_commit_has_the_text_as_it_was(accepted):
    """In `__init__`, which is run, not read, as well."""
    committed(accepted)
    without_lock(accepted)
    accepted.replace(SQUARE, "self.factor = factor", "self.factor = 2 * factor")
    said = f"{SQUARE}:7 changed (factor -> 2 * factor)"
    assert line(accepted, "cause") == said
    accepted.replace(SQUARE, "return y * y", "return y + y")
    said = f"{said}; {SQUARE}:11 changed (y * y -> y + y)"
    assert line(accepted, "cause") == said


@pytest.mark.rest
def test_a_golden_that_is_not_committed_yet_has_no_commit(accepted):
    committed(accepted)
    accepted.replace(SQUARE, "self.factor = factor", "self.factor = 3 * factor")
    accepted.accept_all()
    without_lock(accepted)
    accepted.replace(SQUARE, "self.factor = 3", "self.factor = 4")
    assert line(accepted, "cause") == "factor 6.0 -> 8.0"


@pytest.mark.long
def test_in_a_shallow_clone_and_without_git(accepted, tmp_path, monkeypatch):
    committed(accepted)
    git(accepted, "commit", "-q", "--allow-empty", "-m", "Another")
    clone = tmp_path / "clone"
    url = f"file://{accepted.folder}"
    subprocess.run(["git", "clone", "-q", "--depth", "1", url, str(clone)], check=True)
    monkeypatch.chdir(clone)
    accepted.folder = clone
    accepted.replace(SQUARE, "return y * y", "return y + y")
    said = f"{SQUARE}:11 changed (y * y -> y + y)"
    assert line(accepted, "cause") == said
    monkeypatch.setenv("PATH", str(tmp_path))
    assert line(accepted, "cause") == said
    without_lock(accepted)
    assert line(accepted, "cause") == said


@pytest.mark.long
def test_a_rule_that_was_another_one(accepted):
    accepted.replace(SQUARE, "return x * x * x", "return ops.tanh(x)")
    accepted.replace(SQUARE, "import nn", "import nn, ops")
    accepted.accept_all()
    changed(
        accepted, "cubic", lambda record: record["library"].update({"numpy:tanh": "0"})
    )
    edited_by_hand(accepted, "golden/cubic.py", "np.tanh", "np.sinh")
    assert "rule of np.tanh changed" in line(accepted, "cause", "cubic")


@pytest.mark.long
def test_another_srcad_and_text_only(accepted):
    changed(accepted, "cubic", lambda record: record.update(srcad="0.0.9"))
    edited_by_hand(accepted, "golden/cubic.py", "# format: ", "# format: 1")
    cause = line(accepted, "cause", "cubic")
    assert cause.startswith("srcad 0.0.9 -> ")
    assert cause.endswith(": text only")


def changed(project, name, edit):
    """Edit a record of the lock."""
    folder = project.folder / "golden"
    record = lock.read(folder)[name]
    edit(record)
    lock.update(folder, {name: record})


def edited_by_hand(project, path, old, new):
    """Edit a golden, and let the lock fit it."""
    project.replace(path, old, new)
    name = path.removeprefix("golden/").removesuffix(".py")
    digest = lock.text_digest(project.read(path))
    changed(project, name, lambda record: record.update(golden=digest))


def test_a_golden_that_was_edited_by_hand(accepted):
    accepted.replace("golden/cubic.py", "x * x", "x * x * 1")
    assert "srcad.lock has another golden of this name" in line(
        accepted, "cause", "cubic"
    )


@pytest.mark.long
def test_a_golden_with_other_line_ends(accepted):
    path = accepted.folder / "golden" / "cubic.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    said = line(accepted, "cause", "cubic")
    assert said == "line ends: CRLF in the golden, where srcad writes LF"
    assert line(accepted, "class", "cubic") == "formatting"
    assert line(accepted, "numbers", "cubic") == "out, dx bitwise same"
    # An edit beside it is said, too.
    accepted.replace(SQUARE, "return x * x * x", "return x * x")
    said = line(accepted, "cause", "cubic")
    assert said.startswith(f"{SQUARE}:16 changed (x * x * x -> x * x)")


@pytest.mark.long
def test_a_golden_with_a_merge_conflict(accepted):
    accepted.replace(
        "golden/cubic.py",
        "\ndef backward",
        "\n<<<<<<< HEAD\n=======\nx = 1\n>>>>>>> b\ndef backward",
    )
    said = "the golden holds a merge conflict; `srcad accept` writes it anew"
    assert line(accepted, "cause", "cubic") == said
    assert accepted.run("check", "cubic").code == 1
    assert accepted.run("accept", "cubic").code == 0
    assert accepted.run("check", "cubic").code == 0


@pytest.mark.long
def test_a_file_that_was_moved_and_edited(accepted):
    text = accepted.read(SQUARE).replace("return x * x * x", "return x * x")
    (accepted.folder / SQUARE).unlink()
    accepted.write("models/größe.py", text)
    accepted.write(
        "pyproject.toml",
        accepted.read("pyproject.toml").replace("square.py", "größe.py"),
    )
    assert line(accepted, "cause", "cubic") == (
        "cell models/square.py::Cubic -> models/größe.py::Cubic; "
        "models/größe.py:16 changed (x * x * x -> x * x)"
    )


@pytest.mark.long
def test_a_comment_of_a_bprop_and_a_docstring(accepted):
    """A ``bprop`` stands in the module as it is written; a docstring is in the digest."""
    method = "    def construct(self, x):\n        return x * x * x\n"
    comment = BPROP.replace("        return (3", "        # One.\n        return (3")
    accepted.replace(SQUARE, method, comment.replace("3 * x *", "3 * x * x *"))
    accepted.accept_all()
    accepted.replace(SQUARE, "# One.", "# Two.")
    said = f"{SQUARE}:19 written otherwise (# Two.)"
    assert line(accepted, "cause", "cubic") == said
    assert line(accepted, "class", "cubic") == "formatting"
    accepted.replace(SQUARE, "# Two.", "# One.")
    text = accepted.read(SQUARE)
    head = "def construct(self, x):\n        y"
    assert head in text
    accepted.write(
        SQUARE, text.replace(head, head.replace("y", '"""Do."""\n        y'))
    )
    assert line(accepted, "cause") == f"{SQUARE}:10 docstring added"
    assert line(accepted, "class") == "header only"


@pytest.mark.long
def test_a_value_from_outside(accepted, monkeypatch):
    accepted.replace(SQUARE, "from srcad", "import os\n\nfrom srcad")
    accepted.replace(
        SQUARE,
        "self.factor = factor",
        'self.factor = float(os.environ.get("FACTOR", "2"))',
    )
    accepted.process("accept", "--lock", "-q")
    monkeypatch.setenv("FACTOR", "3.5")
    out = accepted.process("diff", "-q", "square").out
    said = "self.factor 2.0 -> 3.5 (from os.environ.get('FACTOR', '2'))"
    assert f"cause:   {said}\n" in out


# ----------------------------------------------------------------------- the other lines


@pytest.mark.long
def test_numbers_truth_cost_and_class(accepted):
    accepted.replace(SQUARE, "return y * y", "return y * y * 2.5")
    assert line(accepted, "numbers").startswith("out moved 6e-01 · dx moved 6e-01")
    assert line(accepted, "truth").startswith("ok: finite differences ")
    cost = line(accepted, "cost")
    assert "operations 15*n -> 18*n" in cost or "operations" in cost
    assert line(accepted, "class") == "structure"


@pytest.mark.long
def test_the_cost_at_the_sizes_of_the_target(accepted):
    accepted.replace(
        "pyproject.toml",
        "[[tool.srcad.targets]]\ncell",
        "[[tool.srcad.targets]]\nsizes = { n = 100 }\ncell",
    )
    accepted.replace(SQUARE, "x * x * x", "x * x * x * x")
    assert "(at n=100: " in line(accepted, "cost", "cubic")


BPROP = """\
    def construct(self, x):
        return x * x * x

    def bprop(self, x, out, dout):
        return (3 * x * dout,)
"""


@pytest.mark.rest
def test_a_bprop_that_is_not_the_derivative(accepted):
    accepted.replace(
        SQUARE, "    def construct(self, x):\n        return x * x * x\n", BPROP
    )
    truth = line(accepted, "truth", "cubic")
    assert truth.startswith("failed: x[")
    assert "the user's own `bprop` is used for `Cubic` (models/square.py:18)" in truth
    assert "finite differences" in truth
    accepted.replace(
        "pyproject.toml",
        'cell = "models/square.py::Cubic"',
        'cell = "models/square.py::Cubic"\nsurrogate = true',
    )
    assert line(accepted, "truth", "cubic").startswith("surrogate: not compared; ")


@pytest.mark.rest
def test_a_golden_that_is_missing(project):
    project.run("check")
    assert line(project, "cause") == "there is no golden yet"
    assert line(project, "class") == "new"
    assert line(project, "truth").startswith("ok: ")


def test_a_golden_that_is_no_module(accepted):
    accepted.write("golden/cubic.py", "x = 1\n")
    out = accepted.run("diff", "cubic").out
    assert "the golden is no module of srcad's: it has no SIGNATURE" in out
    assert "-x = 1" in out


# ---------------------------------------------------------------------------- the text


@pytest.mark.rest
def test_the_diff_by_paragraph(accepted):
    accepted.replace(SQUARE, "return y * y", "return y * y * 2.5")
    out = accepted.run("diff", "-q", "square").out
    assert "@@ changed  forward: out = y * y * 2.5 @@" in out
    assert "paragraphs unchanged)" in out


@pytest.mark.rest
def test_words(accepted):
    accepted.replace(SQUARE, "return x * x * x", "return x * x * x * 2.5")
    out = accepted.run("diff", "-q", "--word", "cubic").out
    assert "{+ * 2.5+}" in out
    colored = accepted.run("diff", "-q", "--word", "--color", "always", "cubic").out
    assert "\x1b[32m * 2.5\x1b[0m" in colored


@pytest.mark.rest
def test_a_tool_of_the_user(accepted, monkeypatch):
    script = accepted.write(
        "tool.py",
        "import sys\nprint('tool', *[open(p).read().count('3.5') for p in sys.argv[1:]])\n",
    )
    accepted.replace(SQUARE, "return x * x * x", "return x * x * x * 3.5")
    monkeypatch.setenv("SRCAD_DIFF_TOOL", f"{sys.executable} {script}")
    result = accepted.run("diff", "-q", "--tool", "cubic")
    assert result.code == 1
    count = int(result.out.split("tool 0 ")[1].split()[0])
    assert count >= 2
    assert "cause:" in result.out
    monkeypatch.setenv("SRCAD_DIFF_TOOL", "no-such-tool-at-all")
    assert (
        "no-such-tool-at-all cannot be run"
        in accepted.run("diff", "--tool", "cubic").err
    )
    monkeypatch.delenv("SRCAD_DIFF_TOOL")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    failed = accepted.run("diff", "--tool", "cubic")
    assert (failed.code, "set SRCAD_DIFF_TOOL" in failed.err) == (2, True)
    assert accepted.run("diff", "--tool", "--word").code == 2


def test_as_json(accepted):
    accepted.replace(SQUARE, "return y * y", "return y + y")
    (target,) = json.loads(accepted.run("diff", "--output-format", "json").out)[
        "targets"
    ]
    said = target["summary"]
    assert said["causes"] == [
        {
            "kind": "source",
            "text": "changed (y * y -> y + y)",
            "file": SQUARE,
            "line": 11,
        }
    ]
    assert said["same_numbers"] is False
    assert {one["name"]: one["what"] for one in said["compared"]} == {
        "out": "moved",
        "dx": "moved",
    }
    assert said["costs"]["operations"]["new"].endswith("*n")
    statuses = {one["status"] for one in target["paragraphs"]}
    assert statuses == {"changed", "unchanged"}
    assert target["diff"].startswith("--- golden/square.py")


@pytest.mark.rest
def test_for_github(accepted):
    accepted.replace(SQUARE, "return y * y", "return y + y")
    out = accepted.run("diff", "--output-format", "github").out
    assert out.startswith("::error title=SRC007,file=golden/square.py")
    assert "cause:   models/square.py:11 changed" in out
    assert "class:   structure" in out


# ----------------------------------------------------------------------------- the lock


def test_accept_alone_writes_the_lock(project):
    path = project.folder / "golden" / lock.NAME
    project.run("check")
    project.run("diff")
    assert not path.exists()
    project.run("accept", "cubic")
    assert [*lock.read(path.parent)] == ["cubic"]
    project.run("accept", "--all")
    assert [*lock.read(path.parent)] == ["cubic", "square"]
    record = lock.read(path.parent)["square"]
    assert record["target"]["init"] == {"factor": 2.0}
    assert record["facts"]["self.factor literal"] == "float 2.0"
    assert record["sources"][SQUARE]["Square.construct"][:2] == [
        "def construct(self, x):",
        " y = x * self.factor",
    ]
    assert " self.factor = factor" in record["makers"][SQUARE]["Square.__init__"]


def test_check_says_where_the_lock_is_missing_or_does_not_fit(accepted):
    assert "srcad.lock" not in accepted.run("check").err
    changed(accepted, "cubic", lambda record: record.update(golden="sha256:0"))
    result = accepted.run("check")
    assert (result.code, "srcad.lock does not fit cubic" in result.err) == (0, True)
    without_lock(accepted)
    result = accepted.run("check")
    assert (result.code, "there is no srcad.lock" in result.err) == (0, True)
    document = json.loads(accepted.run("check", "--output-format", "json").out)
    assert "there is no srcad.lock" in document["notes"][0]
    assert "srcad.lock" not in accepted.run("check", "cubic").err
    assert accepted.run("accept", "--lock").code == 0
    assert "srcad.lock" not in accepted.run("check").err
    head, one, two = accepted.read("golden/srcad.lock").splitlines()
    torn = [head, "<<<<<<< HEAD", one, "=======", one, ">>>>>>> other", two, ""]
    accepted.write("golden/srcad.lock", "\n".join(torn))
    assert "srcad.lock holds a merge conflict" in accepted.run("check").err
    assert accepted.run("accept", "--lock").code == 0
    assert accepted.read("golden/srcad.lock").splitlines() == [head, one, two]
    assert accepted.run("accept", "--lock", "cubic").code == 2


def test_in_ci_the_lock_is_not_written(accepted, monkeypatch):
    without_lock(accepted)
    monkeypatch.setenv("CI", "true")
    result = accepted.run("accept", "--lock")
    assert (result.code, "CI is set" in result.err) == (2, True)
    assert not (accepted.folder / "golden" / lock.NAME).exists()


def test_prune_drops_the_line(accepted):
    text = accepted.read("pyproject.toml").partition("[[tool.srcad.targets]]\ncell")[0]
    accepted.write("pyproject.toml", text)
    assert accepted.run("prune").code == 0
    assert [*lock.read(accepted.folder / "golden")] == ["square"]


# ------------------------------------------------------------------------- same numbers


@pytest.mark.rest
def test_accepting_what_computes_the_same(accepted):
    accepted.replace(
        SQUARE,
        "        y = x * self.factor\n        return y * y",
        "        z = x * self.factor\n        return z * z",
    )
    accepted.replace(SQUARE, "return x * x * x", "return x * x * x * 2.5")
    accepted.run("check")
    result = accepted.run("accept", "--same-numbers")
    assert result.code == 0
    assert "square  rename, out, dx bitwise same" in result.out
    assert "cubic  not accepted: structure, out moved" in result.out
    assert "1 of 2 compute the same" in result.err
    assert accepted.run("check", "square").code == 0
    assert accepted.run("check", "cubic").code == 1
    assert "z * z" in accepted.read("golden/square.py")


@pytest.mark.rest
def test_same_numbers_of_some_names(accepted):
    accepted.replace(SQUARE, "y", "z")
    accepted.run("check")
    assert accepted.run("accept", "--same-numbers", "cubic").code == 2
    assert "accepted square" in accepted.run("accept", "--same-numbers", "square").err
