"""Golden files: compared, left pending, accepted by a person and by nobody else."""

import os
import subprocess

import pytest

from codegen import golden
from codegen.description import GENERATED
from codegen.golden import Folders, GoldenError, Status

OLD = f"{GENERATED}\nx = 1\ny = 2\n"
NEW = f"{GENERATED}\nx = 1\ny = 3\nz = 4\n"


@pytest.fixture(autouse=True)
def no_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def folders(tmp_path):
    return Folders(tmp_path / "golden", tmp_path / ".srcad")


def write(folders, name, text):
    path = folders.golden_path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def tree(folder):
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
    )


# Comparing


def test_the_same(folders):
    path = write(folders, "mlp", OLD)
    comparison = golden.compare(path, OLD)
    assert comparison == golden.Comparison(path, Status.SAME, "", 0, 0)


def test_differs(folders):
    path = write(folders, "mlp", OLD)
    comparison = golden.compare(path, NEW, "golden/mlp.py")
    assert comparison.status is Status.DIFFERS
    assert comparison.status == "differs"
    assert (comparison.added, comparison.removed) == (2, 1)
    assert comparison.diff == (
        "--- golden/mlp.py\n+++ golden/mlp.py\tnew\n@@ -1,3 +1,4 @@\n"
        f" {GENERATED}\n x = 1\n-y = 2\n+y = 3\n+z = 4\n"
    )


def test_missing(folders):
    comparison = golden.compare(folders.golden_path("mlp"), NEW, "golden/mlp.py")
    assert comparison.status is Status.MISSING
    assert (comparison.added, comparison.removed) == (4, 0)
    assert comparison.diff.startswith("--- /dev/null\n+++ golden/mlp.py\tnew\n")


def test_an_empty_golden_is_not_a_missing_one(folders):
    path = write(folders, "mlp", "")
    assert golden.compare(path, "").status is Status.SAME
    assert golden.compare(path, NEW).status is Status.DIFFERS


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("x = 1\n", "x = 1", (1, 1)),
        ("x = 1\n", "x = 1\r\n", (1, 1)),
        ("x = 1\n", "x = 1\n\n", (1, 0)),
        ("x = 1 \n", "x = 1\n", (1, 1)),
        ("--x\n", "++x\n", (1, 1)),
        ("a\x0cb\n", "a\x0cc\n", (1, 1)),
    ],
)
def test_every_byte_counts(folders, old, new, counts):
    comparison = golden.compare(write(folders, "mlp", old), new)
    assert comparison.status is Status.DIFFERS
    assert (comparison.added, comparison.removed) == counts
    assert comparison.diff


def test_the_diff_says_where_the_last_line_has_no_end(folders):
    comparison = golden.compare(write(folders, "mlp", "x\n"), "x")
    assert comparison.diff.endswith("-x\n+x\n\\ No newline at end of file\n")


def test_a_golden_that_is_not_text_differs(folders):
    path = folders.golden_path("mlp")
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\n")
    comparison = golden.compare(path, NEW)
    assert comparison.status is Status.DIFFERS
    comparison.diff.encode()


@pytest.mark.parametrize("old", [OLD, None])
@pytest.mark.parametrize("new", [NEW, "x"])
def test_git_can_apply_the_diff(folders, tmp_path, old, new):
    path = folders.golden_path("mlp")
    if old is not None:
        write(folders, "mlp", old)
    diff = golden.compare(path, new, "golden/mlp.py").diff
    command = ["git", "apply", "-p0"]
    subprocess.run(command, cwd=tmp_path, input=diff, text=True, check=True)
    assert path.read_text() == new


# Checking leaves things pending


def test_checking_writes_no_golden(folders):
    write(folders, "mlp", OLD)
    assert golden.check(folders, "mlp", NEW).status is Status.DIFFERS
    assert golden.check(folders, "snn/if_node", NEW).status is Status.MISSING
    assert tree(folders.golden) == ["mlp.py"]
    assert folders.golden_path("mlp").read_text() == OLD
    assert golden.pending(folders) == ["mlp", "snn/if_node"]
    assert golden.pending_text(folders, "mlp") == NEW


def test_checking_what_is_the_same_touches_nothing(folders, tmp_path):
    write(folders, "mlp", OLD)
    assert golden.check(folders, "mlp", OLD).status is Status.SAME
    assert os.listdir(tmp_path) == ["golden"]


def test_what_is_the_same_again_is_no_longer_pending(folders):
    write(folders, "snn/mlp", OLD)
    golden.check(folders, "snn/mlp", NEW)
    golden.check(folders, "snn/mlp", OLD)
    assert golden.pending(folders) == []
    assert tree(folders.state) == [".gitignore"]


def test_pending_keeps_every_byte(folders):
    text = NEW + "s = '''a\r\nb'''\r\n"
    golden.check(folders, "mlp", text)
    assert golden.pending_text(folders, "mlp") == text
    path = golden.accept(folders, "mlp")
    assert path.read_bytes() == text.encode()
    assert golden.compare(path, text).status is Status.SAME


def test_git_sees_no_pending_files(folders, tmp_path):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    golden.check(folders, "mlp", NEW)
    shown = subprocess.run(
        ["git", "status", "--porcelain", "--untracked-files=all"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout == ""
    assert tree(folders.state) == [".gitignore", "pending/mlp.py"]


# Accepting and rejecting


def test_accepting(folders):
    golden.check(folders, "snn/mlp", NEW)
    path = golden.accept(folders, "snn/mlp")
    assert path == folders.golden / "snn" / "mlp.py"
    assert path.read_text() == NEW
    assert golden.pending(folders) == []
    assert golden.check(folders, "snn/mlp", NEW).status is Status.SAME


def test_rejecting(folders):
    write(folders, "mlp", OLD)
    golden.check(folders, "mlp", NEW)
    golden.reject(folders, "mlp")
    assert golden.pending(folders) == []
    assert folders.golden_path("mlp").read_text() == OLD


@pytest.mark.parametrize("action", [golden.accept, golden.reject, golden.pending_text])
def test_nothing_is_pending(folders, action):
    with pytest.raises(GoldenError, match="nothing is pending for mlp"):
        action(folders, "mlp")


@pytest.mark.parametrize("value", ["1", "true", "yes"])
def test_in_ci_nothing_writes_golden(folders, monkeypatch, value):
    write(folders, "old", OLD)
    monkeypatch.setenv("CI", value)
    assert golden.check(folders, "mlp", NEW).status is Status.MISSING
    for action, name in [(golden.accept, "mlp"), (golden.remove, "old")]:
        with pytest.raises(GoldenError, match="CI is set"):
            action(folders, name)
    with pytest.raises(GoldenError, match="CI is set"):
        golden.write_golden(folders.golden_path("mlp"), NEW)
    assert tree(folders.golden) == ["old.py"]
    assert golden.pending(folders) == ["mlp"]
    golden.reject(folders, "mlp")
    assert golden.pending(folders) == []


@pytest.mark.parametrize("value", ["", "0", "false", "False"])
def test_ci_may_be_unset_in_several_ways(folders, monkeypatch, value):
    monkeypatch.setenv("CI", value)
    golden.check(folders, "mlp", NEW)
    golden.accept(folders, "mlp")
    assert tree(folders.golden) == ["mlp.py"]


# Obsolete ones


def test_obsolete_goldens_are_named_not_deleted(folders):
    for name in ("mlp", "old_net", "snn/gone", "snn/if_node"):
        write(folders, name, OLD)
    write(folders, "__init__", '"""Written by hand."""\n')
    write(folders, "windows", OLD.replace("\n", "\r\n"))
    names = {"mlp", "snn/if_node"}
    assert golden.obsolete(folders, names) == ["old_net", "snn/gone", "windows"]
    assert len(tree(folders.golden)) == 6


def test_no_folder_no_obsolete(folders):
    assert golden.obsolete(folders, set()) == []


def test_removing(folders):
    write(folders, "snn/deep/gone", OLD)
    write(folders, "snn/here", OLD)
    golden.remove(folders, "snn/deep/gone")
    assert tree(folders.golden) == ["snn/here.py"]
    assert not (folders.golden / "snn" / "deep").exists()
    with pytest.raises(GoldenError, match="no golden file"):
        golden.remove(folders, "snn/deep/gone")
    golden.remove(folders, "snn/here")
    assert folders.golden.exists()


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../x", "a/../../x", "a\\b"])
def test_a_name_stays_inside_its_folder(folders, name):
    with pytest.raises(GoldenError, match="name"):
        golden.check(folders, name, NEW)


def test_a_name_may_hold_dots(folders):
    assert folders.golden_path("v1.2/net.v3").name == "net.v3.py"
    golden.check(folders, "v1.2/net.v3", NEW)
    assert golden.pending(folders) == ["v1.2/net.v3"]
