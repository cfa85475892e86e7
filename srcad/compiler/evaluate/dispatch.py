"""Which function of the evaluator does what: tables that its files enter into.

A call needs the statements of the function that is called, a statement its expressions,
an expression its calls. Nothing of the evaluator is imported here, so that a file can
ask for what a file above it does: it imports the question from here, and the file that
knows the answer enters it when it is imported (``evaluate.entry.evaluator`` imports
them all).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeAlias, TypeVar

from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.flow import NORMAL, Flow
from srcad.compiler.reading.captured import Captured

if TYPE_CHECKING:
    from srcad.compiler.evaluate.frame import Frame
    from srcad.compiler.evaluate.objects import Box
    from srcad.compiler.evaluate.session import Session
    from srcad.compiler.ir.types import Atom, Block, Value

    Expression = Callable[[Frame, Any], Any]
    Statement = Callable[[Frame, Any, list[ast.stmt], bool], tuple[Flow, bool]]

Args: TypeAlias = list[Any]
Keywords: TypeAlias = dict[str, Any]
P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


# ------------------------------------------------------------------------ syntax nodes

_EXPRESSIONS: dict[type[ast.AST], Expression] = {}
_STATEMENTS: dict[type[ast.AST], Statement] = {}


def expression(*kinds: type[ast.AST]) -> Callable[[F], F]:
    """The function evaluates expressions of these kinds; ``ast.AST``: all others."""
    return functools.partial(_entered, _EXPRESSIONS, kinds)


def statement(*kinds: type[ast.AST]) -> Callable[[F], F]:
    """The function executes statements of these kinds; it may give how it ended."""

    def enter(function: F) -> F:
        def simple(
            frame: Frame, node: Any, rest: list[ast.stmt], top: bool
        ) -> tuple[Flow, bool]:
            return function(frame, node) or NORMAL, False

        _entered(_STATEMENTS, kinds, simple)
        return function

    return enter


def block(*kinds: type[ast.AST]) -> Callable[[F], F]:
    """The function executes statements with statements in them.

    It is given those that follow as well, and whether they are the body of a loop
    itself. It gives how it ended, and whether it has executed what follows.
    """
    return functools.partial(_entered, _STATEMENTS, kinds)


def _entered(table: dict[Any, Any], kinds: tuple[Any, ...], function: F) -> F:
    for kind in kinds:
        assert kind not in table, f"{kind} is entered twice"
        table[kind] = function
    return function


def evaluate(frame: Frame, node: ast.expr) -> Any:
    """The object that an expression stands for; operations are emitted on the way."""
    with frame.at(node):
        item = frame.session.door.whole(_evaluated(frame, node))
        return frame.session.parameter_box(item) if type(item) is Captured else item


def evaluate_partly(frame: Frame, node: ast.expr) -> Any:
    """The same, of what is asked for one part: a container from outside is not read
    as a whole."""
    with frame.at(node):
        item = _evaluated(frame, node)
        return frame.session.parameter_box(item) if type(item) is Captured else item


def _evaluated(frame: Frame, node: ast.expr) -> Any:
    known = _EXPRESSIONS.get(type(node)) or _EXPRESSIONS[ast.AST]
    return current(known(frame, node))


def execute_one(
    frame: Frame, node: ast.stmt, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    """Execute one statement; see :func:`block`."""
    with frame.at(node):
        known = _STATEMENTS.get(type(node)) or _STATEMENTS[ast.AST]
        return known(frame, node, rest, top)


# ----------------------------------------------------------------------------- callees

# By the callee itself: of Python and its standard library. All others: by their kind.
HANDLERS: dict[Any, Callable[[Frame, list[Any], dict[str, Any], ast.AST], Any]] = {}

# --------------------------------------------------------------------------- questions


class Question(Generic[P, R]):
    """A function that a file above defines, and any file may call."""

    def __init__(self, declared: Callable[P, R]) -> None:
        functools.update_wrapper(self, declared)
        self.answer = declared

    def __call__(self, *args: P.args, **keywords: P.kwargs) -> R:
        return self.answer(*args, **keywords)

    def answered(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function is the answer; there is one."""
        self.answer = function
        return function


@Question
def execute(frame: Frame, statements: list[ast.stmt], top: bool = False) -> Flow:
    """Execute statements; ``top`` says that they are the body of a loop itself."""
    raise NotImplementedError


@Question
def assign(frame: Frame, target: ast.expr, item: Any) -> None:
    """Bind a target: a name, a subscript, or several of these."""
    raise NotImplementedError


@Question
def call(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call an object, by what it is."""
    raise NotImplementedError


@Question
def call_object(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call an object of Python: by what is known of it itself, or as its kind is."""
    raise NotImplementedError


@Question
def call_instance(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call an object by the ``__call__`` of its class."""
    raise NotImplementedError


@Question
def inline(
    frame: Frame, function: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Evaluate a Python function in the place of its call."""
    raise NotImplementedError


@Question
def for_each(
    frame: Frame,
    node: ast.AST,
    source: Any,
    place: ast.expr,
    take: Callable[[Any, bool], Flow],
) -> Flow:
    """Do ``take`` with each element of ``source``, which stands at ``place``."""
    raise NotImplementedError


@Question
def statement_ended(frame: Frame, node: ast.stmt) -> None:
    """A statement is done; what no name refers to after it is dropped."""
    raise NotImplementedError


@Question
def activation_ended(frame: Frame, returned: Any) -> None:
    """A function or generator is left; what it alone refers to is dropped."""
    raise NotImplementedError


@Question
def array_attribute(frame: Frame, box: Box, name: str, node: ast.AST) -> Any:
    """``x.shape``, ``x.T``, ``x.sum`` and so on, of a run-time array."""
    raise NotImplementedError


@Question
def array_of(frame: Frame, items: Any, node: ast.AST, dtype: str | None = None) -> Atom:
    """An array of a nested list; of numbers alone it is a constant."""
    raise NotImplementedError


@Question
def number(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What is used as an array: a number as it is, a list or tuple as an array."""
    raise NotImplementedError


@Question
def numpy_handler(callee: Any) -> Any:
    """What evaluates a call of a function of NumPy; None where that is not known."""
    raise NotImplementedError


@Question
def inline_gradient(
    frame: Frame, gradient: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """``srcad.grad(f)(x)`` in what is compiled: the vjp's operations, here."""
    raise NotImplementedError


@Question
def attach(session: Session, value: Value, handle: Any) -> None:
    """Put a hook on the gradient of a value of the block that is being lowered."""
    raise NotImplementedError


@Question
def insert_hook(
    session: Session, place: int, before: Value, after: Value, handle: Any
) -> None:
    """Insert ``after = before``, with the hook on the gradient."""
    raise NotImplementedError


@Question
def varied_values(block: Block, varied: set[Value]) -> set[Value]:
    """``varied`` and every value in the block that depends on one of them."""
    raise NotImplementedError
