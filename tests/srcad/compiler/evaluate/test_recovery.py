"""One run reports every error that does not follow from another, and only these.

Each program marks the lines that are refused: ``#! CODE`` (several, with commas).
"""

import importlib.util
import inspect
import re
import textwrap

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.driver import compile_request
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request

MARK = re.compile(r"#! (SRC\d+(?:, SRC\d+)*)")

PROGRAMS = {
    "each_statement": """
        def program(x):
            y = math.isqrt(x)  #! SRC014
            z = math.factorial(x)  #! SRC014
            return y + z
        """,
    "what_follows_is_silent": """
        def program(x):
            y = math.isqrt(x)  #! SRC014
            z = y + missing_after(y)
            for k in range(3):
                z = z * y
            if z > 0:
                return z
            return -z
        def missing_after(v):
            return v * 2.0
        """,
    "several_in_one_expression": """
        def program(x):
            y = math.isqrt(x) + np.add(math.perm(x), unbound)  #! SRC014, SRC014, SRC020
            return [math.isqrt(x), x[unbound]]  #! SRC014, SRC020
        """,
    "a_list_that_lacks_an_element": """
        def program(x):
            values = [x]
            values.append(math.isqrt(x))  #! SRC014
            return values[1] + math.perm(x)  #! SRC014
        """,
    "an_attribute_that_was_not_written": """
        class Box:
            pass
        box = Box()
        def program(x):
            box.value = x.sum()  #! SRC023
            y = box.value * x
            return y + math.isqrt(x)  #! SRC014
        """,
    "both_branches": """
        def program(x):
            if x.sum() > 0:
                y = math.isqrt(x)  #! SRC014
            else:
                y = math.perm(x)  #! SRC014
            return y * 2.0
        """,
    "bodies_under_a_refused_condition": """
        def program(x):
            if math.isqrt(x) > 0:  #! SRC014
                y = math.perm(x)  #! SRC014
            else:
                y = unbound  #! SRC020
            return y
        """,
    "early_returns": """
        def program(x):
            if x.sum() > 0:
                return math.isqrt(x)  #! SRC014
            if x.sum() < -1:
                return x
            return math.perm(x)  #! SRC014
        """,
    "a_run_time_loop": """
        def program(x):
            total = 0.0
            for k in range(len(x)):
                total = total + math.isqrt(x[k])  #! SRC014
                total = total * 2.0
                other = math.perm(x[k])  #! SRC014
            return total * other
        """,
    "a_while_loop": """
        def program(x):
            y = x
            while math.isqrt(y) > 0:  #! SRC014
                y = y + math.perm(x)  #! SRC014
            return y + unbound  #! SRC020
        """,
    "a_loop_that_is_written_out": """
        def program(x):
            table = {0: 1.0, 1: 2.0}
            y = x
            for k in range(2):
                y = y * table[k]
                y = y + math.isqrt(x)  #! SRC014
            return y
        """,
    "helpers": """
        def helper(v):
            w = math.isqrt(v)  #! SRC014
            return w
        def other(v):
            math.factorial(v)  #! SRC014
            return v
        def program(x):
            a = helper(x)
            b = helper(x * 2.0)
            c = other(x)
            return a + b + math.perm(c)  #! SRC014
        """,
    "statements_of_another_kind": """
        def program(x):
            try:
                y = math.isqrt(x)  #! SRC014
            except ValueError:
                y = x
            with thing() as z:  #! SRC020
                w = math.perm(x)  #! SRC014
            return y + z + w
        """,
    "recursion": """
        def program(x, depth=0):
            if math.isqrt(x) > 0:  #! SRC014
                return x
            return program(x - 1, depth + 1) + program(x - 2, depth + 1)
        """,
    "an_import": """
        def program(x):
            from math import no_such_function  #! SRC021
            return no_such_function(x)
        """,
    "closures": """
        def program(x):
            scale = math.isqrt(x)  #! SRC014
            def inner(v):
                return v * scale
            f = lambda v: math.perm(v) + scale  #! SRC014
            return inner(x) + f(x)
        """,
    "unpacking": """
        def program(x):
            a, (b, *c) = math.isqrt(x), x  #! SRC014
            return a + b + c[0] + c[1] + unbound  #! SRC020
        """,
}


def load(tmp_path, text):
    path = tmp_path / "program.py"
    path.write_text("import math\nimport numpy as np\n" + textwrap.dedent(text))
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return path, module.program


def refused(function, **inputs):
    """The diagnostics of a program of float64 inputs."""
    avals = tuple((name, parse_aval(text)) for name, text in inputs.items())
    with pytest.raises(CompileError) as caught:
        compile_request(Request(function, avals, None, "program"))
    return caught.value.diagnostics


def marked(path):
    """The line and code of every mark of a file."""
    return sorted(
        (number, code)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for match in MARK.finditer(line)
        for code in match[1].split(", ")
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_exactly_the_marked_lines_are_refused(name, tmp_path):
    path, program = load(tmp_path, PROGRAMS[name])
    found = refused(program, x="float64[]" if "recursion" in name else "float64[n]")
    assert sorted((item.span.line, item.code) for item in found) == marked(path)


def test_each_error_is_reported_once_however_often_it_is_met(tmp_path):
    _, program = load(
        tmp_path,
        """
        def program(x):
            for k in (1.0, 2.0, 3.0):
                x = x * k + math.isqrt(x)
            return x
        """,
    )
    assert len(refused(program, x="float64[n]")) == 1


def test_a_helper_says_where_it_is_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, program = load(
        tmp_path,
        """
        def inner(v):
            return math.isqrt(v)

        def outer(v):
            return inner(v) * 2.0

        def program(x):
            return outer(x)
        """,
    )
    (found,) = refused(program, x="float64[n]")
    assert found.span.line == 5
    assert found.note.splitlines() == [
        "in `inner`, called at program.py:8:12",
        "in `outer`, called at program.py:11:12",
    ]


def test_an_error_inside_of_the_library_is_shown_at_the_call(tmp_path):
    path, program = load(
        tmp_path,
        """
        def program(x):
            return x + np.pad(x, 1, stat_length=1)
        """,
    )
    (found,) = refused(program, x="float64[n]")
    assert found.span.path == str(path)
    assert (found.span.line, found.span.column) == (5, 16)


def test_grad_raises_one_error_that_carries_all():
    import math

    def program(x):
        y = math.isqrt(x)
        return y + math.perm(x)

    with pytest.raises(srcad.CompileError) as caught:
        srcad.grad(program)(np.ones(2))
    first = inspect.getsourcelines(program)[1]
    lines = [item.span.line - first for item in caught.value.diagnostics]
    assert lines == [1, 2]
    assert str(caught.value).count("error[SRC014]") == 2


CELLS = """
    import srcad
    from srcad import nn

    class First(nn.Cell):
        def construct(self, x):
            return x * 2.0

        def bprop(self, x, out, dout):
            {first}

    class Second(nn.Cell):
        def construct(self, x):
            y = x * 3.0
            return y

        def bprop(self, x, out, dout):
            {second}

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.first = First()
            self.second = Second()
            self.scale = srcad.Parameter(srcad.Tensor([2.0]))

        def construct(self, x):
            for _ in range(3):
                x = self.second(self.first(x)) * self.scale
            return x

    program = Net()
    """


def test_every_bprop_that_breaks_its_contract_is_reported(tmp_path):
    text = CELLS.format(first="return [2.0 * dout]", second="return (dout, dout)")
    _, program = load(tmp_path, text)
    found = refused(program, x="float32[n]")
    assert [item.code for item in found] == ["SRC018", "SRC018"]
    assert ["First" in found[0].message, "Second" in found[1].message] == [True, True]


def test_one_bprop_that_breaks_its_contract_is_the_error_that_it_was(tmp_path):
    text = CELLS.format(first="return [2.0 * dout]", second="return (3.0 * dout,)")
    _, program = load(tmp_path, text)
    inputs = (("x", parse_aval("float32[n]")),)
    with pytest.raises(TypeError, match=r"`First\.bprop` does not return a tuple"):
        compile_request(Request(program, inputs, None, "program"))


def test_errors_in_several_cells_and_in_what_uses_parameters(tmp_path):
    path, program = load(
        tmp_path,
        """
        import srcad
        from srcad import nn

        class Inner(nn.Cell):
            def construct(self, x):
                return math.isqrt(x)  #! SRC014

        class Net(nn.Cell):
            def __init__(self):
                super().__init__()
                self.inner = Inner()
                self.weight = srcad.Parameter(srcad.Tensor([2.0]))

            def construct(self, x):
                y = self.inner(x) * self.weight
                z = math.factorial(self.weight)  #! SRC014
                return y + z + self.inner(y)

        program = Net()
        """,
    )
    found = refused(program, x="float32[n]")
    assert sorted((item.span.line, item.code) for item in found) == marked(path)
    assert "the parameter `weight`" in found[1].label
