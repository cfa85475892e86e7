"""The first gradient of a process: from the store, and what is said of the time."""

import os
import shutil
import subprocess
import sys

import pytest

from codegen import digest
from codegen.store import Store
from srcad import build

MODEL = """
import numpy as np


def f(x):
    return np.sum(np.sin(x) * x)
"""
SCRIPT = """
import sys
import numpy as np
import srcad
from model import f

srcad.grad(f)(np.ones(3))
names = ("srcad.compiler.driver", "black", "astor")
print([name for name in names if name in sys.modules])
"""


@pytest.fixture
def started(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    environment = {"PYTHONPATH": path, "SRCAD_CACHE_DIR": str(tmp_path / "cache")}
    environment["SRCAD_CACHE_KEY"] = "a key of this test"

    def run(script=SCRIPT, **more):
        return subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, **environment, **more},
            capture_output=True,
            text=True,
            check=True,
        )

    return run


def test_a_stored_module_is_run_without_the_compiler(started):
    assert "srcad.compiler.driver" in started().stdout
    assert started().stdout == "[]\n"


COMPILED = """
import sys
import numpy as np
import srcad
from model import f

files = []


def note(event, details):
    if event == "compile" and isinstance(details[1], str):
        files.append(details[1])


gradient = srcad.grad(f)
sys.addaudithook(note)
gradient(np.ones(3))
made = sys.modules[next(n for n in sys.modules if n.startswith("srcad_generated"))]
print([one for one in (made.__file__, "<guards>") if one in files])
"""


def test_a_stored_module_and_what_asks_its_guards_are_not_compiled_again(started):
    assert "<guards>" in started(COMPILED).stdout
    assert started(COMPILED).stdout == "[]\n"
    assert started(COMPILED, PYTHONOPTIMIZE="1").stdout != "[]\n"


def test_the_time_of_each_stage_is_said_where_it_is_asked_for(started):
    assert started(SRCAD_TRACE="0").stderr == ""
    again = started(SRCAD_TRACE="1").stderr
    assert again.startswith("srcad: model.py::f: store ")
    assert "lowering" not in again


EDITS = {
    "a longer text": lambda folder: (folder / "inner/b.py").write_text("x = 12\n"),
    "another time": lambda folder: os.utime(folder / "a.py", ns=(1, 1)),
    "a new file": lambda folder: (folder / "inner/c.py").write_text(""),
    "a file less": lambda folder: (folder / "a.py").unlink(),
    "another name": lambda folder: (folder / "a.py").rename(folder / "inner/a.py"),
    "a new folder": lambda folder: (folder / "a").mkdir(),
    "a folder less": lambda folder: shutil.rmtree(folder / "inner"),
    "a file in the place of another": lambda folder: replaced(folder / "a.py"),
}


def replaced(path):
    """One of the same size and time takes its name."""
    other = path.with_suffix(".new")
    other.write_text("y = 1\n")
    stat = path.stat()
    os.utime(other, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    other.replace(path)


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """Folders of texts that stand for srcad's; and which of them were read, each time
    that it was asked what they are."""
    folder = tmp_path / "package"
    (folder / "inner").mkdir(parents=True)
    for name in ("a.py", "inner/b.py", "notes.txt"):
        (folder / name).write_text("x = 1\n")
    for each in (folder, folder / "inner"):
        os.utime(each, ns=(1, 1))
    monkeypatch.setattr(build, "_folders", lambda: [folder])
    store, read = Store(tmp_path / "cache"), []

    def noted(folder):
        read.append(folder)
        return digest.package_digest(folder)

    monkeypatch.setattr(build, "package_digest", noted)

    def asked():
        build.digests.cache_clear()
        build.environment.cache_clear()
        read.clear()
        return build.environment(store), len(read)

    yield folder, asked
    build.digests.cache_clear()
    build.environment.cache_clear()


def test_the_text_of_srcad_is_read_once(texts):
    folder, asked = texts
    first, times = asked()
    assert times == 1
    (folder / "notes.txt").write_text("longer than it was")
    (folder / "inner/b.pyi").touch()
    os.utime(folder / "inner", ns=(1, 1))
    assert asked() == (first, 0)


@pytest.mark.parametrize("edit", EDITS)
def test_the_text_of_srcad_is_read_anew_after_an_edit(texts, edit):
    folder, asked = texts
    first, _ = asked()
    EDITS[edit](folder)
    now, times = asked()
    assert times == 1
    assert (now == first) == (edit in ("another time", "a new folder"))
    assert asked() == (now, 0)
