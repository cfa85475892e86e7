"""A function whose file was changed after it was imported is refused for that."""

import importlib
import os
import sys

import numpy as np
import pytest

import srcad

FIRST = "def double(x):\n    return 2 * (x**2).sum()\n"
CHANGED = [
    FIRST.replace("2 *", "3 *"),
    "# a comment\n\n\n" + FIRST.replace("double", "treble"),
    "def double(x:\n",
]


@pytest.mark.parametrize("text", CHANGED)
def test_a_helper_whose_file_has_changed(tmp_path, monkeypatch, text):
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "helper_that_changes.py"
    file.write_text(FIRST)
    module = importlib.import_module("helper_that_changes")
    file.write_text(text)
    os.utime(file, (2e9, 2e9))
    try:
        with pytest.raises(srcad.CompileError, match="SRC014") as caught:
            srcad.grad(lambda x: module.double(x) * 2)(np.ones(2))
    finally:
        del sys.modules["helper_that_changes"]
    (found,) = caught.value.diagnostics
    assert found.label.endswith("its source is not what was imported")
    assert "the file was changed since" in found.help
    assert "srcad.defbprop(module.double)" in found.help
