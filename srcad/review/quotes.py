"""The statements of the source that a module quotes."""

import ast
import itertools

from srcad.review.modules import Parsed
from srcad.review.paragraphs import parts_of
from srcad.review.statements import normal, statements_of


def told(module: Parsed) -> list[str]:
    """The statements of the source as the primal tells them, in order and in one form:
    the heading of each paragraph, or its code where that says the same."""
    found = []
    for part in parts_of(module):
        lines = [line.strip() for line in part.lines]
        if not part.section.endswith("forward"):
            continue
        if lines[0].startswith("# "):
            heading = itertools.takewhile(lambda line: line.startswith("# "), lines)
            found.append(normal("\n".join(line[2:] for line in heading)))
        else:
            found += [normal(one) for one in lines if not one.startswith(_OURS)]
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            found += [one.text for one in statements_of(node)]
    return found


# Lines of a generated function that are of no statement.
_OURS = ("def ", '"""', "return ", ")", "(", "]", "}")
