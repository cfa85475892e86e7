"""Bad input: one clear error, a stable code, an exit code, and no file touched."""

import pytest

BROKEN = "class Net:\n    def construct(self, x:\n        return x\n"

MODELS = """\
from srcad import nn


class Net(nn.Cell):
    def __init__(self, n=1):
        super().__init__()
        self.n = chosen(n)

    def construct(self, x):
        return x * self.n


def chosen(n):
    return [1, 2][n]


class Needs(nn.Cell):
    def __init__(self, hidden, depth=1):
        super().__init__()

    def construct(self, x):
        return x


def kept(cls):
    return cls


@kept
class NoCell:
    def construct(self, x):
        return x


net = Net()
number = 3


def three():
    return 3


def product(x, y):
    return x * y


def several(*xs):
    return xs[0] * xs[1]


def named(x, **more):
    return x * more["y"]
"""


BARE = """\
from srcad import nn

class Net(nn.Cell):
    def __init__(self):
        pass

    def construct(self, x):
        return x
"""


@pytest.fixture
def models(empty):
    empty.write("models.py", MODELS)
    empty.write("broken.py", BROKEN)
    empty.write("helper.py", "def f(:\n    pass\n")
    empty.write("uses_helper.py", "import helper\n\nclass Net:\n    pass\n")
    empty.write("bare.py", BARE)
    empty.write("absent.py", "from srcad import nn\nimport no_such_module\nNet = 1\n")
    empty.write("leaves.py", "import sys\n\nsys.exit(3)\n\nNet = 1\n")
    (empty.folder / "latin.py").write_bytes('Net = "é"\n'.encode("latin-1"))
    (empty.folder / "null.py").write_bytes(b"Net = 1\n\0\n")
    empty.write("codec.py", "# -*- coding: nonsense -*-\nNet = 1\n")
    return empty


LINE = "<command line>"
CASES = [
    # words, exit code, code, place, under the caret, a word of the help
    (["nothing.py::Net"], 2, "SRC001", LINE, "nothing.py::Net", ""),
    (["models.py::Nett"], 2, "SRC001", LINE, None, "`Net`"),
    (["models.py"], 2, "SRC001", LINE, "models.py", "models.py::Name"),
    (["nothing.py"], 2, "SRC001", LINE, "nothing.py", ""),
    (["models.py::"], 2, "SRC001", LINE, "models.py::", ""),
    (["models.py::Net.a"], 2, "SRC001", LINE, None, ""),
    (["no.such.module:Net"], 2, "SRC001", LINE, None, "looked for"),
    (["models:Nott"], 2, "SRC001", LINE, None, "`Net`"),
    (["broken.py::Net"], 1, "SRC002", "broken.py:2:18", "(", ""),
    (["uses_helper.py::Net"], 1, "SRC002", "helper.py:1:7", ":", ""),
    (["latin.py::Net"], 1, "SRC002", "latin.py:1:1", None, "UTF-8"),
    (["null.py::Net"], 1, "SRC002", "null.py:2:1", None, ""),
    (["codec.py::Net"], 1, "SRC002", "codec.py:1:1", None, ""),
    (["models.py::NoCell"], 1, "SRC003", "models.py:30:1", "class NoCell:", "nn.Cell"),
    (["models.py::number"], 1, "SRC003", LINE, None, "class"),
    (["models.py::three"], 1, "SRC003", "models.py:39:1", "def three():", "nn.Cell"),
    (
        ["models.py::Net", "--init", '{"n": 2}'],
        1,
        "SRC004",
        "models.py:14:12",
        "[1, 2][n]",
        "",
    ),
    (["models.py::Needs"], 1, "SRC004", "models.py:17:1", None, '{"hidden": 1}'),
    (["bare.py::Net"], 1, "SRC004", "bare.py:3:1", None, "super().__init__()"),
    (["models.py::product"], 1, "SRC004", "models.py:43:1", None, "--input 'x=float32"),
    (
        ["models.py::Net", "--init", '{"m": 2}'],
        2,
        "SRC005",
        LINE,
        """'{"m": 2}'""",
        "`n`",
    ),
    (
        ["models.py::net", "--init", '{"n": 2}'],
        2,
        "SRC005",
        LINE,
        None,
        "class",
    ),
    (["models.py::net", "--init", "{"], 2, "SRC005", LINE, None, ""),
    (["models.py::net", "--init", "[1]"], 2, "SRC005", LINE, None, ""),
    (["models.py::Net"], 2, "SRC005", "models.py:9:5", None, "--input 'x=float32[n]'"),
    (
        ["models.py::Net", "--input", "x=float99[n]"],
        2,
        "SRC005",
        LINE,
        "'x=float99[n]'",
        "float32[batch, 64]",
    ),
    (["models.py::Net", "--input", "x"], 2, "SRC005", LINE, "x", ""),
    (
        ["models.py::Net", "--input", "x=float32", "--input", "y=float32"],
        2,
        "SRC005",
        LINE,
        "y=float32",
        "`x`",
    ),
    (
        ["models.py::Net", "--input", "x=float32", "--wrt", "parameter"],
        2,
        "SRC005",
        LINE,
        "parameter",
        "`parameters`",
    ),
    (
        ["models.py::Net", "--input", "x=float32[n]", "--size", "m=3"],
        2,
        "SRC005",
        LINE,
        "m=3",
        "`n`",
    ),
    (
        ["models.py::several", "--input", "xs=float32[n]"],
        2,
        "SRC005",
        LINE,
        "'xs=float32[n]'",
        "`xs_0`, `xs_1`",
    ),
    (
        ["models.py::named", "--input", "x=float32", "--input", "more=float32"],
        2,
        "SRC005",
        LINE,
        "more=float32",
        "a parameter for each",
    ),
    (["models.py::Net", "--size", "n=0"], 2, "SRC005", LINE, None, ""),
    (["absent.py::Net"], 1, "SRC006", "absent.py:2:1", "import no_such_module", ""),
    (["leaves.py::Net"], 1, "SRC006", "leaves.py:3:1", "sys.exit(3)", ""),
]


@pytest.mark.parametrize(
    ("words", "exit_code", "code", "place", "under", "help"),
    CASES,
    ids=[f"{case[2]} {' '.join(case[0])}" for case in CASES],
)
def test_errors(models, words, exit_code, code, place, under, help):
    before = models.files()
    result = models.run("-q", "generate", *words, "-o", "out")
    assert result.code == exit_code
    assert result.out == ""
    lines = result.err.splitlines()
    assert lines[0].startswith(f"error[{code}]: ")
    assert result.err.count("error[") == 1
    where = lines[1].strip().removeprefix("--> ")
    assert where == place or (where.startswith("<command line>:1:") and place == LINE)
    quoted, caret = lines[3].split("| ", 1)[1], lines[4].split("| ", 1)[1]
    start, width = caret.index("^"), caret.count("^")
    if under is not None:
        assert quoted[start : start + width] == under
    helped = result.err.partition("= help: ")[2]
    assert help in helped
    assert bool(help) <= bool(helped)
    assert models.files() == before


def test_a_constructor_that_raises_says_how_it_got_there(models):
    result = models.run(
        "generate", "models.py::Net", "--init", '{"n": 2}', "--input", "x=float32"
    )
    assert "`Net(n=2)` raises IndexError" in result.err
    assert "IndexError: list index out of range" in result.err
    assert "= note: by way of models.py:7" in result.err


def test_all_mistakes_of_the_inputs_are_reported_in_one_run(models):
    result = models.run(
        "generate",
        "models.py::product",
        "--input",
        "x=float99[n]",
        "--input",
        "y=float32[,]",
    )
    assert result.err.count("error[SRC005]") == 2


def test_mistakes_in_the_configuration_point_into_it(models):
    models.write(
        "pyproject.toml",
        '[tool.srcad]\n\n[[tool.srcad.targets]]\nname = "a"\n'
        'cell = "models.py::Net"\ninputs = { x = "float32[n]", z = "float32[n]" }\n'
        '\n[[tool.srcad.targets]]\nname = "b"\ncell = "gone.py::Net"\n',
    )
    result = models.run("check")
    assert result.code == 2
    assert "--> pyproject.toml:6:30" in result.out
    assert "`Net.construct` has no input `z`" in result.out
    assert "--> pyproject.toml:10:8" in result.out
    assert "the file `gone.py` does not exist" in result.out
    assert "2 targets: 2 errors" in result.err


def test_missing_inputs_of_a_configured_target_are_asked_for_in_toml(models):
    models.write(
        "pyproject.toml",
        '[[tool.srcad.targets]]\ncell = "models.py::product"\n'
        'inputs = { x = "float32[n]" }\n',
    )
    result = models.run("check")
    assert 'inputs = { y = "float32[n]" }' in result.out


def test_every_command_reports_a_bad_configuration(models):
    models.write("pyproject.toml", "[tool.srcad]\ngoldn = 1\n")
    for command in ("generate", "check", "diff", "review", "prune", "gradcheck"):
        result = models.run(command)
        assert result.code == 2
        assert "error[SRC000]: unknown key `goldn`" in result.err
    assert models.run("accept", "--all").code == 2
    assert models.run("show", "x").code == 2


def test_check_takes_configured_targets_only(project):
    project.write("models/other.py", "class Net:\n    pass\n")
    result = project.run("check", "models/other.py::Net")
    assert result.code == 2
    assert "not one of the targets" in result.err
    assert 'cell = "models/other.py::Net"' in result.err


def test_unknown_names_are_all_reported_with_suggestions(project):
    result = project.run("check", "sqare", "cubik")
    assert result.code == 2
    assert result.err.count("error[SRC001]: unknown target") == 2
    assert "did you mean `square`?" in result.err
    assert "did you mean `cubic`?" in result.err


def test_nothing_to_do_is_said(empty):
    result = empty.run("check")
    assert result.code == 2
    assert "no pyproject.toml with [tool.srcad]" in result.err


def test_usage_errors_exit_with_2(project):
    assert project.run("chek").code == 2
    assert "did you mean `check`?" in project.run("chek").err
    assert project.run("check", "--nonsense").code == 2
    assert project.run("generate", "--order", "0").code == 2
    assert project.run("check", "--output-format", "xml").code == 2
    assert project.run("-C", "nowhere", "check").code == 2


def test_a_defect_of_srcad_is_told_from_the_users(project, monkeypatch):
    import srcad.build

    def explode(request, store):
        raise RuntimeError("boom")

    monkeypatch.setattr(srcad.build, "build", explode)
    result = project.run("check")
    assert result.code == 2
    assert "RuntimeError: boom" in result.err
    assert "defect of srcad" in result.err


def test_a_source_that_is_nested_too_deeply(empty):
    empty.write("models.py", "x = " + "-" * 5000 + "1\n")
    result = empty.run("generate", "models.py::Net")
    assert result.code in (1, 2)
    assert "defect" not in result.err
    assert "error[" in result.err
