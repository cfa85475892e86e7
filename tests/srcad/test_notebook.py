"""``%%srcad``, and what a notebook shows of a gradient function."""

import html
import itertools
import linecache
import re
from types import SimpleNamespace

import numpy as np
import pytest

import srcad
from srcad.gradient.modules import MODULES
from srcad.view import Subject, page

pytestmark = pytest.mark.usefixtures("as_printed")

CELL = """\
import numpy as np

def loss(x, target):
    error = x - target
    return (error * error).sum()
"""
NET = """\
import numpy as np
from srcad import Tensor, nn, ops

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, 2)

    def construct(self, x):
        h = self.dense(x)
        return ops.tanh(h)

net = Net()
"""


class Shell:
    """What the extension asks of IPython: cells are files of ``linecache``."""

    def __init__(self):
        self.user_ns = {}
        self.magics = {}
        self.numbers = itertools.count(1)

    def register_magic_function(self, function, kind, name):
        self.magics[kind, name] = function

    def run_cell(self, text):
        name = f"<ipython-input-{next(self.numbers)}-0123456789ab>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        try:
            exec(compile(text, name, "exec"), self.user_ns)
        except ZeroDivisionError as error:
            return SimpleNamespace(success=False, error=error)
        return SimpleNamespace(success=True)

    def srcad(self, line, cell):
        return self.magics["cell", "srcad"](line, cell)


@pytest.fixture
def shell():
    found = Shell()
    srcad.load_ipython_extension(found)
    found.user_ns.update(x=np.array([1.0, 2.0]), target=np.zeros(2), np=np)
    return found


def page_in(shown):
    """The page in the frame that a notebook shows."""
    frame = shown._repr_html_()
    assert frame.startswith("<iframe srcdoc=")
    return html.unescape(re.search('srcdoc="([^"]*)"', frame)[1])


def test_source_forward_and_backward_side_by_side(shell):
    shown = shell.srcad("loss(x, target)", CELL)
    text = page_in(shown)
    assert text == page([shown.subject], "srcad: loss")
    plain = html.unescape(re.sub("<[^>]+>", "", text))
    assert "error = x - target" in plain
    assert "def backward(residuals, dout):" in plain
    assert text.count('data-s="L4"') >= 2
    # What this very call keeps: two numbers of 8 bytes.
    assert "<strong>16 bytes</strong>" in text


def test_markdown_where_a_frame_cannot_be_shown(shell):
    text = shell.srcad("loss(x, target=target)", CELL)._repr_markdown_()
    assert text.startswith("**forward**\n\n```python\ndef forward(")
    assert "**backward**" in text


def test_a_cell_that_is_defined_in_the_cell(shell):
    shell.user_ns["t"] = srcad.Tensor(np.ones((4, 3), np.float32))
    subject = shell.srcad("net(t)", NET).subject
    assert [one.function for one in subject.pairing.paired] == ["Net.construct"] * 2
    assert "dense.weight" in subject.text


def test_what_is_refused_is_shown_with_its_place(shell):
    cell = CELL.replace("error * error", "int(x)")
    shown = shell.srcad("loss(x, target)", cell)
    assert "error[SRC" in shown._repr_markdown_()
    assert '<p class="remark refused">' in page_in(shown)


@pytest.mark.parametrize("line", ["", "loss", "loss(", "x = loss(x)"])
def test_a_first_line_that_is_no_call(shell, line):
    with pytest.raises(ValueError, match="write an example call"):
        shell.srcad(line, CELL)
    assert "loss" not in shell.user_ns  # nothing was run


def test_a_cell_that_raises_shows_nothing_more(shell):
    assert shell.srcad("loss(x, target)", "1 / 0\n") is None


def test_a_text_cannot_leave_its_frame():
    from srcad.notebook import Shown

    evil = "\"></iframe><script>alert('x')</script>"
    frame = Shown(Subject(evil, evil, {evil: evil}))._repr_html_()
    assert frame.count("<iframe") == frame.count("</iframe>") == 1
    assert "<script" not in frame


def cubed(x):
    return (x * x * x).sum()


def test_a_gradient_function_shows_its_backward_half():
    gradient = srcad.grad(cubed)
    MODULES.clear()
    assert "**The gradient of `cubed`**" in gradient._repr_markdown_()
    assert "written at the first call" in gradient._repr_html_()
    gradient(np.ones(3))
    markdown, text = gradient._repr_markdown_(), gradient._repr_html_()
    assert "for x = float64[x0]" in markdown
    assert "```python\ndef backward(residuals, dout):" in markdown
    assert "<pre><code>def backward(residuals, dout):" in text
    gradient(np.ones((3, 2), np.float32))
    assert gradient._repr_markdown_().count("def backward(") == 2


def test_the_gradient_of_another_function_is_not_shown():
    srcad.grad(cubed)(np.ones(3))
    assert "def backward" not in srcad.grad(lambda x: x * x)._repr_markdown_()
