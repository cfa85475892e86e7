"""Statements and the blank lines between them."""

import ast
import inspect
import textwrap

import pytest

from codegen.description import Comment
from codegen.printing import print_statements


def statements(source):
    return ast.parse(textwrap.dedent(source)).body


def printed(source):
    return print_statements(statements(source))


AS_WRITTEN = '''
x = 1
===
x = y = f()
===
(a, b), c = f()
===
(dv_1,) = relusigmoid_backward(surrogate_residuals, dspike)
===
a, *rest = f()
===
[a, b] = c
===
fc1_weight, fc1_bias = params["fc1.weight"], params["fc1.bias"]
===
h[i] = h_i
===
dh[i] += d
===
x **= 2
===
x: int = 3
===
x: tuple = (1, 2)
===
(x): int
===
return
===
return out, (x, out)
===
return (dx,)
===
return (dx,), {"w": dw}
===
return lambda x: x
===
for i, (a, b) in enumerate(reversed(residuals)):
    pass
===
for a, b in reversed(residuals):
    x = a
else:
    x = b
===
for i in range(n - 1, -1, -1):
    pass
===
for x in (1, 2):
    pass
===
for x in a or b:
    continue
===
while x < 3:
    x += 1
===
while not (stop or x < 3):
    break
===
while (x := f()) is not None:
    pass
===
if n := f():
    pass
===
if x:
    y = 1
elif z:
    y = 2
elif w:
    y = 3
else:
    y = 4
===
if x:
    y = 1
else:
    z = 2
    if y:
        z = 3
===
if (a, b):
    pass
===
assert x
===
assert x > 0, f"x is {x}"
===
assert (x, y), "always"
===
del x, y[0]
===
raise
===
raise ValueError(f"{name} has shape {array.shape}") from None
===
try:
    x = 1
except (TypeError, ValueError) as error:
    raise error
except KeyError:
    x = 2
else:
    x = 3
finally:
    x = 4
===
with np.errstate(all="ignore"), f() as (a, b), g as c:
    pass
===
import numpy as np
===
from . import x as y, z
===
from ..package.module import name
===
global x, y
===
x
===
"text that is not a docstring" % x
===
async def f(x):
    async for a in x:
        await a
    async with x as y:
        pass
===
def f(a, b=1, /, c: int = 2, *rest: str, d, e=(1, 2), **options) -> tuple[int, ...]:
    pass
===
def f(*, x):
    yield x
===
@decorator
@package.decorator(x, y=1)
def f():
    pass
===
class A:
    x = 1
===
@decorator
class A(B, *C, metaclass=D, **E):
    """Text."""

    x = 1

    def f(self):
        """Text."""
        return self

    @property
    def g(self):
        return 1
'''


def cases():
    return [case.strip("\n") + "\n" for case in AS_WRITTEN.split("===\n")]


@pytest.mark.parametrize("source", cases())
def test_prints_as_a_person_writes(source):
    node = ast.parse(source)
    text = print_statements(node.body)
    assert text == source
    assert ast.dump(ast.parse(text)) == ast.dump(node)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x, = f()", "(x,) = f()\n"),
        ("return x,", "return (x,)\n"),
        ("if (x): pass", "if x:\n    pass\n"),
        ("for (i, j) in (x): pass", "for i, j in x:\n    pass\n"),
        ("with (open(x)) as f: pass", "with open(x) as f:\n    pass\n"),
        ("raise (x)", "raise x\n"),
        ("@(f)\ndef g(): pass", "@f\ndef g():\n    pass\n"),
        ("class A(): pass", "class A:\n    pass\n"),
        ("def f() -> (x): pass", "def f() -> x:\n    pass\n"),
        ("a = 1; b = 2", "a = 1\nb = 2\n"),
    ],
)
def test_prints_simpler_than_written(source, expected):
    assert printed(source) == expected


def test_definitions_of_a_module_stand_two_lines_apart():
    source = """\
        import numpy as np
        from srcad import ops

        X = 1
        Y = 2


        def f():
            pass


        class A:
            pass


        Z = 3
        """
    assert printed(source) == textwrap.dedent(source)


def test_a_table_of_the_module_has_one_entry_a_line():
    source = """\
        import numpy as np

        SIGNATURE = {
            "x": "float32[N]",
            "out": ("float32[N]", "float32[N]"),
            **MORE,
        }

        EMPTY = {}
        X = {1: 2}[1]
        """
    assert printed(source) == textwrap.dedent(source)


def test_a_dictionary_within_a_function_stays_on_its_line():
    source = 'def f():\n    x = {"a": 1, "b": 2}\n    return x\n'
    assert printed(source) == source


def test_comments_head_paragraphs():
    (function,) = statements(
        "def f(v, x):\n    v_1 = v + x\n    s = v_1 > 0\n    return s"
    )
    function.body[2:] = [Comment(""), function.body[2]]
    function.body.insert(1, Comment("s = v > 0\ns.check()"))
    function.body.insert(0, Comment("v = v + x"))
    assert print_statements([function]) == textwrap.dedent(
        """\
        def f(v, x):
            # v = v + x
            v_1 = v + x

            # s = v > 0
            # s.check()
            s = v_1 > 0

            return s
        """
    )


def test_comments_stand_in_any_body():
    (loop,) = statements(
        "for a in b:\n    if a:\n        x = 1\n    else:\n        y = 2"
    )
    branch = loop.body[0]
    branch.body.insert(0, Comment("first"))
    branch.body.append(Comment("last"))
    branch.orelse.append(Comment("second"))
    branch.orelse.append(ast.Pass())
    loop.body.append(Comment("after"))
    loop.body.append(ast.Continue())
    assert print_statements([loop]) == textwrap.dedent(
        """\
        for a in b:
            if a:
                # first
                x = 1

                # last
            else:
                y = 2

                # second
                pass

            # after
            continue
        """
    )


@pytest.mark.parametrize("docstring", ["", '"""Text."""', '"""Text.\n\nMore.\n"""'])
def test_no_blank_line_above_the_first_comment_of_a_function(docstring):
    function = ast.FunctionDef("f", no_parameters(), [Comment("c"), ast.Pass()], [])
    if docstring:
        text = ast.parse(docstring).body[0]
        function.body.insert(0, text)
    lines = print_statements([function]).splitlines()
    above = lines[lines.index("    # c") - 1]
    assert above.strip() == (docstring.splitlines()[-1] if docstring else "def f():")


def test_a_body_of_comments_alone_passes():
    function = ast.FunctionDef("f", no_parameters(), [Comment("nothing to do")], [])
    assert print_statements([function]) == "def f():\n    # nothing to do\n    pass\n"


def test_empty_comments_at_either_end_leave_no_blank_lines():
    body = [Comment(""), ast.Pass(), Comment(""), Comment("")]
    function = ast.FunctionDef("f", no_parameters(), body, [])
    text = print_statements([function, ast.parse("x = 1").body[0]])
    assert text == "def f():\n    pass\n\n\nx = 1\n"


def test_a_comment_heads_a_definition_of_the_module():
    (function,) = statements("def f(): pass")
    nodes = [*statements("x = 1"), Comment("About f."), function]
    expected = "x = 1\n\n# About f.\ndef f():\n    pass\n"
    assert print_statements(nodes) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1", ["# x = 1"]),
        ("if x:\n\n    y", ["# if x:", "#", "#     y"]),
        ("a\r\nb\rc", ["# a", "# b", "# c"]),
        ("trailing  \t", ["# trailing"]),
        ("x = [1,2]  # fmt: skip", ["# x = [1,2]  # fmt : skip"]),
        ("# fmt:off", ["# # fmt :off"]),
        ("# yapf: disable", ["# # yapf : disable"]),
        ("x[fmt:stop]", ["# x[fmt:stop]"]),
    ],
)
def test_comment_lines(text, expected):
    assert print_statements([Comment(text)]).splitlines() == expected


def test_docstrings_are_indented_by_the_printer():
    source = '''\
        class A:
            """First.

            Second, "quoted".
                Deeper.
            """

            def f(self):
                """One line with \\\\ in it."""
                return 1
        '''
    (node,) = statements(source)
    text = print_statements([node])
    assert text == textwrap.dedent(source)
    (again,) = ast.parse(text).body
    assert inspect.cleandoc(ast.get_docstring(again)) == ast.get_docstring(node)


def test_indentation_counts_levels():
    source = "if x:\n    y = 1\n"
    assert print_statements(statements(source), 2) == textwrap.indent(source, " " * 8)


def test_nothing_prints_nothing():
    assert print_statements([]) == ""


@pytest.mark.parametrize(
    "source",
    [
        "match x:\n    case 1:\n        pass",
        "try:\n    pass\nexcept* E:\n    pass",
    ],
)
def test_what_generated_modules_never_hold_is_refused(source):
    with pytest.raises(TypeError, match="generated module"):
        printed(source)


def no_parameters():
    return ast.arguments([], [], None, [], [], None, [])
