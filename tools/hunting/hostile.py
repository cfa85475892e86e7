"""Command lines, configurations and sources that nobody would write.

Whatever they are, a command ends with a code of its own, and what is printed is an
error, never a traceback of srcad.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from . import judging
from .commands import FILES, command, shell, written
from .edits import mutated
from .family import GOOD, REFUSED, WRONG, Family, Verdict

COMMANDS = (
    *("generate", "check", "diff", "review", "accept", "reject", "prune", "gradcheck"),
    *("show", "rules", "explain", "cache", "check", "generate", "gradcheck", "show"),
)
_TARGETS = (
    *("square", "cubic", "models/square.py::Square", "models/square.py::Cubic"),
    *(
        "models.square:Square",
        "models/square.py::weighted",
        "models/square.py::WEIGHTS",
    ),
    *("models/square.py::np", "models/square.py::", "::", ":", "", "models/none.py::A"),
    *(
        "models::Square",
        "golden/square.py",
        "../..",
        "/",
        "a" * 300,
        "--all",
        "-",
    ),
    *("models/square.py::Square.construct", "numpy:sin", "os:system", "é::ü", "%s"),
    *("models/square.py::__name__", "builtins:print", "models/square.py:Square"),
)
_OPTIONS = (
    *("--init={}", '--init={"factor": 3}', "--init=[1]", "--init={", "--init=null"),
    *('--init={"factor": "a"}', '--init={"nothing": 1}', '--init={"factor": NaN}'),
    *("--input=x=float32[n, 3]", "--input=x=float64[n]", "--input=x", "--input=x=int"),
    *("--input=x=float32[", "--input=x=float32[-1]", "--input=x=float32[1.5]"),
    *("--input=x=float99[n]", "--input=y=float32[n]", "--input=x=float32[n,n,n,n]"),
    *("--input=x={}", '--input=x={"a": "float32[n]"}', "--input=x=complex64[n]"),
    *("--input==", "--input=x=", "--input=x=bool[n]", "--input=x=float32[0]"),
    *("--wrt=x", "--wrt=nothing", "--wrt=parameters", "--wrt=", "--order=2"),
    *("--order=0", "--order=-1", "--order=x", "--size=n=2", "--size=n=-1", "--size=n"),
    *("--size=n=x", "--size=n=0", "--size=m=3", "--after=lowering", "--after=x"),
    *("-C", "-C.", "-Cmodels", "-C/nowhere", "--color=never", "--color=x", "-q", "-v"),
    *("--output-format=json", "--output-format=github", "--output-format=sarif"),
    *("--output-format=concise", "--output-format=x", "--no-cache", "--help", "-o"),
    *("-oout", "-omodels/square.py", "-o/proc/none", "--stat", "--all", "-h"),
    *("--dry-run", "--seed=1", "--seed=x", "--tolerance=0", "--tolerance=nan"),
    *(
        "--samples=0",
        "--samples=-3",
        "--",
        "--nothing",
        "SRC011",
        "SRC999",
        "sin",
        "why",
    ),
    *("list", "dir", "clean", "np.sin", "--version", "--accept", "--watch=0"),
)
_VALUES = (
    *(
        '""',
        '"x"',
        "1",
        "-1",
        "1.5",
        "true",
        "[]",
        "{}",
        "nan",
        "inf",
        '["x"]',
        "[1, 2]",
    ),
    *(
        '"../x"',
        '"/tmp/x"',
        '"a/../../b"',
        '"float32[n]"',
        '{ x = "float32[n]" }',
        "[[]]",
    ),
    *(
        "1979-05-27",
        '"\\u0000"',
        "{ x = 1 }",
        '{ x = "" }',
        '"models/square.py::Cubic"',
    ),
    *('"."', '"a/b/c"', '"CON"', '"square"', '"' + "x" * 300 + '"', "[0, 1]", "[3, 1]"),
)
_KEYS = (
    *("name", "cell", "inputs", "init", "wrt", "mode", "order", "sizes", "ranges"),
    *("surrogate", "golden", "targets", "nothing", "memory", "engine"),
)
_SOURCES: tuple[str | bytes, ...] = (
    "",
    "\n\n\t \n",
    b"\xff\xfe\x00",
    b"\xef\xbb\xbfx = 1\n",
    b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
    b"# -*- coding: nothing -*-\n",
    "x = (" * 300,
    "x = " + "-" * 5000 + "1\n",
    "raise SystemExit(3)\n",
    "raise KeyboardInterrupt\n",
    "import nothing_of_this_name\n",
    "class Square: pass\nclass Cubic: pass\n",
    "Square = 3\nCubic = None\n",
    "def Square(): raise ValueError('no')\n",
    "import sys\nsys.exit(0)\n",
    "from models.square import Square\n",
    "class Meta(type):\n    def __call__(self): raise OSError\n"
    "class Square(metaclass=Meta): pass\n",
    "import sys\ndel sys.modules[__name__]\nfrom srcad import nn\n"
    "class Square(nn.Cell):\n    def construct(self, x): return x\n",
    "from srcad import nn\nclass Square(nn.Cell):\n"
    "    def construct(self, x): return self.construct(x)\n",
    "from srcad import nn\nclass Square(nn.Cell):\n"
    "    def construct(self, x, *, y): return x\n",
    "from srcad import nn\nclass Square(nn.Cell):\n    construct = None\n",
    "from srcad import nn\nclass Square(nn.Cell):\n"
    "    def __init__(self): pass\n    def construct(self, x): return x\n",
    "import numpy as np\nSquare = np.sin\nCubic = lambda x: x\n",
    "exec('def Square(x): return x')\n",
)


@dataclass(frozen=True)
class Strange:
    """A project and a command."""

    words: list[str]
    files: dict[str, str | bytes] = field(default_factory=dict)
    what: str = ""


def drawn(source: random.Random) -> Strange:
    """One of the three, or all."""
    files: dict[str, str | bytes] = dict(FILES)
    what = []
    kind = source.choice(("words", "words", "configuration", "configuration", "source"))
    if kind == "configuration" or source.random() < 0.2:
        files["pyproject.toml"] = _configuration(source, str(files["pyproject.toml"]))
        what.append("configuration")
    if kind == "source" or source.random() < 0.2:
        files["models/square.py"] = _source(source, str(files["models/square.py"]))
        what.append("source")
    words = [source.choice(COMMANDS)]
    if kind == "words":
        for _ in range(source.randrange(1, 5)):
            words.append(source.choice((*_TARGETS, *_OPTIONS, *_OPTIONS)))
        if source.random() < 0.1:
            words.pop(0)
    elif words[0] in ("generate", "gradcheck", "show", "cache"):
        if words[0] == "cache":
            words.append("why")
        words.append(source.choice(("square", "cubic")))
    return Strange(words, files, " and ".join(what))


def _configuration(source: random.Random, text: str) -> str | bytes:
    for _ in range(source.choice((1, 1, 2, 3))):
        lines = text.split("\n")
        place = source.randrange(len(lines))
        match source.choice(
            ("value", "value", "key", "delete", "twice", "bytes", "cut")
        ):
            case "value":
                keyed = [k for k, line in enumerate(lines) if " = " in line]
                if keyed:
                    place = source.choice(keyed)
                    key = lines[place].split(" = ")[0]
                    lines[place] = f"{key} = {source.choice(_VALUES)}"
            case "key":
                key, value = source.choice(_KEYS), source.choice(_VALUES)
                lines.insert(place, f"{key} = {value}")
            case "delete":
                del lines[place]
            case "twice":
                lines.insert(place, lines[place])
            case "bytes":
                return "\n".join(lines).encode() + source.randbytes(5)
            case "cut":
                return "\n".join(lines)[: source.randrange(len(text))]
        text = "\n".join(lines) or " "
    return text


def _source(source: random.Random, text: str) -> str | bytes:
    kind = source.random()
    if kind < 0.35:
        return source.choice(_SOURCES)
    if kind < 0.45:
        data = bytearray(text.encode())
        for _ in range(source.randrange(1, 6)):
            data[source.randrange(len(data))] = source.randrange(256)
        return bytes(data)
    for _ in range(source.choice((1, 2, 3))):
        text, _ = mutated(text, source.choice(("Square", "Cubic")), source)
    return text


def judged(case: Strange, folder: Path) -> Verdict:
    """How the command ends."""
    judging.limited()
    written(folder, case.files)
    said = command(folder, case.words)
    if not said.clean:
        last = "\n".join(said.err.strip().split("\n")[-12:-1])
        return Verdict(WRONG, f"exit code {said.code}", f"{said.err[:200]}\n{last}")
    if said.code == 0:
        return Verdict(GOOD)
    if not (said.err + said.out).strip():
        return Verdict(WRONG, f"exit code {said.code}", "and not a word why")
    return Verdict(REFUSED, f"exit {said.code}", said.err)


def title(case: Strange) -> str:
    """The command."""
    told = f" with a strange {case.what}" if case.what else ""
    return f"srcad {' '.join(map(repr, case.words))}{told}"


def reproducer(case: Strange) -> str:
    """A program that runs it."""
    return shell(case.files, [case.words])


HOSTILE = Family(
    name="hostile",
    doc="command lines, configurations and sources that make no sense",
    draw=drawn,
    judge=judged,
    title=title,
    reproducer=reproducer,
)
