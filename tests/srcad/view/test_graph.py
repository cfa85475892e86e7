"""The call graph, and its picture."""

import ast
from xml.etree import ElementTree

import pytest

from srcad.paragraphs.sources import sources_of
from srcad.view.drawing import list_of, svg_of
from srcad.view.graph import call_graph, evaluated

SOURCE = """\
from srcad import nn


def scaled(x):
    return scaled(x) * 2


class Base(nn.Cell):
    def construct(self, x):
        return self.helper(x)

    def helper(self, x):
        return self.act(x)


class Own(nn.Cell):
    def construct(self, x):
        return x

    def bprop(self, x, out, dout):
        return (dout,)


class Net(Base):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()
        self.act.register_backward_hook(print)
        self.own = Own()
        self.blocks = nn.SequentialCell(nn.Dense(2, 2), Own())
        self.size = max(2, 3)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        x = self.own(self.helper(x)) * self.size
        return scaled(x)
"""


def graph():
    return call_graph(sources_of({"m.py": SOURCE}), "Net.construct")


def test_cells_methods_and_functions():
    listed = [(depth, one.title, one.words) for depth, one in graph().walk()]
    assert listed == [
        (0, "Net.construct", []),
        (1, "blocks: nn.SequentialCell", []),
        (2, "nn.Dense", []),
        (2, "Own", ["own bprop"]),
        # It is called with what the helper gives.
        (1, "Base.helper", []),
        (2, "act: nn.ReLU", ["hook"]),
        (1, "own: Own", ["own bprop"]),
        (1, "scaled", []),
        (2, "scaled", []),
    ]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("f(g(x), h(y))", "g h f"),
        ("self.f(self.g(x)) + self.h(x)", "g f h"),
        ("f(x).sum(g(x))", "f g"),
        ("x[f(1)] = g(2)", "g f"),
        ("[f(y) for y in g(x) if h(y)]", "g h f"),
        ("{f(y): g(y) for y in h(x)}", "h f g"),
        ("g(x) if f(x) else h(x)", "f g h"),
        ("for f(x)[0] in g(x): h(x)", "g f h"),
        ("while f(x): g(x)", "f g"),
    ],
)
def test_calls_are_in_the_order_in_which_they_run(text, order):
    found = []
    for node in evaluated(ast.parse(text)):
        match node:
            case ast.Call(ast.Name(word)) | ast.Attribute(ast.Name("self"), word):
                found.append(word)
    assert found == order.split()


def test_what_was_followed_is_not_followed_again():
    again = [one.title for _, one in graph().walk() if one.again]
    assert again == ["own: Own", "scaled"]


def test_the_picture_has_a_box_for_each_and_is_well_formed():
    root = ElementTree.fromstring(svg_of(graph(), "g"))
    names = {one.tag.rpartition("}")[2] for one in root}
    assert names == {"rect", "text", "path"}
    texts = [one.text for one in root if one.tag.endswith("text")]
    assert texts[0] == "Net.construct"
    assert "own: Own  · own bprop, see above" in texts
    boxes = [one for one in root if one.tag.endswith("rect")]
    assert len(boxes) == len(texts) == 9
    width = float(root.get("width"))
    assert all(float(b.get("x")) + float(b.get("width")) <= width for b in boxes)


def test_the_list_says_the_same():
    text = list_of(graph(), {("m.py", 17): "L17"})
    assert text.count("<li>") == 9
    assert (
        '<a href="#L17"><code>own: Own</code></a> (cell, own bprop, see above)' in text
    )


def test_an_unknown_function_has_none():
    assert call_graph(sources_of({"m.py": SOURCE}), "other") is None
