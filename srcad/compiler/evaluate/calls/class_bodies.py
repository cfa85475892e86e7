"""The body of a class that is defined inside of what is evaluated.

What it computes when the class is made (the values of its attributes, defaults, what
a decorator is given) is evaluated as all else is, so that what is read for it leaves
guards, and no function of the user's runs. Python makes the class of the results.
What reads a name that the class itself binds is left to Python, with all the rest of
it evaluated.
"""

from __future__ import annotations

import ast
import copy
import inspect
from typing import Any, NoReturn, TypeVar

from srcad.compiler.evaluate.ast_queries import identifiers, name_of, names, nodes
from srcad.compiler.evaluate.dispatch import evaluate
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import refuse_comparison, static
from srcad.compiler.evaluate.objects import conflict_of
from srcad.compiler.reading.private_names import Binding, bound_name
from srcad.compiler.reading.world import users_function_of

N = TypeVar("N", bound=ast.AST)
# What is no value, or may be one of the user's functions, which is run later.
_NO_VALUES = (ast.Starred, ast.Slice)
_LATER = (ast.Lambda, ast.NamedExpr)
_ITERATED = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# What Python calls of the user's, where it makes a class or chooses a branch of one.
_OF_BASES = ("__init_subclass__",)
_OF_METACLASSES = ("__new__", "__init__", "__call__", "__prepare__")
_OF_TRUTH = ("__bool__", "__len__")


def with_known_values(frame: Frame, node: ast.ClassDef) -> tuple[ast.ClassDef, Any]:
    """The definition with names in the place of what is evaluated, and what these
    are."""
    evaluated = _Evaluated(frame)
    return evaluated.definition(copy.deepcopy(node)), evaluated.known


def bound_by(node: ast.ClassDef) -> set[str]:
    """The names that the body of a class binds."""
    parts = (part for part in ast.walk(node) if isinstance(part, Binding))
    defined = {bound_name(part) for part in parts}
    return identifiers(node, ast.Store) | (defined - {bound_name(node)})


def refuse_made(frame: Frame, message: str, node: ast.AST) -> NoReturn:
    """Refuse a class, with what to do instead."""
    help = "define the class in the module, or pass the value to its constructor"
    frame.refuse("SRC011", message, node, help=help)


def refuse_run_time(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse to make a class of what only run time knows, or the evaluator has made."""
    if has_box(item) or kind_of(item).is_closure or conflict_of(item):
        for part in names(node):
            if frame.is_local(part.id) and has_box(frame.find(part.id)):
                refuse_made(
                    frame, f"`{part.id}` is read where this class is made", part
                )
        static(frame, item, node)
        refuse_made(frame, "this is read where this class is made", node)


class _Evaluated(ast.NodeTransformer):
    """Puts names in the place of expressions that the class has no part in."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.known: dict[str, Any] = {}
        self.own: frozenset[str] = frozenset()

    def definition(self, node: ast.ClassDef) -> ast.ClassDef:
        """A class, with what its body binds as its own."""
        outer = self.own
        node.decorator_list = [self._decorator(one) for one in node.decorator_list]
        node.bases = [self._base(one) for one in node.bases]
        node.keywords = [self.generic(one) for one in node.keywords]
        for word in node.keywords:
            if word.arg == "metaclass":
                self._refuse_hooks(self._value(word.value), _OF_METACLASSES, word.value)
        self.own |= bound_by(node)
        node.body = self._block(node.body)
        self.own = outer
        return node

    def generic(self, node: N) -> N:
        """The node, with its parts."""
        self.generic_visit(node)
        return node

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [one for statement in body for one in self._statement(statement)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.If(test, body, orelse) if self._is_apart(test):
                found = self._value(self.visit(test))
                self._refuse_hooks(type(found), _OF_TRUTH, test)
                return self._block(body if found else orelse) or [ast.Pass()]
            case ast.AnnAssign(value=value):
                node.value = None if value is None else self.visit(value)
            case ast.ClassDef():
                self.definition(node)
            case ast.FunctionDef():
                decorators = node.decorator_list
                node.decorator_list = [self._decorator(one) for one in decorators]
                self._defaults(node.args)
            case _:
                self.generic_visit(node)
        return [node]

    def _defaults(self, args: ast.arguments) -> None:
        args.defaults = [self.visit(one) for one in args.defaults]
        args.kw_defaults = [one and self.visit(one) for one in args.kw_defaults]

    def visit(self, node: ast.AST) -> Any:
        """An expression, or a name in its place."""
        match node:
            case ast.Lambda():
                self._defaults(node.args)
                return node
            case ast.Constant():
                return node
            case ast.expr() if self._is_apart(node):
                return self._evaluated(node)
            case ast.FormattedValue():
                node.value = self.visit(node.value)
                return node
            case ast.stmt():
                return self._statement(node)
        bound = identifiers(node, ast.Store) if type(node) in _ITERATED else set()
        outer, self.own = self.own, self.own | bound
        self.generic_visit(node)
        self.own = outer
        return node

    def _is_apart(self, node: ast.expr) -> bool:
        """Whether the evaluator alone can say what an expression is."""
        read = getattr(node, "ctx", None)
        inside = type(node) not in _NO_VALUES and not any(nodes(node, *_LATER))
        free = self.own.isdisjoint(part.id for part in names(node, ast.Load))
        return inside and free and (read is None or type(read) is ast.Load)

    def _evaluated(self, node: ast.expr) -> ast.expr:
        item = evaluate(self.frame, node)
        refuse_run_time(self.frame, item, node)
        self._refuse_hooks(type(item), ("__set_name__",), node)
        name = f"_known_{len(self.known)}"
        self.known[name] = item
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value):
                return value
        return self.known.get(name_of(node))

    def _decorator(self, node: ast.expr) -> ast.expr:
        node = self.visit(node)
        refuse_comparison(self.frame, users_function_of(self._value(node)), node)
        return node

    def _base(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Subscript():  # as `Generic[T]`
                node.value = self._base(node.value)
                return node
        node = self.visit(node)
        base = self._value(node)
        if inspect.isclass(base):
            self._refuse_hooks(base, _OF_BASES, node)
            self._refuse_hooks(type(base), _OF_METACLASSES, node)
        return node

    def _refuse_hooks(self, kind: Any, words: tuple[str, ...], node: ast.expr) -> None:
        """Refuse what Python would call of the user's."""
        for word in words:
            entry = inspect.getattr_static(kind, word, None)
            refuse_comparison(self.frame, users_function_of(entry), node)
