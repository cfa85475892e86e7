"""A minimum cut between a source and a sink, by Dinic's algorithm: E. A. Dinic 1970."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

SOURCE, SINK = 0, 1


@dataclass(slots=True)
class Network:
    """Nodes are numbers; 0 is the source, 1 the sink. Capacities are whole numbers."""

    edges: list[list[int]] = field(default_factory=lambda: [[], []])
    # Of each edge where it ends and what may still flow; its opposite is its neighbour.
    ends: list[int] = field(default_factory=list)
    rests: list[int] = field(default_factory=list)

    def node(self) -> int:
        """A new node."""
        self.edges.append([])
        return len(self.edges) - 1

    def edge(self, start: int, end: int, capacity: int) -> None:
        """Let ``capacity`` flow from one node to another."""
        for one, other, rest in ((start, end, capacity), (end, start, 0)):
            self.edges[one].append(len(self.ends))
            self.ends.append(other)
            self.rests.append(rest)

    def source_side(self) -> set[int]:
        """The smallest side of the source of a minimum cut."""
        while True:
            levels = self._levels()
            if SINK not in levels:
                return set(levels)
            following = [0] * len(self.edges)
            while self._augment(levels, following):
                pass

    def _levels(self) -> dict[int, int]:
        """How many edges each node is from the source, of those that have a rest."""
        levels = {SOURCE: 0}
        waiting = deque((SOURCE,))
        while waiting:
            node = waiting.popleft()
            for edge in self.edges[node]:
                end = self.ends[edge]
                if self.rests[edge] and end not in levels:
                    levels[end] = levels[node] + 1
                    waiting.append(end)
        return levels

    def _augment(self, levels: dict[int, int], following: list[int]) -> bool:
        """Let as much flow as one shortest path takes; False where there is none."""
        path: list[int] = []
        node = SOURCE
        while node != SINK:
            edge = self._next(node, levels, following)
            if edge is not None:
                path.append(edge)
                node = self.ends[edge]
            elif not path:
                return False
            else:
                node = self.ends[path.pop() ^ 1]
                following[node] += 1
        most = min(self.rests[edge] for edge in path)
        for edge in path:
            self.rests[edge] -= most
            self.rests[edge ^ 1] += most
        return True

    def _next(
        self, node: int, levels: dict[int, int], following: list[int]
    ) -> int | None:
        """The next edge of a shortest path; None where there is none left."""
        while following[node] < len(self.edges[node]):
            edge = self.edges[node][following[node]]
            end = self.ends[edge]
            if self.rests[edge] and levels.get(end) == levels[node] + 1:
                return edge
            following[node] += 1
        return None
