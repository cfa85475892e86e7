import pytest

from srcad.cli.places import CommandLine, toml_place

TEXT = """\
[tool.srcad]
golden = "golden" # where they are

[[tool.srcad.targets]]
cell = "a.py::A"

[[tool.srcad.targets]]
cell = "b.py::B"
inputs = { "x" = "float32[n]", xx = 'int32[n]' }
wrt = ["x", "parameters"]
sizes.n = 4

[tool.srcad.targets.init]
hidden = 64
"""


def under(*keys, value=True):
    span = toml_place("pyproject.toml", TEXT, ("tool", "srcad", *keys), value=value)
    assert span.text == TEXT.splitlines()[span.line - 1]
    return span.line, span.text[span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (("golden",), (2, '"golden"')),
        (("targets", 0, "cell"), (5, '"a.py::A"')),
        (("targets", 1, "cell"), (8, '"b.py::B"')),
        (("targets", 1, "inputs", "x"), (9, '"float32[n]"')),
        (("targets", 1, "inputs", "xx"), (9, "'int32[n]'")),
        (("targets", 1, "wrt", 1), (10, '"parameters"')),
        (("targets", 1, "sizes", "n"), (11, "4")),
        (("targets", 1, "init", "hidden"), (14, "64")),
        (("targets", 1, "name"), (7, "[[tool.srcad.targets]]")),
        (("nothing",), (1, "[tool.srcad]")),
    ],
)
def test_values(keys, place):
    assert under(*keys) == place


def test_keys():
    assert under("targets", 1, "inputs", "xx", value=False) == (9, "xx")
    assert under("golden", value=False) == (2, "golden")


def test_a_command_line_is_quoted_as_it_would_be_typed():
    line = CommandLine(("generate", "m.py::Net", "--input", "x=float32[n, 3]", "-qx=y"))
    span = line.span("x=float32[n, 3]")
    assert span.text == "srcad generate m.py::Net --input 'x=float32[n, 3]' -qx=y"
    assert span.text[span.column - 1 : span.end_column - 1] == "'x=float32[n, 3]'"
    assert line.span("m.py::Net").column == len("srcad generate ") + 1


def test_an_argument_that_was_not_typed_is_the_whole_line():
    span = CommandLine(("check",)).span("absent")
    assert (span.column, span.end_column) == (1, len("srcad check") + 1)


def test_line_breaks_in_an_argument_do_not_break_the_line():
    span = CommandLine(("show", "a\nb")).span("a\nb")
    assert "\n" not in span.text
