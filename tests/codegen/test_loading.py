"""Importing generated text, with its source at hand."""

import dataclasses
import inspect
import linecache
import sys
import traceback

import pytest

from codegen.loading import DigestError, load
from codegen.store import Store

TEXT = '"""D."""\n\n\ndef f(x):\n    # why\n    return 1 / x\n'


@pytest.fixture
def entry(tmp_path):
    return Store(tmp_path).put("k", TEXT, {})


@pytest.fixture(autouse=True)
def forget_modules():
    yield
    for name in [name for name in sys.modules if name.startswith("generated_by_test")]:
        del sys.modules[name]


def sources(tmp_path, entry):
    path = tmp_path / "module.py"
    path.write_text(TEXT)
    return {"entry": entry, "path": path, "text": TEXT}


@pytest.mark.parametrize("kind", ["entry", "path", "text"])
def test_the_module_works_and_shows_its_source(kind, tmp_path, entry):
    source = sources(tmp_path, entry)[kind]
    module = load(source, "generated_by_test")
    assert module.f(2) == 0.5
    assert (module.__name__, module.__doc__) == ("generated_by_test", "D.")
    assert sys.modules["generated_by_test"] is module
    assert inspect.getsource(module.f) == TEXT[TEXT.index("def") :]
    with pytest.raises(ZeroDivisionError) as caught:
        module.f(0)
    shown = "".join(traceback.format_exception(caught.value))
    assert "    return 1 / x\n" in shown
    expected = {"entry": str(entry.path), "path": str(tmp_path / "module.py")}
    assert module.__file__ == expected.get(kind, "<generated generated_by_test>")


def test_the_source_shown_is_the_one_executed(entry):
    """Whatever becomes of the file, and whatever else asks linecache to look."""
    module = load(entry, "generated_by_test")
    entry.path.write_text("something else\n" * 50)
    linecache.checkcache()
    assert inspect.getsource(module.f) == TEXT[TEXT.index("def") :]
    entry.path.unlink()
    linecache.checkcache()
    assert inspect.getsource(module.f) == TEXT[TEXT.index("def") :]


def test_a_text_that_does_not_fit_its_digest_is_not_executed(entry):
    edited = dataclasses.replace(entry, text="raise SystemExit\n")
    with pytest.raises(DigestError, match="k"):
        load(edited, "generated_by_test")
    assert "generated_by_test" not in sys.modules


def test_an_edit_of_the_file_after_it_was_read_is_not_executed(entry):
    entry.path.write_text("raise SystemExit\n")
    assert load(entry, "generated_by_test").f(1) == 1


def test_an_entry_without_a_file_loads(entry):
    module = load(dataclasses.replace(entry, path=None), "generated_by_test")
    assert module.__file__ == "<generated generated_by_test>"


def test_a_module_that_raises_is_not_left_registered():
    with pytest.raises(ZeroDivisionError):
        load("1 / 0\n", "generated_by_test")
    assert "generated_by_test" not in sys.modules
    first = load("x = 1\n", "generated_by_test")
    with pytest.raises(SyntaxError):
        load("x = (\n", "generated_by_test")
    with pytest.raises(ZeroDivisionError):
        load("1 / 0\n", "generated_by_test")
    assert sys.modules["generated_by_test"] is first


def test_what_is_defined_can_be_found_by_name():
    text = (
        "from dataclasses import dataclass\n\n\n"
        "@dataclass\nclass A:\n    x: 'int' = 1\n\n\n"
        "def make():\n    import pickle\n    return pickle.loads(pickle.dumps(A(2)))\n"
    )
    module = load(text, "generated_by_test")
    assert module.make() == module.A(2)


def test_future_imports_of_the_loader_do_not_leak():
    module = load("def f(x: 1 + 1): pass\n", "generated_by_test")
    assert module.f.__annotations__ == {"x": 2}


def test_line_numbers_count_lone_carriage_returns():
    module = load("x = '''a\rb\r\nc'''\ndef f():\n    1 / 0\n", "generated_by_test")
    with pytest.raises(ZeroDivisionError) as caught:
        module.f()
    assert "    1 / 0\n" in "".join(traceback.format_exception(caught.value))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.py", "generated_by_test")
