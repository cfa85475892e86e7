import ast
import pickle
import re
import sys
import types

import pytest

from srcad.compiler.diagnostics.errors import (
    CODES,
    CompileError,
    Diagnostic,
    Span,
    render,
    shown_path,
    span_of_line,
    span_of_node,
)

LOOKUP = Diagnostic(
    "SRC014",
    "no derivative rule for `fastmath.lookup`",
    Span("model.py", 14, 16, 14, 34, "        return fastmath.lookup(x)"),
    label="`x` is active, and it has no Python source",
    help="give the Cell a `bprop`",
)


def spans(source, kind):
    tree = ast.parse(source)
    lines = source.splitlines()
    found = [node for node in ast.walk(tree) if isinstance(node, kind)]
    return [span_of_node("model.py", lines, node) for node in found]


def test_one_line_is_rendered_as_rustc_does():
    assert (
        render(LOOKUP)
        == """\
error[SRC014]: no derivative rule for `fastmath.lookup`
  --> model.py:14:16
   |
14 |         return fastmath.lookup(x)
   |                ^^^^^^^^^^^^^^^^^^ `x` is active, and it has no Python source
   |
   = help: give the Cell a `bprop`"""
    )


def test_note_and_help_of_several_lines_are_indented_under_their_first():
    diagnostic = Diagnostic("SRC001", "no", note="a\nb", help="c\nd")
    assert (
        render(diagnostic)
        == """\
error[SRC001]: no
  = note: a
          b
  = help: c
          d"""
    )


def test_several_lines_from_the_middle_of_one():
    source = "def f(x):\n    y = (x +\n         g(x,\n           z=1) + 2)\n"
    (span,) = spans(source, ast.Assign)[:1]
    value = spans(source, ast.BinOp)[0]
    assert (span.line, span.column, span.end_line) == (2, 5, 4)
    assert (
        render(Diagnostic("SRC011", "no", value, label="this"))
        == """\
error[SRC011]: no
 --> model.py:2:10
  |
2 |       y = (x +
  |  __________^
3 | |          g(x,
4 | |            z=1) + 2)
  | |___________________^ this"""
    )


def test_many_lines_are_elided_in_the_middle():
    source = "def f():\n" + "".join(f"    a{i}\n" for i in range(9))
    (span,) = spans(source, ast.FunctionDef)
    assert (
        render(Diagnostic("SRC011", "no", span))
        == """\
error[SRC011]: no
  --> model.py:1:1
   |
 1 | / def f():
 2 | |     a0
 3 | |     a1
 4 | |     a2
...  |
10 | |     a8
   | |______^"""
    )


def test_columns_count_characters_and_the_caret_counts_what_they_take():
    source = "名前 = é + wrong(x)\n"
    (span,) = spans(source, ast.Call)
    assert (span.column, span.end_column) == (10, 18)
    quoted, caret = render(Diagnostic("SRC012", "no", span)).splitlines()[-2:]
    # Each of the two ideographs is two columns wide.
    assert caret.index("^") == quoted.index("wrong") + 2
    assert caret.count("^") == len("wrong(x)")


def test_tabs_and_control_characters_cannot_disturb_the_terminal():
    span = Span("model.py", 1, 3, 1, 6, "\t\tbad\x1b[2J")
    text = render(Diagnostic("SRC011", "no \x1b[31m", span, label="tab\there"))
    assert "\x1b" not in text
    assert "\t" not in text
    quoted, caret = text.splitlines()[-2:]
    assert caret.index("^") == quoted.index("bad")


def test_an_empty_span_still_has_a_caret():
    span = Span("model.py", 1, 3, 1, 3, "ab")
    assert render(Diagnostic("SRC011", "no", span)).endswith("  |   ^")


def test_without_source_only_the_place_is_shown():
    text = render(Diagnostic("SRC010", "no", Span("lib.so", 7, 1, 7, 1)))
    assert text == "error[SRC010]: no\n --> lib.so:7:1"


def test_color_only_adds_escapes():
    colored = render(LOOKUP, color=True)
    assert "\x1b[1;31merror[SRC014]\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render(LOOKUP)


def test_span_of_line_leaves_indentation_out():
    span = span_of_line("model.py", ["", "    return x  "], 2)
    assert (span.column, span.end_column, span.text) == (5, 13, "    return x")


def test_compile_error_takes_several_and_survives_pickling():
    error = CompileError(LOOKUP, [LOOKUP])
    assert error.diagnostics == (LOOKUP, LOOKUP)
    assert str(error) == render(LOOKUP) + "\n\n" + render(LOOKUP)
    assert pickle.loads(pickle.dumps(error)).diagnostics == error.diagnostics
    with pytest.raises(ValueError, match="at least one"):
        CompileError()


def test_codes_are_known_and_have_titles():
    with pytest.raises(ValueError, match="SRC999"):
        Diagnostic("SRC999", "no")
    assert all(re.fullmatch(r"SRC\d{3}", code) for code in CODES)
    assert list(CODES) == sorted(CODES)
    assert len(set(CODES.values())) == len(CODES)


def test_paths_under_the_root_are_shown_relative_to_it(tmp_path, monkeypatch):
    inside = tmp_path / "sub" / "model.py"
    monkeypatch.chdir(tmp_path)
    assert shown_path(str(inside)) == "sub/model.py"
    assert shown_path("sub/model.py", tmp_path / "sub") == "sub/model.py"
    assert shown_path(str(inside), tmp_path / "sub") == "model.py"
    assert shown_path(str(tmp_path / "subway" / "m.py"), tmp_path / "sub") == str(
        tmp_path / "subway" / "m.py"
    )
    assert shown_path("<command line>") == "<command line>"


def test_the_cell_of_a_notebook_is_called_as_ipython_calls_it(monkeypatch):
    def format_code_name(name):
        return ("Cell", "In[3]") if name == "/tmp/ipykernel_7/123.py" else None

    compiler = types.SimpleNamespace(format_code_name=format_code_name)
    shell = types.SimpleNamespace(compile=compiler)
    module = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", module)
    span = Span("/tmp/ipykernel_7/123.py", 2, 5, 2, 9, "    name")
    assert " --> In[3]:2:5\n" in render(Diagnostic("SRC020", "no", span))
    assert shown_path("/tmp/ipykernel_7/model.py") == "/tmp/ipykernel_7/model.py"
    monkeypatch.setattr(module, "get_ipython", lambda: None)
    assert shown_path("/tmp/ipykernel_7/123.py") == "/tmp/ipykernel_7/123.py"
