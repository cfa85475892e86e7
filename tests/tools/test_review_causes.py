"""The measurement of causes: it judges, and can say no."""

import subprocess
import sys
from pathlib import Path

import pytest

from srcad.gradient.modules import default_store
from srcad.review.cause import Cause
from tools.hunting.catalogue import catalogue
from tools.hunting.causes import (
    REFUSED,
    RIGHT,
    SAME,
    _names_any,
    _names_edit,
    _places,
    judged_state,
    judged_text,
    text_case,
)
from tools.hunting.subjects import PROGRAMS

NAMED = ("function fact", "__name__")
ROOT = Path(__file__).resolve().parents[2]
OLD = "def f(x):\n    y = x * 2\n    return y\n"
NEW = "def f(x):\n    y = x * 3\n    return y\n"


def at(line, text="changed", kind="source"):
    return Cause(kind, text, "model.py", line)


def test_the_edited_statement_has_to_be_named():
    assert _names_edit([at(2)], OLD, NEW)
    assert not _names_edit([], OLD, NEW)
    assert not _names_edit([at(0, "nothing of it", "srcad")], OLD, NEW)


def test_another_statement_must_not_be_named():
    assert not _names_edit([at(1)], OLD, NEW + "\n\ndef g():\n    pass\n")
    assert not _names_edit(
        [at(2), at(9)], OLD + "\n" * 8 + "z = 1\n", NEW + "\n" * 8 + "z = 1\n"
    )


def test_an_object_is_named_by_its_path():
    assert _places("net.inner.scale = 3.0  # other") == {"net", "inner", "scale"}
    assert _names_any([at(0, "self.scale 2.0 -> 3.0", "fact")], {"scale"})
    assert not _names_any([at(0, "self.shift 2.0 -> 3.0", "fact")], {"scale"})
    assert _names_any([at(0, "self.training False -> True", "fact")], {"set_train"})


@pytest.mark.long
def test_some_edits_are_judged():
    texts = [judged_text(text_case(1, number), str(number)) for number in range(6)]
    states = [judged_state(("class_attribute", number)) for number in (1, 2, 3)]
    whats = {one.what for one in (*texts, *states)}
    assert whats <= {RIGHT, SAME, REFUSED}
    assert RIGHT in whats


@pytest.mark.long
def test_nearly_all_causes_are_right():
    command = [
        sys.executable,
        "tools/review_causes.py",
        "--edits",
        "100",
        "--seed",
        "7",
    ]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_another_name_of_the_function_is_a_cause():
    keys = catalogue(PROGRAMS, "nan_and_zero")
    default_store.cache_clear()  # what is judged sets another store
    judged = judged_state(("nan_and_zero", keys.index(NAMED)))
    assert judged.told == "function.__name__ = 'other'"
    assert judged.what == RIGHT
    assert judged.said == "the name of the function function -> other"
