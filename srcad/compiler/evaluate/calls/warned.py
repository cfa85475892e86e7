"""What is asked of ``warnings``: to warn, and to filter what is warned of.

A filter that is set in a ``catch_warnings`` is printed round what follows there, in
both halves. One that is set outside of any outlasts the call, and is kept where it
stands, as a warning is.

    with warnings.catch_warnings(action="ignore"):
        y = np.log(x)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y = np.log(x)
"""

from __future__ import annotations

import ast
import functools
import inspect
import warnings
from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.paths.raises import exception_name
from srcad.compiler.evaluate.printing import Template, unseen
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.reading.origins import is_function

# Of all actions, the one that changes what a program does.
_RAISES = "error"


def _called(
    function: Callable[..., Any],
    frame: Frame,
    args: Args,
    keywords: Keywords,
    node: ast.AST,
) -> None:
    """A call that is kept; a category is written by its name."""
    template = Template(frame.session, [], ["import warnings"])
    words = _words(frame, args, keywords, node, template)
    template.append(f"warnings.{function.__name__}({words})", function=unseen)


def _words(
    frame: Frame, args: Args, keywords: Keywords, node: ast.AST, template: Template
) -> str:
    """The arguments as they are written; a category by its name, with what the module
    has to import for it."""

    def word(item: Any) -> str:
        if inspect.isclass(item) and issubclass(item, BaseException):
            return exception_name(frame, item, template.imports, node)
        if not isinstance(item, BaseException):
            return template.of(item)
        kind = type(item)
        if is_function(kind.__init__) or is_function(kind.__new__):
            message = f"a `{kind.__name__}` that is made before it is a warning"
            help = "warn with a text, and give the class as the category"
            frame.refuse("SRC012", f"{message} is not supported", node, help=help)
        made = exception_name(frame, kind, template.imports, node)
        return f"{made}({', '.join(map(template.of, item.args))})"

    named = (f"{name}={word(item)}" for name, item in keywords.items())
    return ", ".join((*map(word, args), *named))


def _filter(
    function: Callable[..., Any],
    frame: Frame,
    args: Args,
    keywords: Keywords,
    node: ast.AST,
) -> None:
    """``warnings.simplefilter(...)``, ``warnings.filterwarnings(...)``."""
    with frame.raises(node, TypeError):
        asked = inspect.signature(function).bind(*args, **keywords).arguments
    if frame.session.filtered is not None:
        filter_warnings(frame, asked, node)
        return
    if static(frame, asked["action"], node) == _RAISES:
        refuse_effect(frame, f"`warnings.{function.__name__}` does something", node)
    _called(function, frame, args, keywords, node)


def filter_warnings(frame: Frame, asked: Keywords, node: ast.AST) -> None:
    """From here on, in the ``catch_warnings`` around, filter as it is ``asked``."""
    session = frame.session
    asked = {name: static(frame, item, node) for name, item in asked.items()}
    action = asked.get("action")
    for name in ("record", "module", "message"):
        if asked.pop(name, None):
            message = f"`{name}` is not supported where warnings are filtered"
            help = "filter by an action and a category of Python's own"
            frame.refuse("SRC012", message, node, help=help)
    if action == _RAISES:
        message = "what is raised in the place of a warning is not followed"
        frame.refuse("SRC012", message, node, help="ask for what it warns of")
    if session.filtered != session.depth:
        message = "whether warnings are filtered depends on the path"
        frame.refuse("SRC012", message, node, help="filter them in the whole `with`")
    if action is None:
        return
    template = Template(session, [], [])
    given = [asked.pop("action")]
    words = f"warnings.simplefilter({_words(frame, given, asked, node, template)})"
    if words not in session.contexts:
        session.contexts.append(words)


EFFECTS: dict[Any, Callable[..., None]] = {
    warnings.warn: functools.partial(_called, warnings.warn),
    warnings.simplefilter: functools.partial(_filter, warnings.simplefilter),
    warnings.filterwarnings: functools.partial(_filter, warnings.filterwarnings),
}
