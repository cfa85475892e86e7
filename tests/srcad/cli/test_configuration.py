import pytest

from srcad.cli.configuration import default_name, find_configuration, snake_case
from srcad.compiler.diagnostics.errors import CompileError


def configured(folder, text):
    (folder / "pyproject.toml").write_text("[tool.srcad]\n" + text)
    return find_configuration(folder)


def mistakes(folder, text):
    with pytest.raises(CompileError) as caught:
        configured(folder, text)
    assert {item.code for item in caught.value.diagnostics} == {"SRC000"}
    return caught.value.diagnostics


def marked(diagnostic):
    """The text under the caret."""
    span = diagnostic.span
    return span.text[span.column - 1 : span.end_column - 1]


def test_all_keys_are_read(tmp_path):
    configuration = configured(
        tmp_path,
        """
golden = "g"
[[tool.srcad.targets]]
name = "language/loop"
cell = "m.py::Net"
init = { hidden = 64, names = ["a"] }
inputs = { x = "float32[batch, 64]" }
wrt = ["x", "parameters"]
mode = "reverse"
order = 2
sizes = { batch = 32 }
ranges = { x = [-1, 2.5] }
surrogate = true
training = true
allow = ["scipy"]
""",
    )
    (target,) = configuration.targets
    assert configuration.golden == tmp_path / "g"
    assert configuration.root == tmp_path
    assert target.name == "language/loop"
    assert target.cell == "m.py::Net"
    assert target.folder == tmp_path
    assert target.init == {"hidden": 64, "names": ["a"]}
    assert target.inputs == {"x": "float32[batch, 64]"}
    assert target.wrt == ("x", "parameters")
    assert target.order == 2
    assert target.sizes == {"batch": 32}
    assert target.ranges == {"x": (-1, 2.5)}
    assert target.surrogate is True
    assert target.training is True
    assert target.allow == ("scipy",)


def test_defaults(tmp_path):
    configuration = configured(
        tmp_path, '[[tool.srcad.targets]]\ncell = "a.b:IFNode"\n'
    )
    (target,) = configuration.targets
    assert configuration.golden == tmp_path / "golden"
    assert target.name == "if_node"
    assert target.wrt is None
    assert target.order == 1
    assert target.surrogate is False
    assert target.training is False


def test_the_nearest_file_with_the_table_is_taken(tmp_path):
    configured(tmp_path, 'golden = "outer"\n')
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "a"\n')
    configuration = find_configuration(inner)
    assert configuration.golden == tmp_path / "outer"


def test_without_a_table_there_are_no_targets(tmp_path):
    configuration = find_configuration(tmp_path)
    assert configuration.document is None
    assert configuration.targets == ()


@pytest.mark.parametrize(
    ("text", "message", "under", "help"),
    [
        ('goldn = "g"', "unknown key `goldn` in [tool.srcad]", "goldn", "`golden`"),
        ("golden = 3", "`golden` must be a string, not an integer", "3", ""),
        ('golden = ""', "`golden` must be a string, not an empty string", '""', ""),
        (r'golden = "\u0000"', "`golden` cannot hold a null", r'"\u0000"', ""),
        ("targets = {}", "`targets` must be an array of tables", "{}", "[[tool."),
        ("targets = [1]", "this must be a table", "1", ""),
    ],
)
def test_mistakes_at_the_top(tmp_path, text, message, under, help):
    (found,) = mistakes(tmp_path, text + "  # a comment\n")
    assert found.message.startswith(message)
    assert found.span.line == 2
    assert marked(found) == under
    assert help in found.help


@pytest.mark.parametrize(
    ("text", "message", "under"),
    [
        ("input = {}", "unknown key `input` in a target", "input"),
        ("name = 1", "`name` must be a string, not an integer", "1"),
        ('name = "a-b"', "`a-b` cannot be a name", '"a-b"'),
        ('name = "../a"', "`../a` cannot be a name", '"../a"'),
        ('name = "a.py"', "`a.py` cannot be a name", '"a.py"'),
        ('name = "class"', "`class` cannot be a name", '"class"'),
        ("init = 1", "`init` must be a table, not an integer", "1"),
        ('inputs = "x"', "`inputs` must be a table, not a string", '"x"'),
        (
            'inputs = { x = "float32[n]", yy = 3 }',
            "`inputs` must hold strings, not an integer",
            "3",
        ),
        ('wrt = "x"', "`wrt` must be an array of strings, not a string", '"x"'),
        ('wrt = ["x", 7]', "`wrt` must hold strings, not an integer", "7"),
        ('mode = "forward"', '`mode` must be "reverse"', '"forward"'),
        ("order = 0", "`order` must be at least 1, not 0", "0"),
        ("order = true", "`order` must be an integer, not a boolean", "true"),
        ("order = 1.5", "`order` must be an integer, not a float", "1.5"),
        ("sizes = { n = 0 }", "`sizes` must be at least 1, not 0", "0"),
        ("ranges = { x = [1, 1] }", "`ranges` must hold pairs", "[1, 1]"),
        ("ranges = { x = [0, inf] }", "`ranges` must hold pairs", "[0, inf]"),
        ("ranges = { x = [1] }", "`ranges` must hold pairs", "[1]"),
        ('surrogate = "yes"', "`surrogate` must be true or false", '"yes"'),
    ],
)
def test_mistakes_in_a_target(tmp_path, text, message, under):
    (found,) = mistakes(
        tmp_path,
        '[[tool.srcad.targets]]\ncell = "m.py::First"\n\n'
        f'[[tool.srcad.targets]]\ncell = "m.py::Second"\n{text}\n',
    )
    assert found.message.startswith(message)
    assert found.span.line == 7
    assert marked(found) == under


def test_a_target_needs_a_cell(tmp_path):
    (found,) = mistakes(tmp_path, '[[tool.srcad.targets]]\nname = "a"\n')
    assert "no `cell`" in found.message
    assert marked(found) == "[[tool.srcad.targets]]"


def test_names_must_differ_even_where_case_is_lost(tmp_path):
    (found,) = mistakes(
        tmp_path,
        '[[tool.srcad.targets]]\nname = "A"\ncell = "m.py::Net"\n'
        '[[tool.srcad.targets]]\nname = "a"\ncell = "m.py::Other"\n',
    )
    assert found.message == "two targets are called `a`"
    assert found.span.line == 6
    assert "line 3" in found.help


def test_all_mistakes_are_reported_in_one_run(tmp_path):
    found = mistakes(tmp_path, "golden = 1\nother = 2\n[[tool.srcad.targets]]\n")
    assert [item.span.line for item in found] == [2, 3, 4]


@pytest.mark.parametrize("text", ["x = = 1\n", "x = [1,\n", '"'])
def test_what_is_not_toml(tmp_path, text):
    (found,) = mistakes(tmp_path, text)
    assert found.message == "this is not TOML"
    assert found.span.line >= 2
    assert found.label


def test_a_mark_of_utf8_is_no_text(tmp_path):
    text = '[tool.srcad]\nother = 1\n\n[[tool.srcad.targets]]\ncell = "m.py::Net"\n'
    path = tmp_path / "pyproject.toml"
    path.write_text(text.replace("other = 1\n", ""), encoding="utf-8-sig")
    assert [target.name for target in find_configuration(tmp_path).targets] == ["net"]
    path.write_text(text, encoding="utf-8-sig")
    with pytest.raises(CompileError) as raised:
        find_configuration(tmp_path)
    assert marked(raised.value.diagnostics[0]) == "other"


def test_a_file_that_is_not_utf8(tmp_path):
    (tmp_path / "pyproject.toml").write_bytes(b'[tool.srcad]\nx = "\xff"\n')
    with pytest.raises(CompileError, match=r"cannot read pyproject\.toml"):
        find_configuration(tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("IFNode", "if_node"),
        ("MLP", "mlp"),
        ("Conv2dBN", "conv2d_bn"),
        ("relusigmoid", "relusigmoid"),
        ("KeplerSolver", "kepler_solver"),
        ("make_net", "make_net"),
    ],
)
def test_snake_case(name, expected):
    assert snake_case(name) == expected


def test_default_name_is_that_of_the_last_part():
    assert default_name("models/a.py::Outer.InnerNet") == "inner_net"
    assert default_name("package.module:Net") == "net"
