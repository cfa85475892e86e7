"""``srcad.lock``: read, written, and left alone."""

import pytest

from codegen.golden import GoldenError
from srcad.review import lock

ONE = {"srcad": "0.1", "golden": "sha256:1", "facts": {"self.a literal": "float 1.0"}}


@pytest.fixture(autouse=True)
def without_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


def test_a_line_a_target_sorted(tmp_path):
    lock.update(tmp_path, {"b": ONE, "a/c": ONE})
    lock.update(tmp_path, {"a/b": {**ONE, "srcad": "0.2"}}, ["b"])
    assert lock.read(tmp_path) == {"a/b": {**ONE, "srcad": "0.2"}, "a/c": ONE}
    head, *lines = (tmp_path / lock.NAME).read_text().splitlines()
    assert head.startswith("# Written by `srcad accept`")
    assert [line.partition(" ")[0] for line in lines] == ["a/b", "a/c"]
    lock.update(tmp_path, {}, ["a/b", "a/c"])
    assert not (tmp_path / lock.NAME).exists()


def test_what_is_no_record_is_left_out(tmp_path):
    assert lock.read(tmp_path) == {}
    (tmp_path / lock.NAME).write_text(
        '<<<<<<< ours\na {"srcad":"1"}\nb {not\n=======\n'
    )
    assert lock.read(tmp_path) == {"a": {"srcad": "1"}}


@pytest.mark.parametrize(
    "words",
    [
        '"facts":[1]',
        '"facts":{"self.a literal":1}',
        '"sources":"x"',
        '"sources":{"a.py":[]}',
        '"sources":{"a.py":{"f":[6,"68b67fdcf"]}}',
        '"makers":{"a.py":{"f":"x"}}',
        '"target":3',
        '"makers":' + '{"a":' * 100_000,
    ],
)
def test_a_line_of_another_form_is_left_out(tmp_path, words):
    (tmp_path / lock.NAME).write_text(f'a {{{words}}}\nb {{"srcad":"1"}}\n')
    assert lock.read(tmp_path) == {"b": {"srcad": "1"}}


def test_what_is_read_first_stands_first(tmp_path):
    lock.update(tmp_path, {"a": {"library": {}, "facts": {"b": ""}, **ONE, "x": 1}})
    line = (tmp_path / lock.NAME).read_text().splitlines()[1]
    assert line == (
        'a {"srcad": "0.1", "golden": "sha256:1", '
        '"facts": {"self.a literal": "float 1.0"}, "x": 1}'
    )


def test_in_ci_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("CI", "true")
    with pytest.raises(GoldenError):
        lock.update(tmp_path, {"a": ONE})
    assert list(tmp_path.iterdir()) == []


def test_a_record_fits_one_text():
    assert not lock.fits(None, "")
    assert not lock.fits(ONE, "text")
    assert lock.fits({"golden": lock.text_digest("text")}, "text")
