"""black, around what is spliced."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from codegen import splice
from codegen.files import split_lines
from codegen.formatting import FormattingError, format_module

TEMPLATE = '''\
import numpy as np

X=1

class A:
    """D."""

    x = 1

{fenced}

def after( ):
  return [ {items} ]
'''

METHODS = {
    "plain": "    def f(self, x):\n        return x\n",
    "odd spacing": "    def f ( self,x ) :\n        return( x )   \n",
    "trailing spaces": "    def f(self):  \n        x = 1 \n   \n        return x\t\n",
    "windows": "    def f(self):\r\n\r\n        return '''a\r\n b'''\r\n",
    "lone carriage returns": "    def f(self):\r        return 1\n",
    "tabs": "\tdef f(self):\n\t\treturn 1\n",
    "form feed": "    def f(self):\n        x = 1\n\x0c\n        return x\n",
    "odd quotes": "    def f(self):\n        return 'a' + \"b\" + '''c''' + U\"d\"\n",
    "own fences": "    def f(self):\n        # fmt: on\n        x  = 1\n"
    "        # fmt: off\n        y  = 2\n        return x,y\n",
    "skips": "    def f(self):\n        x  = 1  # fmt: skip\n        return x\n",
    "margin comments": "    def f(self):\n# fmt: on\n        return  1\n",
    "many blank lines": "    def f(self):\n\n\n\n\n        return 1\n\n        # end\n",
    "long line": "    def f(self):\n        return " + "x + " * 40 + "1\n",
    "one line": "    def f(self): return 1; # why\n",
    "decorators": "    @ property\n    @b( 1 )\n    def f(self): return 1\n",
    "continuation": "    def f(self):\n        return 1 + \\\n  2\n",
    "old operators": "    def f(self):\n        return 0XFF + 1E5 + 10l\n".replace(
        "l", ""
    ),
    "hidden name": "    def f(self):\n        spliced_method_0 = 1\n",
    "no final newline": "    def f(self):\n        return 1  # last",
}


@pytest.fixture(params=METHODS.values(), ids=METHODS)
def text(request):
    fenced = splice.fenced(request.param, "    ")
    return TEMPLATE.format(fenced=fenced, items="1,  2")


def test_spliced_bytes_are_left_alone_and_the_rest_is_formatted(text, request):
    (region,) = splice.fenced_regions(text)
    block = "".join(split_lines(text)[region.start : region.stop])
    formatted = format_module(text)
    assert block in formatted
    before, after = formatted.split(block)
    assert before == (
        'import numpy as np\n\nX = 1\n\n\nclass A:\n    """D."""\n\n    x = 1\n\n'
    )
    assert after == "\n\ndef after():\n    return [1, 2]\n"


def test_formatting_again_changes_nothing(text):
    formatted = format_module(text)
    assert format_module(formatted) == formatted


def test_lines_are_broken_at_88_columns():
    items = ", ".join(f"argument_{index}" for index in range(20))
    formatted = format_module(TEMPLATE.format(fenced="", items=items))
    assert "    return [\n        argument_0,\n" in formatted
    assert max(map(len, formatted.splitlines())) <= 88
    fits = 'x = f("' + "a" * 79 + '")\n'
    assert len(fits) == 89
    assert format_module(fits) == fits


def test_a_table_stays_one_entry_a_line():
    text = 'SIGNATURE = {\n    "x": "float32[N]",\n}\n'
    assert format_module(text) == text


def test_many_methods_keep_their_places():
    methods = [f"    def f{n} (self): return  {n}\n" for n in range(12)]
    fenced = "\n".join(splice.fenced(method, "    ") for method in methods)
    text = TEMPLATE.format(fenced=fenced, items="")
    formatted = format_module(text)
    assert fenced in formatted
    assert ast.dump(ast.parse(formatted)) == ast.dump(ast.parse(text))


def test_no_text_is_taken_for_a_stand_in():
    first = '    def f(self): return """\n    spliced_method_1\n"""\n'
    second = "    def g(self): return  2\n"
    fenced = "\n".join(splice.fenced(method, "    ") for method in (first, second))
    text = TEMPLATE.format(fenced=fenced, items="")
    assert fenced in format_module(text)


@pytest.mark.parametrize("text", ["x = (\n", "def f():\nreturn 1\n", "\x00"])
def test_what_is_not_a_module_is_refused(text):
    with pytest.raises(FormattingError, match="module"):
        format_module(text)


def test_bytes_that_black_would_change_are_noticed(monkeypatch):
    """Should a version of black rename or move the stand-ins, nothing is written."""
    from codegen import formatting

    text = TEMPLATE.format(fenced=splice.fenced(METHODS["plain"], "    "), items="")
    monkeypatch.setattr(formatting, "_black", lambda text: text.replace("_0\n", "_1\n"))
    with pytest.raises(FormattingError, match="spliced"):
        format_module(text)


@pytest.mark.parametrize("name", ["plain", "odd spacing", "own fences", "long line"])
def test_the_users_own_black_agrees(name, tmp_path: Path):
    """Whoever runs black over a folder of generated modules sees no change."""
    fenced = splice.fenced(METHODS[name], "    ")
    path = tmp_path / "module.py"
    path.write_text(format_module(TEMPLATE.format(fenced=fenced, items="1")))
    before = path.read_bytes()
    command = [sys.executable, "-m", "black", "--quiet", "--no-cache", str(path)]
    subprocess.run(command, check=True)
    assert path.read_bytes() == before
