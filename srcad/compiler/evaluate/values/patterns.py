"""Patterns of ``re``."""

from __future__ import annotations

import re
from typing import Any

from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind, kind_of
from srcad.compiler.evaluate.library.patterns import replaced, replaced_alone
from srcad.compiler.evaluate.objects import MethodCall
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.reading.world import users_code

_REPLACING = {"sub": replaced_alone, "subn": replaced}


@kind(re.Pattern)
class Pattern(Other):
    """One that is known, as all are; what a function of the user's gives for a match is
    evaluated."""

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        name, args, keywords, node = call
        repl = args[0] if args else keywords.get("repl")
        runs = kind_of(repl).is_closure or users_code(repl) is not None
        if name not in _REPLACING or not runs:
            return super().method(frame, item, call)
        return inline(frame, _REPLACING[name], [item, *args], keywords, node)
