"""How long each stage of making a module takes, in seconds of CPU time."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Stages:
    """``seconds`` by stage, in the order in which they began; one that is begun again
    adds to its own."""

    seconds: dict[str, float] = field(default_factory=dict)
    _now: str = ""
    _since: float = 0.0

    def begin(self, name: str) -> None:
        """From here on, it is this stage that takes the time."""
        self.end()
        self._now, self._since = name, time.process_time()

    def end(self) -> None:
        """The stage that was begun last is over."""
        if self._now:
            spent = time.process_time() - self._since
            self.seconds[self._now] = self.seconds.get(self._now, 0.0) + spent
        self._now = ""

    def __str__(self) -> str:
        rows = {**self.seconds, "together": sum(self.seconds.values())}
        return ", ".join(f"{name} {1000 * each:.1f} ms" for name, each in rows.items())
