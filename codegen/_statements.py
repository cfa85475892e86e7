"""The statements of a generated module, and the blank lines between them.

Rests on ``codegen._astor`` for expressions and so is imported only by what prints.
"""

import ast
import re
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from codegen import literals
from codegen._astor import (
    ExpressionGenerator,
    Precedence,
    dict_entries,
    get_op_symbol,
)
from codegen.description import Comment

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_FORMATTER_DIRECTIVE = re.compile(
    r"\b(fmt|yapf)\s?:(?=\s*(off|on|skip|disable|enable))"
)


def statements_text(statements: Sequence[ast.stmt], indentation: int = 0) -> str:
    """Return the source text of statements, ending in a line break unless empty.

    ``indentation`` counts levels; at level 0 definitions stand two blank lines apart.
    Raises TypeError for a node that has no place in a generated module.
    """
    generator = StatementGenerator()
    generator.indentation = indentation
    generator.statements(statements)
    text = generator.text().lstrip("\n")
    return text and text + "\n"


def comment_lines(text: str) -> list[str]:
    """Return ``# ...`` lines for a text of one or more lines.

    A quoted statement may end in ``# fmt: skip`` or the like; the formatter would obey,
    so a space takes the meaning from it.
    """
    lines = [line.rstrip() for line in re.split(r"\r\n|[\r\n\0]", text)]
    lines = [_FORMATTER_DIRECTIVE.sub(r"\1 :", line) for line in lines]
    return ["# " + line if line else "#" for line in lines]


class StatementGenerator(ExpressionGenerator):
    """Writes one list of statements into ``result``."""

    def statements(self, statements: Sequence[ast.stmt]) -> None:
        """Write statements at the indentation that holds, blank lines between them."""
        previous: ast.stmt | None = None
        blank_lines = 0
        for statement in statements:
            if isinstance(statement, Comment) and not statement.text:
                blank_lines = int(previous is not None)
                continue
            if previous is not None:
                wanted = _blank_lines(previous, statement, self.indentation)
                blank_lines = max(blank_lines, wanted)
            self.newline(extra=blank_lines)
            self.visit(statement)
            previous, blank_lines = statement, 0

    def body(self, statements: Sequence[ast.stmt]) -> None:
        self.indentation += 1
        self.statements(statements)
        if all(isinstance(statement, Comment) for statement in statements):
            self.statement(None, "pass")
        self.indentation -= 1

    def documented_body(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        """Write the body of a function or class, whose docstring is printed as one."""
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str(text))), *rest]:
                self.indentation += 1
                self.docstring(text)
                # A class's docstring stands alone, a function's on top of its code.
                apart = isinstance(node, ast.ClassDef) or (
                    bool(rest) and isinstance(rest[0], _DEFINITIONS)
                )
                self.newline(extra=int(apart))
                self.statements(rest)
                self.indentation -= 1
            case statements:
                self.body(statements)

    def docstring(self, text: str) -> None:
        blank_lines = 0
        for line in literals.docstring_lines(text):
            if line:
                self.newline(extra=blank_lines)
                self.write(line)
            blank_lines = 0 if line else blank_lines + 1

    def visit_Comment(self, node: Comment) -> None:
        for line in comment_lines(node.text):
            self.statement(node, line)

    def visit_FunctionDef(self, node: ast.FunctionDef, is_async: bool = False) -> None:
        _refuse_type_parameters(node)
        self.decorator_lines(node.decorator_list)
        self.statement(node, "async def " if is_async else "def ", node.name, "(")
        self.visit_arguments(node.args)
        self.write(")")
        if node.returns is not None:
            self.write(" -> ")
            self.put(Precedence.Comma, node.returns)
        self.write(":")
        self.documented_body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        _refuse_type_parameters(node)
        self.decorator_lines(node.decorator_list)
        self.statement(node, "class ", node.name)
        if node.bases or node.keywords:
            self.write("(")
            self.put_list([*node.bases, *node.keywords])
            self.write(")")
        self.write(":")
        self.documented_body(node)

    def decorator_lines(self, decorators: Iterable[ast.expr]) -> None:
        for decorator in decorators:
            self.statement(decorator, "@")
            self.put(Precedence.Comma, decorator)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.newline(node)
        for target in node.targets:
            self.put(Precedence.Assign, target)
            self.write(" = ")
        self.assigned_value(node.value, Precedence.Assign)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        bare = isinstance(node.target, ast.Name) and not node.simple
        self.statement(node, "(" if bare else "")
        self.put(Precedence.AnnAssign, node.target)
        self.write(")" if bare else "", ": ")
        self.put(Precedence.Comma, node.annotation)
        if node.value is not None:
            self.write(" = ")
            self.assigned_value(node.value, Precedence.Comma)

    def assigned_value(self, value: ast.expr, precedence: int) -> None:
        """Write what a name is bound to; a table of the module one entry a line."""
        if _is_table(value) and not self.indentation:
            self.write("{")
            self.indentation += 1
            for entry in dict_entries(value):
                self.newline()
                self.entry(*entry)
                self.write(",")
            self.indentation -= 1
            self.statement(None, "}")
        else:
            self.put(precedence, value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.newline(node)
        self.put(Precedence.AugAssign, node.target)
        self.write(get_op_symbol(node.op, " %s= "))
        self.put(Precedence.AugAssign, node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.statement(node, "del ")
        self.put_list(node.targets)

    def visit_Return(self, node: ast.Return) -> None:
        self.statement(node, "return" if node.value is None else "return ")
        self.put(Precedence.Return, node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.statement(node, "assert ")
        self.put_list([node.test] if node.msg is None else [node.test, node.msg])

    def visit_Raise(self, node: ast.Raise) -> None:
        self.statement(node, "raise" if node.exc is None else "raise ")
        self.put(Precedence.Comma, node.exc)
        if node.cause is not None:
            self.write(" from ")
            self.put(Precedence.Comma, node.cause)

    def visit_If(self, node: ast.If) -> None:
        self.branch(node, "if ", node.test)
        while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            node = node.orelse[0]
            self.branch(node, "elif ", node.test)
        self.else_body(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self.branch(node, "while ", node.test)
        self.else_body(node.orelse)

    def branch(self, node: ast.If | ast.While, keyword: str, test: ast.expr) -> None:
        self.statement(node, keyword)
        if isinstance(test, ast.NamedExpr):
            self.named_expression(test)
        else:
            self.put(Precedence.Comma, test)
        self.write(":")
        self.body(node.body)

    def visit_For(self, node: ast.For, is_async: bool = False) -> None:
        self.statement(node, "async for " if is_async else "for ")
        self.put(Precedence.For, node.target)
        self.write(" in ")
        self.put(Precedence.Comma, node.iter)
        self.write(":")
        self.body_or_else(node)

    def visit_withitem(self, node: ast.withitem) -> None:
        self.put(Precedence.Comma, node.context_expr)
        if node.optional_vars is not None:
            self.write(" as ")
            self.put(Precedence.Comma, node.optional_vars)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.statement(node, "except" if node.type is None else "except ")
        self.put(Precedence.Comma, node.type)
        self.write(f" as {node.name}:" if node.name else ":")
        self.body(node.body)


def _blank_lines(previous: ast.stmt, statement: ast.stmt, depth: int) -> int:
    """Return how many blank lines stand between two neighbours in one body."""
    if isinstance(previous, Comment) and not isinstance(statement, Comment):
        return 0
    if isinstance(previous, _DEFINITIONS) or isinstance(statement, _DEFINITIONS):
        return 1 if depth else 2
    if isinstance(statement, Comment):
        return 1
    if depth:
        return 0
    if isinstance(previous, _IMPORTS) != isinstance(statement, _IMPORTS):
        return 1
    tables = (getattr(item, "value", None) for item in (previous, statement))
    return int(any(_is_table(value) for value in tables))


def _is_table(value: object) -> TypeGuard[ast.Dict]:
    return isinstance(value, ast.Dict) and bool(value.values)


def _refuse_type_parameters(node: ast.FunctionDef | ast.ClassDef) -> None:
    if getattr(node, "type_params", None):
        raise TypeError(f"type parameters of {node.name} need Python 3.12 or later")
