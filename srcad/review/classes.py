"""What kind of change there is between two modules.

From the smallest to the largest, the first that says it all:

* *header only*: the lines above the imports, and the digest with them
* *formatting*: equal as parsed: comments, blank lines, the breaking of lines
* *rename*: equal after the locals of both have been renamed
* *order*: equal graphs of the flow of data; what is written keeps its order
* *signature*: other arguments, dtypes or sizes
* *constant*: equal but for numbers and strings
* *structure*: anything else
"""

import ast
import copy
from enum import StrEnum

from codegen.digest import parsed_text
from srcad.review.flow import graph
from srcad.review.locals import renamed
from srcad.review.modules import Parsed


class Class(StrEnum):
    """The kind of a change."""

    NEW = "new"
    HEADER = "header only"
    FORMATTING = "formatting"
    RENAME = "rename"
    ORDER = "order"
    SIGNATURE = "signature"
    CONSTANT = "constant"
    STRUCTURE = "structure"

    @property
    def is_text(self) -> bool:
        """Whether what is computed is the same, as far as the text says."""
        return self in (Class.HEADER, Class.FORMATTING, Class.RENAME, Class.ORDER)


def class_of(old: Parsed, new: Parsed) -> Class:
    """The class of the change from one module to another."""
    if _below_header(old) == _below_header(new):
        return Class.HEADER
    before, after = _code(old), _code(new)
    if parsed_text(before) == parsed_text(after):
        return Class.FORMATTING
    before, after = renamed(before), renamed(after)
    if parsed_text(before) == parsed_text(after):
        return Class.RENAME
    if _interface(old) != _interface(new):
        return Class.SIGNATURE
    if graph(before) == graph(after):
        return Class.ORDER
    if parsed_text(_without_constants(before)) == parsed_text(
        _without_constants(after)
    ):
        return Class.CONSTANT
    return Class.STRUCTURE


def _below_header(module: Parsed) -> str:
    """The text from the end of the docstring on."""
    lines = module.text.split("\n")
    first = module.tree.body[0] if module.tree.body else None
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    start = (first.end_lineno or 0) if first is not None and is_docstring else 0
    while start < len(lines) and lines[start].startswith("#"):
        start += 1
    return "\n".join(lines[start:])


def _code(module: Parsed) -> ast.Module:
    """The tree without docstrings."""
    tree = copy.deepcopy(module.tree)
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module(body) | ast.FunctionDef(body=body) | ast.ClassDef(body=body)
            ):
                match body:
                    case [ast.Expr(ast.Constant(str())), *rest]:
                        node.body = rest or [ast.Pass()]
    return tree


def _interface(module: Parsed) -> list[object]:
    """What callers see: ``SIGNATURE``, and the parameters of what they call."""
    public = ("forward", "value_and_grad")
    arguments = [
        ast.unparse(module.functions[name].args)
        for name in public
        if name in module.functions
    ]
    return [module.signature, module.out, arguments, module.cotangents]


class _Folded(ast.NodeTransformer):
    """Arithmetic of numbers is a number: one is written ``0.2``, another ``1 / 3``."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """A number, where both operands are."""
        self.generic_visit(node)
        both = _is_number(node.left) and _is_number(node.right)
        return ast.copy_location(ast.Constant(0), node) if both else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """A number, where the operand is."""
        self.generic_visit(node)
        folded = _is_number(node.operand) and isinstance(node.op, ast.USub | ast.UAdd)
        return ast.copy_location(ast.Constant(0), node) if folded else node


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _without_constants(tree: ast.Module) -> ast.Module:
    tree = _Folded().visit(copy.deepcopy(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value is not None:
            node.value = type(node.value).__name__ if _is_text(node) else 0
    return tree


def _is_text(node: ast.Constant) -> bool:
    return isinstance(node.value, str | bytes)
