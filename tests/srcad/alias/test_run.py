"""``srcad run SCRIPT`` behaves like ``python SCRIPT``, with ``mindspore`` answered."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = [sys.executable]
RUN = [sys.executable, "-m", "srcad", "run"]
SRCAD = [str(Path(sys.executable).parent / "srcad"), "run"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path


def execute(command: list[str], *words: str, cwd: Path, **environment: str):
    return subprocess.run(
        [*command, *words],
        cwd=cwd,
        env=os.environ | {"SRCAD_CACHE_DIR": str(cwd / "cache")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def same(folder: Path, *words: str, command: list[str] = RUN, **environment: str):
    """Run a script with Python and with srcad, and check that nobody can tell."""
    expected = execute(PYTHON, *words, cwd=folder, **environment)
    result = execute(command, *words, cwd=folder, **environment)
    assert result.stdout == expected.stdout
    assert result.stderr == expected.stderr
    assert result.returncode == expected.returncode
    return result


# ------------------------------------------------------------------- as Python does

STATE = """\
import os, sys
print(sys.argv, sys.path[0], __name__, __file__, __package__, __spec__, __doc__)
print(sorted(name for name in globals() if name.startswith("__")))
print(sys.modules["__main__"].__dict__ is globals(), type(__loader__).__name__)
print(os.getcwd(), type(__builtins__).__name__)
print(__annotations__ if "__annotations__" in globals() else None)
"""


@pytest.mark.rest
def test_the_state_a_script_starts_with(folder):
    (folder / "work" / "script.py").write_text(STATE)
    words = ["work/script.py", "one", "--two", "-h", "--no-cache", "--", "-"]
    assert str(words) in same(folder, *words).stdout
    same(folder, *words, command=SRCAD)
    same(folder / "work", "../work/script.py")
    same(folder, str(folder / "work" / "script.py"))


def test_a_script_behind_a_link_has_its_own_folder_on_the_path(folder):
    (folder / "work" / "script.py").write_text(STATE)
    (folder / "link.py").symlink_to(folder / "work" / "script.py")
    assert str(folder / "work") in same(folder, "link.py").stdout


def test_a_folder_with_a_main(folder):
    (folder / "work" / "__main__.py").write_text("import sys\nprint(sys.path[0])\n")
    result = execute(RUN, "work", cwd=folder)
    assert result.stdout == f"{folder / 'work'}\n"


def test_neighbours_are_imported_and_the_working_folder_is_not_searched(folder):
    (folder / "work" / "script.py").write_text("import near\nimport far\n")
    (folder / "work" / "near.py").write_text("print('near')\n")
    (folder / "far.py").write_text("")
    result = same(folder, "work/script.py")
    assert "No module named 'far'" in result.stderr


@pytest.mark.parametrize(
    "ending",
    [
        "sys.exit()",
        "sys.exit(0)",
        "sys.exit(7)",
        "sys.exit('said')",
        "raise SystemExit(None)",
        "atexit.register(print, 'at exit'); sys.exit(3)",
        "atexit.register(print, 'at exit')",
        "threading.Timer(0.1, print, ['later']).start()",
        "pass",
    ],
)
def test_exit_codes(folder, ending):
    (folder / "script.py").write_text(f"import atexit, sys, threading\n{ending}\n")
    same(folder, "script.py")


RAISING = """\
import json

def inner(text):
    return json.loads(text)

def outer():
    try:
        inner("{")
    except ValueError as error:
        raise RuntimeError("mended") from error

outer()
"""


@pytest.mark.parametrize(
    "text",
    [
        RAISING,
        "1 / 0\n",
        "def f(:\n    pass\n",
        "\n\nx = 'never closed\n",
        "raise ExceptionGroup('two', [ValueError(1), TypeError(2)])\n",
        "import sys\nsys.excepthook = lambda *error: print('mine', error[0])\n1 / 0\n",
        "# coding: latin-1\nprint('caf\xe9')\nraise ValueError('caf\xe9')\n",
        "assert False, 'no'\n",
        "exec('1 / 0')\n",
    ],
)
def test_tracebacks_are_pythons(folder, text):
    (folder / "script.py").write_text(text, encoding="latin-1")
    same(folder, "script.py", PYTHONIOENCODING="utf-8")


def test_an_interrupt_is_reported_from_the_script_on(folder):
    (folder / "script.py").write_text("raise KeyboardInterrupt\n")
    result = execute(RUN, "script.py", cwd=folder)
    assert result.stderr == execute(PYTHON, "script.py", cwd=folder).stderr
    assert result.returncode == 130


def test_a_class_of_the_script_pickles(folder):
    (folder / "script.py").write_text(
        "import pickle\nclass C: pass\nprint(type(pickle.loads(pickle.dumps(C()))))\n"
    )
    assert same(folder, "script.py").stdout == "<class '__main__.C'>\n"


# -------------------------------------------------------------- what Python does not

NET = """\
import sys
import mindspore as ms
from mindspore import nn
from mindspore.train import Converter

class Net(nn.Cell):
    def construct(self, x):
        return x * x * x

if __name__ == "__main__":
    print(ms.grad(Net())(ms.Tensor([float(word) for word in sys.argv[1:]])))
"""


def test_a_mindspore_script(folder):
    (folder / "net.py").write_text(NET)
    for command in (RUN, SRCAD):
        result = execute(command, "net.py", "1", "-2", cwd=folder)
        assert (result.stdout, result.stderr) == ("[ 3. 12.]\n", "")
    assert list((folder / "cache").rglob("*.py"))


@pytest.mark.rest
def test_no_cache_keeps_nothing(folder):
    (folder / "net.py").write_text(NET)
    result = execute(RUN, "--no-cache", "net.py", "2", cwd=folder)
    assert result.stdout == "[12.]\n"
    assert not (folder / "cache").exists()


def test_a_missing_name_is_named_where_it_is_run(folder):
    (folder / "train.py").write_text(
        "from mindspore.train import Converter\n\ndef f():\n    Converter(None)\n\nf()\n"
    )
    result = execute(RUN, "train.py", cwd=folder)
    assert result.returncode == 1
    assert "`mindspore.train.Converter` is not in srcad." in result.stderr
    assert f'File "{folder / "train.py"}", line 4, in f' in result.stderr


def test_a_script_that_is_not_there(folder):
    result = execute(RUN, "nowhere.py", cwd=folder)
    assert result.returncode == 2
    assert result.stderr == "error: there is no file nowhere.py\n"
    result = execute(RUN, "work", cwd=folder)
    assert result.returncode == 2
    assert result.stderr == "error: there is no __main__.py in the folder work\n"


def test_an_installed_mindspore_is_shadowed_only_when_asked(folder):
    package = folder / "site" / "mindspore"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("class Tensor: pass\n")
    (folder / "script.py").write_text("import mindspore\nprint(mindspore.Tensor)\n")
    site = {"PYTHONPATH": str(folder / "site")}
    result = execute(RUN, "script.py", cwd=folder, **site)
    assert result.returncode == 2
    assert "`srcad run --replace-mindspore script.py`" in result.stderr
    result = execute(RUN, "--replace-mindspore", "script.py", cwd=folder, **site)
    assert result.stdout == "<class 'srcad.tensor.Tensor'>\n"


def test_options_of_srcad_stand_before_the_script(folder):
    (folder / "work" / "script.py").write_text("import os\nprint(os.getcwd())\n")
    result = execute(RUN, "-C", "work", "script.py", cwd=folder)
    assert result.stdout == f"{folder / 'work'}\n"
    assert (
        "Run SCRIPT as `python SCRIPT ARG...`" in execute(RUN, "-h", cwd=folder).stdout
    )
