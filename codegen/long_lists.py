"""Names in long lists, which black sees as one name.

A list that is too long for a line black writes with one element a line, and it takes as
long for each as for a short statement. Where that happens depends on how long things
are, and on whether there is more than one comma. So of a list of names, or of numbers,
the first and the last stay, and one name as long as those between stands in for these.
Of a table with words for keys the entries are such a list, where each fits in a line.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_NAME = r"[A-Za-z_]\w*"
# As in ``h, x.shape, params["fc1.weight"]``.
_PART = rf'{_NAME}(?:\.{_NAME}|\["[\w.]+"\])*'
_SIZE = r'(?:\d+|"\w+")'
_SIZES = rf"\((?:{_SIZE},[ ])*{_SIZE},?\)|\(\)"
_ENTRY = rf'"[\w.]+":[ ](?:\({_NAME},[ ](?:{_SIZES})\)|{_NAME})'
_NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
_LEAST = 4
_LISTS = re.compile(
    rf"""
    (?: (?<=[(\[]) | ^[ ]* | (?<=[ ]=[ ]) | (?<=return[ ]) )
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
        elements = _ELEMENT[kind].findall(text)
        inner = elements[1:-1]
        sign = "**" if kind == "entries" else ""
        name = f"{sign}{self.stand_in}{len(self.held)}_"
        length = len(", ".join(inner))
        if len(name) > length or max(map(len, elements)) > room:
            return whole
        name = name.ljust(length, "_")
        self.held[name] = inner
        before = whole[: len(whole) - len(text)]
        parts = [elements[0], name, elements[-1]]
        return before + "".join(f"{part}, " for part in parts)

    def restored(self, lines: Iterable[str]) -> list[str]:
        """The lines with the elements: where a stand-in is alone, one a line."""
        found: list[str] = []
        for line in lines:
            inner = self.held.get(line.strip().removesuffix(",")) if self.held else None
            if inner is not None:
                indentation = line[: len(line) - len(line.lstrip())]
                found += [f"{indentation}{one},\n" for one in inner]
            elif self.stand_in in line:
                found.append(self._inline(line))
            else:
                found.append(line)
        return found

    def _inline(self, line: str) -> str:
        for name in re.findall(rf"(?:\*\*)?{self.stand_in}\d+_+", line):
            line = line.replace(name, ", ".join(self.held[name]), 1)
        return line
