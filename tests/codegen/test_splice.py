"""Cutting a method out of a file and fencing it into another, byte for byte."""

import ast
import textwrap

import pytest

from codegen import splice
from codegen.files import split_lines

# A method as people write them: every oddity below must come through untouched.
ODD = (
    "    def bprop(self, x , out, dout):\r\n"
    "        '''Odd  docstring\r\n"
    "  whose lines start anywhere   \r\n"
    "\tor with a tab'''\r\n"
    "\r\n"
    "        # comment   with   spaces   \n"
    "        y = {'a':1,\n"
    "   'b' : 2 }   # closing too far left\n"
    "# at the margin\n"
    "        \n"
    "        z = f\"{x!r:>{8}} {{}}\" + 'it''s' + \"it's\"\n"
    "        t = x + \\\n"
    "    1\n"
    '        s = """a\n'
    "b {x}\n"
    "            c\"\"\"; u = f'''{\n"
    "x}\n"
    "  d'''\n"
    "        if x :\n"
    "        \treturn (x, )\t\n"
    "        return (dout * z, )      # trailing"
)


# Cutting


FILE = '''\
import ops


class Net:
    """A Cell."""

    # Not part of the method.
    @ops.jit
    @other(
        1,
    )
    def bprop(self, x):
        """Return x."""

        # inside
        def helper(y):
            return y
        return helper(x)  # trailing
        # below, inside

            # deeper

    # below, outside

    def other(self): return 1


def after():
    pass
'''


@pytest.mark.parametrize("line", [8, 9, 12])
def test_method_source_runs_from_def_to_the_end_of_the_body(line):
    expected = "".join(split_lines(FILE)[11:21])
    assert splice.method_source(FILE, line) == expected
    assert expected.startswith("    def bprop(self, x):\n")
    assert expected.endswith("            # deeper\n")


def test_method_source_of_one_line():
    assert splice.method_source(FILE, 25) == "    def other(self): return 1\n"


@pytest.mark.parametrize("line", [1, 4, 10, 13, 99])
def test_method_source_needs_the_line_of_a_function(line):
    with pytest.raises(ValueError, match=f"line {line}"):
        splice.method_source(FILE, line)


def test_method_source_keeps_every_byte():
    above = "\ufeffimport ops\r\n\x0c\r\nclass Net:\r    x = '''\r\n'''\r\n"
    below = "\n\n    y = 1\r\n"
    assert splice.method_source(above + ODD + below, 6) == ODD + "\n"


def test_method_source_ends_where_the_file_does():
    assert splice.method_source("class A:\n" + ODD, 2) == ODD


def test_definition_source_takes_a_node():
    (node,) = ast.parse("def f():\n  return 1 # one\n  # end\n# not\n").body
    text = splice.definition_source(
        "def f():\n  return 1 # one\n  # end\n# not\n", node
    )
    assert text == "def f():\n  return 1 # one\n  # end\n"


# Moving


def test_a_method_that_stays_where_it_was_keeps_every_byte():
    assert splice.reindented(ODD, "    ") == ODD


@pytest.mark.parametrize("indentation", ["", "    ", "\t", "            "])
def test_only_the_indentation_of_the_block_changes(indentation):
    moved = splice.reindented(ODD, indentation)
    inside_strings = {2, 3, 14, 15, 16, 17}
    stays = inside_strings | {4, 7, 8}
    for number, (old, new) in enumerate(
        zip(split_lines(ODD), split_lines(moved), strict=True)
    ):
        expected = old if number in stays else indentation + old.removeprefix("    ")
        assert new == expected, number


def test_moving_there_and_back_gives_the_bytes_back():
    deeper = splice.reindented(ODD, "            ")
    assert splice.reindented(deeper, "    ") == ODD


@pytest.mark.parametrize("indentation", ["", "  ", "    ", "\t", "\t\t"])
def test_values_of_strings_survive_the_move(indentation):
    source = textwrap.indent(
        'def f():\n    a = """x\n    y"""\n    return a + \'p\\\n    q\'\n', "    "
    )
    moved = splice.reindented(source, indentation)
    scope = {}
    exec(textwrap.dedent(moved) if not indentation else f"if 1:\n{moved}", scope)
    assert scope["f"]() == "x\n        yp        q"


def test_tabs_are_moved_as_a_block():
    source = "\tdef f(x):\n\t\tif x:\n\t\t\treturn 1\n"
    expected = "    def f(x):\n    \tif x:\n    \t\treturn 1\n"
    assert splice.reindented(source, "    ") == expected


def test_tabs_and_spaces_that_cannot_move_are_refused():
    source = " \tdef f(x):\n\t  return x\n"
    ast.parse("class A:\n" + source)
    with pytest.raises(ValueError, match="cannot be moved"):
        splice.reindented(source, "    ")


def test_empty_lines_stay_empty():
    source = "def f():\n\n    x = 1\r\n\r\n    \n    return x\n"
    expected = "    def f():\n\n        x = 1\r\n\r\n        \n        return x\n"
    assert splice.reindented(source, "    ") == expected


def test_a_method_with_decorators_is_one_block():
    source = "        @property\n        def f(self):\n            return 1\n"
    expected = "    @property\n    def f(self):\n        return 1\n"
    assert splice.reindented(source, "    ") == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = 1\n",
        "    x = 1\n",
        "def f(): pass\ndef g(): pass\n",
        "    def f(): pass\n    x = 1\n",
        "    def f(:\n",
        "    def f(): pass\nx = 1\n",
        "class A:\n    def f(self): pass\n",
    ],
)
def test_what_is_not_one_function_is_refused(text):
    with pytest.raises(ValueError, match="not the text of a method"):
        splice.reindented(text, "    ")


# Fencing


def test_fenced_adds_only_the_fence():
    assert splice.fenced(ODD, "    ") == f"    # fmt: off\n{ODD}\n    # fmt: on\n"


def test_fenced_regions_are_found_again():
    method = "    def f(self):\n    # fmt: on\n        x = 1\n    # fmt: off\n"
    method += "        return x\n        # fmt: on\n"
    other = "    async def g(self): pass\n"
    text = "class A:\n    x = 1\n\n" + splice.fenced(method, "    ")
    text += "\n" + splice.fenced(other, "    ") + "\n    def h(self): pass\n"
    text += "\n\n# fmt: off\ndef k( ): pass\n# fmt: on\n"
    assert splice.fenced_regions(text) == [
        splice.Region(3, 11, "    "),
        splice.Region(12, 15, "    "),
    ]
    found = [
        "".join(split_lines(text)[region.start : region.stop])
        for region in splice.fenced_regions(text)
    ]
    assert found == [splice.fenced(method, "    "), splice.fenced(other, "    ")]


def test_a_fence_that_is_not_closed_is_none():
    text = "class A:\n    # fmt: off\n    def f(self): pass\n"
    assert splice.fenced_regions(text) == []
