"""The documentation holds what it says: links lead somewhere, and what it quotes stands
in the file that it is quoted from. Its commands are run by test_documented_commands.py.

Before a block that is quoted, any page has ``<!-- quote: FILE PART -->``. PART is the
name of a definition or of a row of a table, ``header`` or ``docstring``. ``pytest --accept`` quotes anew.
"""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from codegen.testing import assert_golden
from tests.test_documented_commands import Reader, copy_project

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    page
    for folder in (".", "docs", "examples")
    for page in (ROOT / folder).glob("*.md")
)

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
QUOTE = re.compile(
    r"^(<!-- quote: (\S+) (\w+)( without docstrings)? -->\n```python\n)(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def anchors(page: Path) -> set[str]:
    """Return the anchors that the headings of a page get."""
    headings = re.findall(
        r"^#+ (.*)$", FENCE.sub("", page.read_text()), flags=re.MULTILINE
    )
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for path, anchor in LINK.findall(FENCE.sub("", page.read_text())):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {path}"
        if anchor:
            assert anchor in anchors(target), f"{page.name} links to {path}#{anchor}"


def part_of(path: Path, name: str) -> list[str]:
    """Return the lines of a definition, of the header or of the docstring of a file."""
    lines = path.read_text().splitlines()
    body = ast.parse("\n".join(lines)).body
    if name == "header":
        return lines[: body[0].lineno - 1]
    if name == "docstring":
        first, last = body[0].lineno, body[0].end_lineno
    else:
        (found,) = (node for node in body if name in names_of(node))
        marks = getattr(found, "decorator_list", [])
        first, last = min(n.lineno for n in (found, *marks)), found.end_lineno
    assert last is not None
    # A comment may end a class.
    while last < len(lines) and lines[last].startswith(" "):
        last += 1
    return lines[first - 1 : last]


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        # A row of a table: ``elementwise(np.tanh, ...)``.
        return [
            arg.attr for arg in node.value.args[:1] if isinstance(arg, ast.Attribute)
        ]
    return []


def without_docstrings(lines: list[str]) -> list[str]:
    """Return the lines of a definition without docstrings."""
    dropped: set[int] = set()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        first = node.body[0]
        if ast.get_docstring(node) is not None and first.end_lineno is not None:
            dropped.update(range(first.lineno, first.end_lineno + 1))
            if first.end_lineno < len(lines) and not lines[first.end_lineno]:
                dropped.add(first.end_lineno + 1)
    return [line for number, line in enumerate(lines, 1) if number not in dropped]


def quoted_anew(match: re.Match[str]) -> str:
    """Return a marked block with what the file now holds."""
    head, path, name, bare, _ = match.groups()
    lines = part_of(ROOT / path, name)
    if bare:
        lines = without_docstrings(lines)
    return head + "".join(f"{line}\n" for line in lines) + "```"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_quotes_are_of_what_is_there(page: Path) -> None:
    text = page.read_text()
    assert len(QUOTE.findall(text)) == text.count("<!-- quote")
    assert_golden(QUOTE.sub(quoted_anew, text), page.relative_to(ROOT))


def test_the_pages_about_modules_quote_them() -> None:
    for page in ("README.md", "docs/reading-a-backward-module.md"):
        quotes = QUOTE.findall((ROOT / page).read_text())
        assert {path for _, path, *_ in quotes} & {"golden/digits_classifier.py"}, (
            f"{page} quotes no golden file"
        )


NET = """
import numpy as np
from srcad import Tensor, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)

    def construct(self, x, y):
        return (self.fc(x) * y).sum()


net = Net()
x, y = (Tensor(np.ones((5, size), np.float32)) for size in (3, 2))
"""

ARRAYS = """
import sys
import numpy as np

sys.path.insert(0, "examples/digits")
rng = np.random.default_rng(0)
x = rng.random((5, 64), np.float32)
target = np.arange(5, dtype=np.int32)
shapes = {"fc1.weight": (64, 64), "fc1.bias": 64}
shapes |= {"fc2.weight": (10, 64), "fc2.bias": 10}
params = {name: rng.random(shape, np.float32) for name, shape in shapes.items()}
"""


def test_the_programs_of_the_readme_run(tmp_path: Path) -> None:
    _, tour = (ROOT / "README.md").read_text().split("\n## A quick tour\n")
    tour, *_ = tour.split("\n## ")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", tour, re.MULTILINE | re.DOTALL)
    kinds = [kind for kind, _ in blocks]
    assert kinds == ["console", "python", "toml", "console", "python"]
    generate, use, target, _, grad = (block for _, block in blocks)
    reader = Reader(tmp_path)
    copy_project(tmp_path, ["digits_classifier"])
    reader.take(generate, "")
    reader.write("use.py", ARRAYS + use + "assert loss.shape == ()\n")
    reader.write("net.py", NET)
    reader.write("grad.py", "from net import net, x, y\n" + grad)
    reader.take("$ python use.py\n$ python grad.py\n", "")
    (shown,) = tomllib.loads(target)["tool"]["srcad"]["targets"]
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["srcad"]
    (same,) = (item for item in configured["targets"] if item["name"] == shown["name"])
    assert shown == {key: same[key] for key in shown}


def first_cells(page: str, heading: str) -> list[str]:
    """Return the first word of each table row under a heading of a page."""
    text = (ROOT / "docs" / page).read_text()
    _, section = text.split(f"\n## {heading}\n")
    section, *_ = section.split("\n## ")
    return re.findall(r"^\| `?([\w.]+)", section, flags=re.MULTILINE)


def test_the_page_of_diagnostics_is_up_to_date() -> None:
    """``python tools/diagnostics_page.py`` writes it, and so does ``--accept``."""
    from tools.diagnostics_page import PAGE, page

    assert_golden(page(), PAGE.relative_to(ROOT))


def test_the_page_of_numpy_is_up_to_date() -> None:
    """``python tools/numpy_page.py`` writes it, and so does ``--accept``."""
    from tools.numpy_page import PAGE, page

    assert_golden(page(), PAGE.relative_to(ROOT))


def test_the_reference_lists_every_command() -> None:
    from srcad.cli.app import cli

    assert set(cli.commands) <= set(first_cells("reference.md", "Commands"))
    assert cli.commands


def test_the_reference_lists_every_key_of_a_target() -> None:
    from srcad.cli.values import TARGET_KEYS

    assert set(TARGET_KEYS) <= set(first_cells("reference.md", "Configuration"))
