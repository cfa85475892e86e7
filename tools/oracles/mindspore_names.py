"""Write tools/compatibility/names.txt: the public names of a MindSpore.

    <python with MindSpore> tools/oracles/mindspore_names.py [--check]

With ``--check`` nothing is written, and the exit code is 1 where the file is another
one. Public is what a module lists in ``__all__``; of classes, what has no underscore in
front. The file says which MindSpore it was.
"""

import importlib
import sys
import textwrap
import types
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[1] / "compatibility" / "names.txt"
MODULES = (
    *("mindspore", "mindspore.common", "mindspore.common.initializer"),
    *("mindspore.nn", "mindspore.ops", "mindspore.mint", "mindspore.mint.nn"),
    *("mindspore.mint.nn.functional", "mindspore.mint.optim", "mindspore.mint.linalg"),
    *("mindspore.mint.special", "mindspore.numpy", "mindspore.train", "mindspore.amp"),
)
CLASSES = ("mindspore.Tensor", "mindspore.nn.Cell")


def public(holder: Any) -> list[str]:
    """The public names of a module or a class, but for modules."""
    words = getattr(holder, "__all__", None) or dir(holder)
    return sorted(
        word
        for word in set(words)
        if word.isidentifier() and not word.startswith("_") and hasattr(holder, word)
        if not isinstance(getattr(holder, word), types.ModuleType)
    )


def main(check: bool) -> int:
    """Write the file, or look at it."""
    import mindspore

    parts = [f"# The public names of MindSpore {mindspore.__version__}.\n"]
    for name in MODULES + CLASSES:
        *path, last = name.split(".")
        if name in CLASSES:
            holder = getattr(importlib.import_module(".".join(path)), last)
        else:
            holder = importlib.import_module(name)
        words = textwrap.fill(
            " ".join(public(holder)),
            88,
            initial_indent="    ",
            subsequent_indent="    ",
        )
        parts.append(f"\n{name}\n{words}\n")
    text = "".join(parts)
    if not check:
        FILE.write_text(text, encoding="utf-8")
    elif text != FILE.read_text(encoding="utf-8"):
        print(f"{FILE.name}: the names of MindSpore {mindspore.__version__} are others")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
