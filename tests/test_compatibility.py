"""docs/compatibility.md says what is so.

Every name it lists is looked up through the alias; what it calls refused is run.
"""

import re
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad.alias import MissingNameError
from srcad.alias.missing import Missing
from srcad.compiler.diagnostics import CompileError

PAGE = (Path(__file__).resolve().parent.parent / "docs/compatibility.md").read_text()
STATUSES = ("works", "differs", "refused")
# Headings, and where the names under them are.
HOLDERS = {
    "`mindspore`": "",
    "Gradients": "",
    "`mindspore.nn`": "nn.",
    "`mindspore.ops`": "ops.",
    "Methods of `Tensor` and `Parameter`": "Parameter.",
}
# What only objects have, not their class.
ATTRIBUTES = {"name", "requires_grad"}


def sections() -> dict[str, str]:
    parts = re.split(r"^## (.*)$", PAGE, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]


def names() -> list[tuple[str, str, str]]:
    """Return (dotted name, status, difference) for all that the page lists."""
    found = []
    for heading, prefix in HOLDERS.items():
        whole, _, of_cell = sections()[heading].partition("Of `Cell`:")
        for text, place in ((whole, prefix), (of_cell, "nn.Cell.")):
            for first, *rest in rows(text):
                if rest and rest[0] in STATUSES:
                    found += [
                        (place + name, rest[0], " ".join(rest[1:]))
                        for name in re.findall(r"`([\w.]+)`", first)
                    ]
    return found


@pytest.fixture(autouse=True)
def alias(tmp_path, monkeypatch):
    from srcad.gradient import default_store

    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    with srcad.alias_mindspore():
        yield
    default_store.cache_clear()


def test_the_page_lists_names_once_and_says_which_difference():
    listed = [name for name, _, _ in names()]
    assert len(listed) > 190
    assert sorted(set(listed)) == sorted(listed)
    for name, status, text in names():
        assert bool(text) == (status == "differs"), name
    assert set(sections()) == {*HOLDERS, "Refused arguments", "Refused gradients"}


@pytest.mark.parametrize(("name", "status"), [item[:2] for item in names()])
def test_a_name_is_there_as_the_page_says(name: str, status: str):
    import mindspore

    found: object = mindspore
    *path, last = name.split(".")
    for word in path:
        found = getattr(found, word)
    if last in ATTRIBUTES:
        found = srcad.Parameter(srcad.Tensor([1.0]), name="p")
    assert hasattr(found, last)
    value = getattr(found, last)
    assert isinstance(value, Missing) == (status == "refused")
    if status == "refused":
        with pytest.raises(MissingNameError, match=re.escape(f"mindspore.{name}")):
            value()


def refused(heading: str) -> list[tuple[str, str]]:
    found = re.findall(r"^\| `(.*)` \| (\w+) \|$", sections()[heading], re.MULTILINE)
    assert found
    return found


def run(code: str) -> object:
    import mindspore as ms
    from mindspore import nn, ops

    return eval(code, {"ms": ms, "nn": nn, "ops": ops, "np": np})


@pytest.mark.parametrize(("code", "error"), refused("Refused arguments"))
def test_arguments_that_are_refused(code: str, error: str):
    with pytest.raises({"ValueError": ValueError, "TypeError": TypeError}[error]):
        run(code)


@pytest.mark.parametrize(("code", "error"), refused("Refused gradients"))
def test_gradients_that_are_refused(code: str, error: str, tmp_path: Path):
    file = tmp_path / "refused.py"
    file.write_text(f"import mindspore as ms\nfrom mindspore import ops\nf = {code}\n")
    space: dict = {}
    exec(compile(file.read_text(), str(file), "exec"), space)
    x = srcad.Tensor(np.arange(12.0, dtype=np.float32).reshape(3, 4))
    assert isinstance(space["f"](x), srcad.Tensor)
    with pytest.raises(CompileError) as caught:
        srcad.grad(space["f"])(x)
    assert caught.value.diagnostics[0].code == error
