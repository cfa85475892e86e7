"""astor's source generator, taught to write what a person would.

The one place that imports astor. Kept from it: its table of precedences, its way of
delimiting, most statements. Replaced: what it prints with needless parentheses, in a
form that only some Pythons read, or by the state that an earlier visit left on a node.
Lines are never broken here; that is the formatter's work.
"""

import ast
import math
import types
import warnings
from collections.abc import Iterable, Sequence

from codegen import f_strings, literals

with warnings.catch_warnings():
    # From Python 3.12 on, ast warns of the old names in astor's tables.
    warnings.filterwarnings("ignore", category=DeprecationWarning, module="astor")
    from astor.code_gen import SourceGenerator, set_precedence
    from astor.op_util import (
        Precedence,
        get_op_precedence,
        get_op_symbol,
    )

__all__ = [
    "ExpressionGenerator",
    "Precedence",
    "dict_entries",
    "expression_text",
    "get_op_symbol",
]

INDENT = "    "


def expression_text(expression: ast.expr, avoid: Sequence[str] = ()) -> str:
    """Return the source text of an expression, as the right side of an assignment.

    ``avoid`` lists the quotes of the f-strings around it. Raises TypeError for a node
    that is not an expression of the language.
    """
    generator = ExpressionGenerator(avoid)
    generator.put(Precedence.Assign, expression)
    return generator.text()


class ExpressionGenerator(SourceGenerator):  # type: ignore[misc]
    """Writes one expression into ``result``."""

    def __init__(self, avoid: Sequence[str] = ()) -> None:
        super().__init__(INDENT)
        self.avoid = tuple(avoid)

    def text(self) -> str:
        return "".join(self.result)

    def visit(self, node: ast.AST) -> None:
        visitor = getattr(self, "visit_" + type(node).__name__, None)
        if visitor is None or isinstance(node, ast.mod):
            raise TypeError(f"a generated module cannot hold an ast.{_name(node)}")
        visitor(node)

    def put(self, precedence: int, node: ast.AST | None) -> None:
        """Write ``node``, in parentheses where it binds less than ``precedence``."""
        if node is not None:
            set_precedence(precedence, node)
            self.visit(node)

    def put_list(self, nodes: Iterable[ast.AST]) -> None:
        for index, node in enumerate(nodes):
            self.write(", " if index else "")
            self.put(Precedence.Comma, node)

    # Literals

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case None | bool() | types.EllipsisType():
                self.write("..." if node.value is ... else repr(node.value))
            case str(value):
                self.write(literals.string_literal(value, self.avoid))
            case bytes(value):
                self.write(literals.bytes_literal(value))
            case int() | float() | complex() as value:
                self.number(value, _context(node))
            case tuple(items):
                elements: list[ast.expr] = [ast.Constant(item) for item in items]
                self.put(_context(node), ast.Tuple(elements, ast.Load()))
            case value:
                raise TypeError(f"{value!r} cannot be written as a Python literal")

    def number(self, value: complex, precedence: int) -> None:
        """Write a number; one with a sign or two parts is an operation on its parts."""
        parts: ast.expr | None = None
        if isinstance(value, complex):
            parts = _complex_parts(value)
        elif isinstance(value, float) and not math.isfinite(value):
            parts = _call("float", ast.Constant(str(float(value))))
        elif literals.is_negative(value):
            parts = ast.UnaryOp(ast.USub(), ast.Constant(-value))
        if parts is not None:
            self.put(precedence, parts)
        elif isinstance(value, complex):
            self.write(literals.number_literal(_shortened(value.imag)), "j")
        else:
            self.write(literals.number_literal(value))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        text = f_strings.f_string_literal(node, self.avoid, expression_text)
        if text is None:
            self.put(_context(node), f_strings.format_call(node))
        else:
            self.write(text)

    # Expressions

    def visit_Attribute(self, node: ast.Attribute) -> None:
        value = node.value
        whole = isinstance(value, ast.Constant) and _is_whole(value.value)
        self.write("(" if whole else "")
        self.put(Precedence.highest, value)
        self.write(")" if whole else "", ".", node.attr)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.put(Precedence.highest, node.value)
        self.write("[")
        index = node.slice
        if isinstance(index, ast.Tuple) and _is_open_index(index):
            self.put_list(index.elts)
            self.write("," if len(index.elts) == 1 else "")
        else:
            self.put(Precedence.Comma, index)
        self.write("]")

    def visit_Slice(self, node: ast.Slice) -> None:
        self.put(Precedence.Comma, node.lower)
        self.write(":")
        self.put(Precedence.Comma, node.upper)
        self.write(":" if node.step is not None else "")
        self.put(Precedence.Comma, node.step)

    def visit_Call(self, node: ast.Call) -> None:
        self.put(Precedence.highest, node.func)
        self.write("(")
        if len(node.args) == 1 and not node.keywords:
            self.put(Precedence.call_one_arg, node.args[0])
        else:
            self.put_list([*node.args, *node.keywords])
        self.write(")")

    def visit_keyword(self, node: ast.keyword) -> None:
        self.write(f"{node.arg}=" if node.arg else "**")
        self.put(Precedence.Comma if node.arg else Precedence.BitOr, node.value)

    def visit_Starred(self, node: ast.Starred) -> None:
        self.write("*")
        self.put(Precedence.BitOr, node.value)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        with self.delimit(node) as delimiters:
            # `(x,) = f()` and `return (dx,)`: a lone comma is easily overlooked.
            delimiters.discard = delimiters.discard and len(node.elts) > 1
            self.put_list(node.elts)
            self.write("," if len(node.elts) == 1 else "")

    def visit_List(self, node: ast.List) -> None:
        self.write("[")
        self.put_list(node.elts)
        self.write("]")

    def visit_Set(self, node: ast.Set) -> None:
        self.write("{" if node.elts else "set(")
        self.put_list(node.elts)
        self.write("}" if node.elts else ")")

    def visit_Dict(self, node: ast.Dict) -> None:
        self.write("{")
        for index, entry in enumerate(dict_entries(node)):
            self.write(", " if index else "")
            self.entry(*entry)
        self.write("}")

    def entry(self, key: ast.expr | None, value: ast.expr) -> None:
        self.put(Precedence.Comma, key)
        self.write("**" if key is None else ": ")
        self.put(Precedence.BitOr if key is None else Precedence.Comma, value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        with self.delimit(node, node.op) as delimiters:
            if isinstance(node.op, ast.Pow):
                self.put(Precedence.Pow + 1, node.left)
                self.write(" ** ")
                self.put(Precedence.PowRHS, node.right)
                return
            # A long sum leans left: walk down it here, not by recursion.
            chain: list[ast.BinOp] = [node]
            while (
                isinstance(left := chain[-1].left, ast.BinOp)
                and get_op_precedence(left.op) == delimiters.p
            ):
                chain.append(left)
            self.put(delimiters.p, chain[-1].left)
            for link in reversed(chain):
                self.write(get_op_symbol(link.op, " %s "))
                self.put(delimiters.p + 1, link.right)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.write("(")
        self.named_expression(node)
        self.write(")")

    def named_expression(self, node: ast.NamedExpr) -> None:
        self.put(Precedence.highest, node.target)
        self.write(" := ")
        self.put(Precedence.Comma, node.value)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        with self.delimit(node):
            self.write("yield from ")
            self.put(Precedence.Comma, node.value)

    def visit_Await(self, node: ast.Await) -> None:
        with self.delimit(node):
            self.write("await ")
            self.put(Precedence.highest, node.value)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        with self.delimit(node) as delimiters:
            self.write("lambda " if _has_parameters(node.args) else "lambda")
            self.visit_arguments(node.args)
            self.write(": ")
            self.put(delimiters.p, node.body)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        with self.delimit(node) as delimiters:
            self.put(delimiters.p + 1, node.body)
            self.write(" if ")
            self.put(delimiters.p + 1, node.test)
            self.write(" else ")
            self.put(delimiters.p, node.orelse)

    # Comprehensions

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.comprehension("[", node.elt, node.generators, "]")

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self.comprehension("{", node.elt, node.generators, "}")

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        alone = _context(node) == Precedence.call_one_arg
        opening, closing = ("", "") if alone else "()"
        self.comprehension(opening, node.elt, node.generators, closing)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.write("{")
        self.entry(node.key, node.value)
        self.write(*node.generators, "}")

    def comprehension(
        self,
        opening: str,
        element: ast.expr,
        generators: Iterable[ast.comprehension],
        closing: str,
    ) -> None:
        self.write(opening)
        self.put(Precedence.Comma, element)
        self.write(*generators, closing)

    # Parameters

    def visit_arguments(self, node: ast.arguments) -> None:
        parameters: list[tuple[str, ast.arg | None, ast.expr | None]] = []
        positional = [*node.posonlyargs, *node.args]
        padding = [None] * (len(positional) - len(node.defaults))
        for argument, default in zip(
            positional, [*padding, *node.defaults], strict=True
        ):
            parameters.append(("", argument, default))
        if node.posonlyargs:
            parameters.insert(len(node.posonlyargs), ("/", None, None))
        if node.vararg is not None or node.kwonlyargs:
            parameters.append(("*", node.vararg, None))
        for argument, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
            parameters.append(("", argument, default))
        if node.kwarg is not None:
            parameters.append(("**", node.kwarg, None))
        for index, (star, argument_, default) in enumerate(parameters):
            self.write(", " if index else "", star)
            if argument_ is not None:
                self.parameter(argument_, default)

    def parameter(self, node: ast.arg, default: ast.expr | None) -> None:
        self.visit(node)
        if default is not None:
            self.write("=" if node.annotation is None else " = ")
            self.put(Precedence.Comma, default)

    def visit_arg(self, node: ast.arg) -> None:
        self.write(node.arg)
        if node.annotation is not None:
            self.write(": ")
            self.put(Precedence.Comma, node.annotation)


def dict_entries(node: ast.Dict) -> list[tuple[ast.expr | None, ast.expr]]:
    return list(zip(node.keys, node.values, strict=True))


def _is_open_index(index: ast.Tuple) -> bool:
    """Say whether a tuple stands between brackets without its parentheses.

    A star needs them before Python 3.11; next to a slice there are none.
    """
    kinds = {type(element) for element in index.elts}
    return ast.Slice in kinds or (len(index.elts) > 1 and ast.Starred not in kinds)


def _has_parameters(node: ast.arguments) -> bool:
    lists = (node.posonlyargs, node.args, node.vararg, node.kwonlyargs, node.kwarg)
    return any(lists)


def _complex_parts(value: complex) -> ast.expr | None:
    """Return an expression for what is not a plain ``2j``."""
    imaginary = ast.Constant(complex(0.0, abs(value.imag)))
    if not math.isfinite(value.real) or not math.isfinite(value.imag):
        parts = (ast.Constant(value.real), ast.Constant(value.imag))
        return _call("complex", *parts)
    negative = literals.is_negative(value.imag)
    if value.real:
        sign = ast.Sub() if negative else ast.Add()
        return ast.BinOp(ast.Constant(_shortened(value.real)), sign, imaginary)
    return ast.UnaryOp(ast.USub(), imaginary) if negative else None


def _is_whole(value: object) -> bool:
    """Say whether a literal would take a point after it for a decimal one."""
    return type(value) is int and value >= 0


def _shortened(value: float) -> float:
    """Return 2 for 2.0, as ``repr`` writes the parts of a complex number."""
    small = value.is_integer() and abs(value) < 1e16 and value != 0
    return int(value) if small else value


def _call(function: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(function, ast.Load()), list(arguments), [])


def _context(node: ast.expr) -> int:
    """Return the precedence that ``put`` gave the node."""
    precedence: int = getattr(node, "_pp", Precedence.highest)
    return precedence


def _name(node: ast.AST) -> str:
    return type(node).__name__
