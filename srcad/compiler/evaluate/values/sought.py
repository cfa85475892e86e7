"""Lists that were looked for in a list of lists, and may be None."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.contents import Sought
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind
from srcad.compiler.evaluate.operations.truth import as_truth
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.maybe import is_none, present
from srcad.compiler.evaluate.values.run_time import Optional


@kind(Sought)
class ListOrNone(Optional):
    """A list at a place in another one, which is None where the place is."""

    def within(self, item: Any) -> Any:
        return None

    def described(self, item: Any) -> str:
        return "a list or None"

    def parts(self, item: Any) -> list[Any]:
        return [item.index]

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        (index,) = parts
        return Sought(item.seen, index)

    def same_form(self, left: Any, right: Any) -> bool:
        return bool(left.bases == right.bases)

    def reached(self, item: Any) -> list[Any]:
        return [item.index, item.seen]

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        def there() -> Any:
            return as_truth(frame, present(frame.session, item), node)

        frame.asked[id(node)] = item
        missing = is_none(frame.session, item)
        return branch_value(frame, missing, lambda: False, there, node)
