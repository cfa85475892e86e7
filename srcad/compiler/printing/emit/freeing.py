"""``del``: arrays of a half that nobody reads any more.

They stand at the end of the paragraph that reads them last, in one statement. Before a
``return`` they would be without effect. Where memory is limited, all of them are freed.

Where it is not, a line that computes nothing has to be worth reading. Variables of a
function live until it returns, so at the end of a long backward half there is an array
for each of its steps: as much again as the residuals. Where they are freed, the next
steps are made in their memory, which takes less time, too: what the system gives
anew is paid for by the page. A transformer block takes 0.83 times the memory of NumPy
by hand in the place of 1.13, and up to a tenth less time; a formula of options 1.21 in
the place of 1.36. With ``kept`` bytes of residuals, and ``live(p)`` of variables that
are there in paragraph ``p``, the peak is

    max over p of  kept + live(p)      instead of      kept + bytes of all variables

Only where that is less by a tenth at least, those are freed that it takes, and not for
less than four arrays: a short half has none.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from codegen.description import Comment
from srcad.compiler.printing.emit.held import Held

# What the peak has to become, of what it was, and how many arrays it takes at least.
_WORTH = 0.9
_ARRAYS = 4
# What is that close to the least peak is as good.
_CLOSE = 1.05


def worth_freeing(body: Sequence[ast.stmt], held: Held) -> set[str]:
    """The variables of a half whose ``del`` lowers its peak by so much that the lines
    are worth it."""
    found = _Mentions.of(body)
    count = found.count
    ends: dict[str, int] = {}
    for word in found.assigned:
        base = held.bases.get(word, word)
        ends[base] = max(ends.get(base, 0), found.last[word])
    made, gone = [0] * count, [0] * count
    for word, place in found.assigned.items():
        made[place] += held.bytes.get(word, 0)
        if word in ends and ends[word] < count - 2:
            gone[ends[word]] += held.bytes.get(word, 0)
    so_far = list(accumulate(made))
    before = accumulate([0, *gone[:-1]])
    live = [one - less for one, less in zip(so_far, before, strict=True)]
    least = held.kept + max(live)
    if least > _WORTH * (held.kept + so_far[-1]):
        return set()
    chosen = _needed(live, gone, _CLOSE * least - held.kept)
    arrays = [word for word in found.assigned if word in held.bytes]
    words = {one for one in arrays if ends[held.bases.get(one, one)] in chosen}
    return words if len(words) >= _ARRAYS else set()


def _needed(live: Sequence[int], gone: Sequence[int], limit: float) -> set[int]:
    """The paragraphs behind which what is ``gone`` has to be freed, so that never more
    is ``live`` than the limit."""
    most, chosen = 0, set()
    for place in reversed(range(len(live))):
        # What is not freed here lives in all paragraphs behind it.
        if gone[place] and most + gone[place] > limit:
            chosen.add(place)
        else:
            most += gone[place]
        most = max(most, live[place])
    return chosen


@dataclass(frozen=True, slots=True)
class _Mentions:
    """By paragraph: where a variable is assigned first, on every path, and where it is
    mentioned last. The last paragraph is the ``return``."""

    paragraphs: list[list[ast.stmt]]
    assigned: dict[str, int]
    last: dict[str, int]

    @property
    def count(self) -> int:
        return len(self.paragraphs)

    @classmethod
    def of(cls, body: Sequence[ast.stmt]) -> _Mentions:
        paragraphs: list[list[ast.stmt]] = [[]]
        last: dict[str, int] = {}
        assigned: dict[str, int] = {}
        for statement in body:
            if isinstance(statement, Comment):
                paragraphs.append([])
            paragraphs[-1].append(statement)
            place = len(paragraphs) - 1
            for word in _assigned(statement):
                assigned.setdefault(word, place)
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    last[node.id] = place
        return cls(paragraphs, assigned, last)


def freed(body: Sequence[ast.stmt], arrays: Collection[str]) -> list[ast.stmt]:
    """The statements of a function, with ``del`` of those of its ``arrays`` that it
    assigns on every path, behind the paragraph that mentions them last."""
    found = _Mentions.of(body)
    gone: list[list[ast.expr]] = [[] for _ in found.paragraphs]
    for word in found.assigned:
        if word in arrays and found.last[word] < found.count - 2:
            gone[found.last[word]].append(ast.Name(word, ast.Del()))
    for paragraph, targets in zip(found.paragraphs, gone, strict=True):
        if targets:
            paragraph.append(ast.Delete(targets))
    return [statement for paragraph in found.paragraphs for statement in paragraph]


def _assigned(statement: ast.stmt) -> list[str]:
    """The name that an assignment gives a new value to."""
    if not isinstance(statement, ast.Assign):
        return []
    return [one.id for one in statement.targets if isinstance(one, ast.Name)]
