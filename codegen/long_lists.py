"""Names in long lists, which black sees as one name.

A list that is too long for a line black writes with one element a line, and it takes as
long for each as for a short statement. Where that happens depends on how long things
are, and on whether there is more than one comma. So of a list of names, or of numbers,
the first and the last stay, and one name as long as those between stands in for these.
Of a table with words for keys the entries are such a list, where each fits in a line,
and so are those that are numbered, ``**{f"layers.{i}.weight": d for i in range(12)}``,
which black writes in four lines where they do not.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

_NAME = r"[A-Za-z_]\w*"
# As in ``h, x.shape, params["fc1.weight"]``.
_PART = rf'{_NAME}(?:\.{_NAME}|\["[\w.]+"\])*'
_SIZE = r'(?:\d+|"\w+")'
_SIZES = rf"\((?:{_SIZE},[ ])*{_SIZE},?\)|\(\)"
_KEYED = rf'"[\w.]+":[ ](?:\({_NAME},[ ](?:{_SIZES})\)|{_NAME})'
# One entry for each of many, as in ``i, d in enumerate(dweight[::-1])``.
_RANGE = r"range\(-?\d+(?:,[ ]-?\d+)*\)"
_MANY = rf"{_RANGE}|(?:enumerate|zip)\((?:{_RANGE},[ ])?{_NAME}(?:\[::-1\])?\)"
_NUMBERED = (
    rf'\*\*\{{f"[\w.]*\{{i\}}[\w.]*":[ ](?:\({_NAME},[ ](?:{_SIZES})\)|{_NAME})'
    rf"[ ]for[ ]{_NAME}(?:,[ ]{_NAME})?[ ]in[ ](?:{_MANY})\}}"
)
_ENTRY = rf"(?:{_KEYED}|{_NUMBERED})"
_NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
_LEAST = 4
_LISTS = re.compile(
    rf"""
    (?: (?<=[(\[]) | ^[ ]* | (?<=[ ]=[ ]) | (?<=return[ ]) | (?<=for[ ]) )
    (?P<names>(?:{_PART},[ ]){{{_LEAST},}})
  | (?<=[(\[])(?P<numbers>(?:{_NUMBER},[ ]){{{_LEAST},}})
  | (?<=\{{)(?P<entries>(?:{_ENTRY},[ ]){{{_LEAST},}})
    """,
    re.VERBOSE | re.ASCII,
)
_ELEMENT = {
    "names": re.compile(rf"({_PART}), ", re.ASCII),
    "numbers": re.compile(rf"({_NUMBER}), ", re.ASCII),
    "entries": re.compile(rf"({_ENTRY}), ", re.ASCII),
}
# Entries of a table stand at most so much further to the right than its line.
_DEEPER = 12


@dataclass(slots=True)
class LongLists:
    """The elements that are left out, by what stands in for them."""

    stand_in: str
    held: dict[str, list[str]] = field(default_factory=dict)

    def shortened(self, line: str, width: int) -> str:
        """A line with stand-ins for most of the elements of its lists."""
        if len(line) <= width or line.lstrip().startswith(("#", "from ", "import ")):
            return line
        room = width - (len(line) - len(line.lstrip())) - _DEEPER - 1
        return _LISTS.sub(lambda found: self._held(found, room), line)

    def _held(self, found: re.Match[str], room: int) -> str:
        kind = found.lastgroup
        assert kind is not None
        whole, text = found[0], found[kind]
        first, *inner, last = _ELEMENT[kind].findall(text)
        parts = [first]
        for known, group in groupby(inner, lambda one: _is_known(one, room)):
            run = list(group)
            parts += self._in_place_of(run, kind) if known else run
        before = whole[: len(whole) - len(text)]
        return before + "".join(f"{part}, " for part in [*parts, last])

    def _in_place_of(self, elements: list[str], kind: str) -> list[str]:
        """A name as long as the elements; themselves, where that is too long."""
        sign = "**" if kind == "entries" else ""
        name = f"{sign}{self.stand_in}{len(self.held)}_"
        length = len(", ".join(elements))
        if len(name) > length:
            return elements
        name = name.ljust(length, "_")
        self.held[name] = elements
        return [name]

    def restored(self, lines: Iterable[str], width: int) -> list[str]:
        """The lines with the elements: where a stand-in is alone, one a line."""
        found: list[str] = []
        for line in lines:
            inner = self.held.get(line.strip().removesuffix(",")) if self.held else None
            if inner is not None:
                indentation = line[: len(line) - len(line.lstrip())]
                for one in inner:
                    found += _lines_of(one, indentation, width)
            elif self.stand_in in line:
                found.append(self._inline(line))
            else:
                found.append(line)
        return found

    def _inline(self, line: str) -> str:
        for name in re.findall(rf"(?:\*\*)?{self.stand_in}\d+_+", line):
            line = line.replace(name, ", ".join(self.held[name]), 1)
        return line


def _is_known(element: str, room: int) -> bool:
    """Whether it can be told how black writes an element, where it is alone."""
    if len(element) <= room:
        return True
    return element.startswith("**") and max(map(len, _halves(element))) + 4 <= room


def _lines_of(element: str, indentation: str, width: int) -> list[str]:
    """An element that is alone, as black writes it."""
    if len(indentation) + len(element) < width:
        return [f"{indentation}{element},\n"]
    inner = f"{indentation}    "
    parts = [element[3:-1]]
    if len(inner) + len(parts[0]) > width:
        parts = _halves(element)
    lines = [f"{inner}{one}\n" for one in parts]
    return [f"{indentation}**{{\n", *lines, f"{indentation}}},\n"]


def _halves(numbered: str) -> list[str]:
    """Of ``**{f"layers.{i}.weight": d for i in range(12)}`` the entry, and of which."""
    entry, _, many = numbered[3:-1].partition(" for ")
    return [entry, f"for {many}"]
