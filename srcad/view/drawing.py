"""A call graph as SVG, and as a list for those who do not see it."""

from srcad.view.graph import Node
from srcad.view.text import escaped, plain

_ROW, _STEP, _HEIGHT, _CHARACTER = 34, 28, 26, 7.4


def svg_of(root: Node, identity: str) -> str:
    """Return the picture: what is called stands under its caller, further right."""
    rows = list(root.walk())
    width = max(_left(depth) + _width(node) for depth, node in rows) + 8
    height = len(rows) * _ROW + 8
    parents: list[int] = []
    shapes = []
    for row, (depth, node) in enumerate(rows):
        del parents[depth:]
        if parents:
            shapes.append(_line(parents[-1], depth, row))
        parents.append(row)
        shapes.append(_box(node, depth, row))
    # Read out as the list beside it: a picture of boxes has no order to listen to.
    return (
        f'<svg class="graph" aria-hidden="true" id="{plain(identity)}" '
        f'viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(shapes)}</svg>'
    )


def list_of(node: Node, anchors: dict[tuple[str, int], str]) -> str:
    """Return the same as nested lists; what stands on the page is a link."""
    title = f"<code>{escaped(node.title)}</code>"
    anchor = anchors.get((node.path, node.line))
    if anchor:
        title = f'<a href="#{plain(anchor)}">{title}</a>'
    inner = "".join(list_of(child, anchors) for child in node.children)
    rest = f"<ul>{inner}</ul>" if inner else ""
    return f"<li>{title} {escaped(_words(node))}{rest}</li>"


def _words(node: Node) -> str:
    words = [node.kind, *node.words]
    if node.again:
        words.append("see above")
    return f"({', '.join(words)})"


def _left(depth: int) -> float:
    return 4 + depth * _STEP


def _label(node: Node) -> str:
    words = [*node.words, *(["see above"] if node.again else [])]
    return f"{node.title}  · {', '.join(words)}" if words else node.title


def _width(node: Node) -> float:
    return len(_label(node)) * _CHARACTER + 20


def _box(node: Node, depth: int, row: int) -> str:
    left, top = _left(depth), 4 + row * _ROW
    words = " marked" if node.words else ""
    return (
        f'<rect class="{node.kind}{words}" x="{left:.0f}" y="{top}" '
        f'width="{_width(node):.0f}" height="{_HEIGHT}" rx="5"/>'
        f'<text x="{left + 10:.0f}" y="{top + 17}">{plain(_label(node))}</text>'
    )


def _line(parent: int, depth: int, row: int) -> str:
    x = _left(depth) - _STEP / 2
    top, bottom = 4 + parent * _ROW + _HEIGHT, 4 + row * _ROW + _HEIGHT / 2
    return f'<path d="M{x:.0f} {top}V{bottom:.0f}H{_left(depth):.0f}"/>'
