"""The first gradient of a process: from the store, and what is said of the time."""

import os
import subprocess
import sys

import pytest

from codegen.digest import package_stamps

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


def test_files_that_are_edited_have_other_stamps(tmp_path):
    (tmp_path / "folder").mkdir()
    for name in ("a.py", "folder/b.py", "c.txt"):
        (tmp_path / name).write_text("1")
    before = package_stamps(tmp_path)
    (tmp_path / "c.txt").write_text("12")
    assert package_stamps(tmp_path) == before
    (tmp_path / "folder/b.py").write_text("12")
    changed = package_stamps(tmp_path)
    assert changed != before
    os.utime(tmp_path / "a.py", ns=(1, 1))
    assert package_stamps(tmp_path) not in (before, changed)
