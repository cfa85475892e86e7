"""Which Cell a TARGET means, and how it is found and made."""

import pytest

from srcad.cli.importing import Importer, project_root
from srcad.cli.targets import split_cell

MODEL = """\
from srcad import nn


class Outer:
    class Scale(nn.Cell):
        def __init__(self, factor=2.0):
            super().__init__()
            self.factor = factor

        def construct(self, x):
            return x * self.factor


class Scale(Outer.Scale):
    pass


scale = Scale(5.0)


def make_scale(factor=7.0):
    return Scale(factor)


def weighted(x, weight):
    return x * weight
"""

INPUT = ("--input", "x=float32[n]")


@pytest.fixture
def model(empty):
    empty.write("model.py", MODEL)
    empty.write("package/__init__.py", "")
    empty.write("package/inner.py", "from .layer import Scale\n")
    empty.write("package/layer.py", MODEL)
    return empty


def source_of(result):
    assert result.code == 0, result.err
    return result.out.splitlines()[1]


@pytest.mark.parametrize(
    "word",
    [
        "model.py::Scale",
        "./model.py::Scale",
        "model.py::Outer.Scale",
        "model.py::scale",
        "model.py::make_scale",
        "package/inner.py::Scale",
    ],
)
def test_forms_of_a_path(model, word):
    result = model.run("generate", word, *INPUT)
    expected = word.removeprefix("./")
    assert source_of(result) == f"# source: {expected}"


def test_a_module(model):
    result = model.run("generate", "package.inner:Scale", *INPUT)
    assert result.code == 0
    assert "package" in source_of(result)


def test_an_absolute_path_gives_the_same_header(model):
    relative = model.run("generate", "model.py::Scale", *INPUT)
    absolute = model.run("generate", f"{model.folder}/model.py::Scale", *INPUT)
    assert absolute.out == relative.out


def test_the_working_directory_does_not_matter(model):
    model.write("pyproject.toml", "[tool.srcad]\n")
    (model.folder / "deep").mkdir()
    here = model.run("generate", "model.py::Scale", *INPUT)
    there = model.run("-C", "deep", "generate", "../model.py::Scale", *INPUT)
    assert here.out == there.out


def test_init_reaches_constructors_and_factories(model):
    for name in ("Scale", "make_scale"):
        word = f"model.py::{name}"
        plain = model.run("generate", word, *INPUT).out
        made = model.run("generate", word, *INPUT, "--init", '{"factor": 3.25}').out
        assert "3.25" in made
        assert "3.25" not in plain


def test_a_function_is_differentiated_where_inputs_have_its_parameters(model):
    result = model.run(
        "generate",
        "model.py::weighted",
        *INPUT,
        "--input",
        "weight=float32[n]",
    )
    assert "def forward(x, weight):" in result.out


def test_an_unknown_wrt_names_each_input_once(model):
    result = model.run("generate", "model.py::Scale", *INPUT, "--wrt", "other")
    assert "help: known are `x`, `parameters`\n" in result.err


def test_the_names_of_a_file_that_are_listed(project):
    text = "lam = other = lambda x: x\ng: object = lambda x: x\nk = 3\ndef f(x): ..."
    (project.folder / "named.py").write_text(text + "\nclass C: ...\n")
    result = project.run("generate", "named.py::nosuch", *INPUT)
    assert "help: known are `lam`, `other`, `g`, `f`, `C`\n" in result.err


def test_wrt_chooses_what_is_differentiated(model):
    words = ("model.py::weighted", *INPUT, "--input", "weight=float32[n]")
    assert "dweight" in model.run("generate", *words).out
    assert "dweight" not in model.run("generate", *words, "--wrt", "x").out


def test_options_replace_what_is_configured(project):
    configured = project.run("generate", "square").out
    assert "float32[n, 3]" in configured
    changed = project.run("generate", "square", "--input", "x=float64[m]").out
    assert "float64[m]" in changed
    assert "float32" not in changed


def test_a_configured_cell_is_found_by_its_path(project):
    by_name = project.run("generate", "square").out
    by_path = project.run("generate", "models/square.py::Square").out
    assert by_path == by_name
    above = project.run("-C", "models", "generate", "square.py::Square").out
    assert above == by_name


def test_a_golden_is_named_by_its_file_too(project):
    project.accept_all()
    assert project.run("check", "golden/square.py").code == 0
    assert "1 target: 1 same" in project.run("check", "golden/square.py").err


def test_repeated_targets_are_built_once(project):
    result = project.run("check", "square", "models/square.py::Square", "square")
    assert "1 target: 1 missing" in result.err


def test_two_files_of_one_name_do_not_get_in_each_others_way(empty):
    for folder, factor in (("a", "2.5"), ("b", "3.5")):
        empty.write(
            f"{folder}/model.py",
            MODEL.replace("2.0", "sizes.factor").replace(
                "from srcad import nn", "import sizes\nfrom srcad import nn"
            ),
        )
        empty.write(f"{folder}/sizes.py", f"factor = {factor}\n")
    result = empty.run(
        "generate", "a/model.py::Scale", "b/model.py::Scale", *INPUT, "-o", "out"
    )
    assert result.code == 2
    assert "two targets would both be written" in result.err
    empty.write(
        "pyproject.toml",
        "".join(
            f'[[tool.srcad.targets]]\nname = "{name}"\n'
            f'cell = "{name}/model.py::Scale"\ninputs = {{ x = "float32[n]" }}\n'
            for name in "ab"
        ),
    )
    assert empty.run("generate", "-o", "out").code == 0
    assert "2.5" in empty.read("out/a_backward.py")
    assert "3.5" in empty.read("out/b_backward.py")


def test_what_user_code_prints_does_not_reach_stdout(model):
    quiet = model.run("generate", "model.py::Scale", *INPUT).out
    model.write("model.py", MODEL + "\nprint('hello from the model')\n")
    loud = model.run("generate", "model.py::Scale", *INPUT)
    assert loud.out == quiet
    assert "hello from the model" in loud.err


def test_importing_leaves_nothing_behind(model):
    import sys

    before_modules, before_path = set(sys.modules), list(sys.path)
    files = set(model.files())
    model.run("generate", "package/inner.py::Scale", *INPUT)
    assert sys.path == before_path
    left = set(sys.modules) - before_modules
    assert not {name for name in left if "package" in name or "inner" in name}
    assert set(model.files()) == files


def test_an_edited_file_is_read_anew(model):
    with Importer(model.folder, model.folder) as importer:
        path = model.folder / "model.py"
        assert importer.file(path).scale.factor == 5.0
        model.replace("model.py", "Scale(5.0)", "Scale(6.0)")
        assert importer.file(path).scale.factor == 5.0
        importer.forget()
        assert importer.file(path).scale.factor == 6.0


def test_names_of_modules(tmp_path):
    for name in ("pyproject.toml", "src/package/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    importer = Importer(tmp_path, tmp_path)
    assert importer.name_of(tmp_path / "examples/digits/model.py") == (
        "examples.digits.model"
    )
    assert importer.name_of(tmp_path / "src/package/model.py") == "package.model"
    assert importer.name_of(tmp_path / "my-models/net.py") == "net"


def test_project_root_is_found_from_the_file(tmp_path):
    package = tmp_path / "a" / "package"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    assert project_root(package / "m.py", tmp_path) == tmp_path
    assert project_root(package / "m.py", tmp_path / "other") == tmp_path / "a"
    (tmp_path / "pyproject.toml").write_text("")
    assert project_root(package / "m.py", None) == tmp_path


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("a/b.py::Net", ("a/b.py", "Net", True)),
        ("a.b:Net.inner", ("a.b", "Net.inner", False)),
        ("C:/models/a.py::Net", ("C:/models/a.py", "Net", True)),
    ],
)
def test_split_cell(cell, parts):
    assert split_cell(cell) == parts


@pytest.mark.parametrize("cell", ["a.py", "a.py::", "::Net", "a:b-c", "a.py::f()"])
def test_split_cell_refuses(cell):
    with pytest.raises(ValueError, match="a cell is written"):
        split_cell(cell)
