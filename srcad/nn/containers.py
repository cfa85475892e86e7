"""Cells that hold Cells: in sequence, in a list, in a dict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from srcad.cell import Cell
from srcad.cell_tree import is_cell


def _check_cell(cell: Any, owner: str) -> Cell:
    if not is_cell(cell):
        raise TypeError(
            f"For '{owner}', each cell must be a Cell, but got {type(cell).__name__}."
        )
    named: Cell = cell
    return named


def _unnamed(cells: Iterable[Cell]) -> list[tuple[str, Cell]]:
    """Cells that get the names of their places."""
    return [("", cell) for cell in cells]


class _Holding(Cell):
    """Cells by name.

    A Cell that is added gets the names of its Parameters from its own, behind the
    prefix that those of the others have: they may stand in a network already.
    """

    def _prefix(self) -> str:
        """The words before the place in the names of the Parameters here: ``net.``.

        As MindSpore has it: the first two Cells with Parameters show where the place
        stands.
        """
        shown = []
        for place, cell in self._cells.items():
            first = next(cell.get_parameters(), None)
            if first is not None:
                shown.append((place, first.name.split(".")))
        if not shown:
            return ""
        place, words = shown[0]
        prefix = ""
        for index, word in enumerate(words):
            if word == place:
                prefix = "".join(f"{before}." for before in words[:index])
                if len(shown) > 1 and shown[1][1][index : index + 1] == [shown[1][0]]:
                    break
        return prefix


class _Indexed(_Holding):
    """Cells named ``0``, ``1``, ... in order; one that was given a name keeps it."""

    def _renumber(self, cells: Iterable[tuple[str, Cell]]) -> None:
        """Hold exactly these Cells, the Parameters at new places named anew."""
        owner = type(self).__name__
        checked = [(name, _check_cell(cell, owner)) for name, cell in cells]
        before, prefix = dict(self._cells), self._prefix()
        self._cells.clear()
        for place, (given, cell) in enumerate(checked):
            name = given if given and not given.isdigit() else str(place)
            if self._auto_prefix and before.get(name) is not cell:
                cell.update_parameters_name(f"{prefix}{name}.")
            self._cells[name] = cell
        self._cells_changed()

    def _cells_changed(self) -> None:
        """Note that the Cells are others now."""
        self._names_checked = False

    def __len__(self) -> int:
        return len(self._cells)

    def __bool__(self) -> bool:
        return len(self._cells) > 0

    def __iadd__(self, cells: Iterable[Cell]) -> Any:
        return self.extend(cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(list(self._cells.values()))

    def _slice(self, cells: list[Cell]) -> Any:
        raise NotImplementedError

    def __getitem__(self, index: Any) -> Any:
        cells = list(self._cells.values())
        return self._slice(cells[index]) if isinstance(index, slice) else cells[index]

    def __setitem__(self, index: int, cell: Cell) -> None:
        cells = list(self._cells.items())
        cells[index] = cells[index][0], cell
        self._renumber(cells)

    def __delitem__(self, index: int | slice) -> None:
        cells = list(self._cells.items())
        del cells[index]
        self._renumber(cells)

    def append(self, cell: Cell) -> Any:
        """Add a Cell at the end; return this one."""
        self._renumber([*self._cells.items(), ("", cell)])
        return self

    def extend(self, cells: Iterable[Cell]) -> Any:
        """Add Cells at the end; return this one."""
        self._renumber([*self._cells.items(), *_unnamed(cells)])
        return self

    def insert(self, index: int, cell: Cell) -> None:
        """Add a Cell before the one at ``index``."""
        cells = list(self._cells.items())
        cells.insert(index, ("", cell))
        self._renumber(cells)


class SequentialCell(_Indexed):
    """Runs Cells one after another, each on what the last one returned.

    Takes the Cells as arguments, as one list, or as one dict of names and Cells. Raises
    TypeError for anything else.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        self.cell_list: tuple[Cell, ...] = ()
        if len(args) == 1 and isinstance(args[0], Mapping):
            self._renumber(args[0].items())
        elif len(args) == 1 and isinstance(args[0], (list, tuple)):
            self._renumber(_unnamed(args[0]))
        else:
            self._renumber(_unnamed(args))

    def _cells_changed(self) -> None:
        super()._cells_changed()
        self.cell_list = tuple(self._cells.values())

    def _slice(self, cells: list[Cell]) -> SequentialCell:
        return SequentialCell(cells)

    def construct(self, input_data: Any) -> Any:
        """Return what the last Cell returns."""
        for cell in self.cell_list:
            input_data = cell(input_data)
        return input_data


class CellList(_Indexed):
    """A list of Cells, which a ``construct`` goes through as it likes.

    Takes the Cells as arguments or as one list. Raises TypeError for anything else.
    """

    def __init__(self, *args: Any, auto_prefix: bool = True) -> None:
        super().__init__(auto_prefix)
        one_list = len(args) == 1 and isinstance(args[0], (list, tuple, CellList))
        self._renumber(_unnamed(args[0] if one_list else args))

    def _slice(self, cells: list[Cell]) -> CellList:
        return CellList(cells, auto_prefix=False)

    def construct(self, *inputs: Any) -> Any:
        """A CellList is not called: raises NotImplementedError."""
        raise NotImplementedError("A CellList can not be called.")


class CellDict(_Holding):
    """A dict of Cells by name. Raises TypeError for names and values of other types."""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if args:
            self.update(args[0])

    def update(self, cells: Any) -> None:
        """Add Cells from a mapping or from pairs of a name and a Cell."""
        for name, cell in cells.items() if hasattr(cells, "items") else cells:
            self[name] = cell

    def __setitem__(self, name: str, cell: Cell) -> None:
        if not isinstance(name, str):
            raise TypeError(f"For 'CellDict', a key must be a str, but got {name!r}.")
        _check_cell(cell, "CellDict")
        cell.update_parameters_name(f"{self._prefix()}{name}.")
        self._cells[name] = cell
        self._names_checked = False

    def __getitem__(self, name: str) -> Any:
        return self._cells[name]

    def __delitem__(self, name: str) -> None:
        del self._cells[name]

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __contains__(self, name: str) -> bool:
        return name in self._cells

    def keys(self) -> Any:
        """Return the names."""
        return self._cells.keys()

    def values(self) -> Any:
        """Return the Cells."""
        return self._cells.values()

    def items(self) -> Any:
        """Return pairs of a name and a Cell."""
        return self._cells.items()

    def pop(self, name: str) -> Any:
        """Take out a Cell and return it."""
        return self._cells.pop(name)

    def clear(self) -> None:
        """Take out all Cells."""
        self._cells.clear()

    def construct(self, *inputs: Any) -> Any:
        """A CellDict is not called: raises NotImplementedError."""
        raise NotImplementedError("A CellDict can not be called.")
