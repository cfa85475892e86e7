"""A backward module as data, read from its text: nothing of it is executed.

``parsed`` gives the header, the docstring's facts, ``SIGNATURE``, the functions, and
the headings that quote the source. A text that is no module of srcad's raises
ValueError.
"""

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

# What calls the functions of a module knows the names of their arguments.
PUBLIC = ("forward", "backward", "value_and_grad", "check", "load_captured")
# Of ``SIGNATURE``: what a module is given, group by group.
GROUPS = ("inputs", "params", "captured")
# The name of a fact, which may have dots, and what is before it.
_FACT = re.compile(r"(^|, )([\w.\[\]']+)=")


@dataclass(frozen=True, slots=True)
class Array:
    """What ``SIGNATURE`` says of an array: a dtype, ``float`` or ``int`` for a number
    of Python, and sizes, where a word is a named size or a sum of such."""

    dtype: str
    shape: tuple[int | str, ...]

    def __str__(self) -> str:
        if self.dtype in ("float", "int", "bool"):
            return self.dtype
        return f"{self.dtype}[{', '.join(map(str, self.shape))}]"


@dataclass(frozen=True)
class Parsed:
    """A module: ``header`` maps ``source``, ``digest`` and ``format`` to their texts;
    ``signature`` maps the groups to what they hold, by name."""

    text: str
    tree: ast.Module
    header: Mapping[str, str]
    docstring: str
    signature: Mapping[str, Mapping[str, Any]]
    out: Any

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """The functions of the module, by name."""
        found = (one for one in self.tree.body if isinstance(one, ast.FunctionDef))
        return {one.name: one for one in found}

    @cached_property
    def facts(self) -> dict[str, str]:
        """What the docstring says that the module was specialised on."""
        text = re.sub(r"(?<=[,n])\n(?=\S)", " ", self.docstring)
        found = re.search(r"(Specialised on|, with) (``.*?``)\.(\n|$)", text)
        if found is None:
            return {}
        listed = found[2].replace("``, ``", ", ").strip("`")
        names = [match[2] for match in _FACT.finditer(listed)]
        numbered = itertools.count()
        arguments = _FACT.sub(lambda match: f"{match[1]}_{next(numbered)}=", listed)
        try:
            call = ast.parse(f"f({arguments})", mode="eval").body
        except SyntaxError:
            return {}
        assert isinstance(call, ast.Call)
        values = [ast.unparse(one.value) for one in call.keywords]
        return dict(zip(names, values, strict=False))

    @cached_property
    def own_rules(self) -> list[str]:
        """The classes whose derivative is the user's own ``bprop``."""
        return re.findall(r"The derivative of ``(\S+)`` is the user's", self.docstring)

    @cached_property
    def headings(self) -> dict[str, list[str]]:
        """The statements of the source that each half quotes, in order."""
        return {
            name: list(_headings(self.text, self.functions[name]))
            for name in self.functions
            if name not in ("value_and_grad", "check", "load_captured")
        }

    @cached_property
    def cotangents(self) -> list[str]:
        """The names of the cotangents that ``backward`` gives for inputs."""
        found = self.functions.get("backward")
        said = (ast.get_docstring(found) or "") if found is not None else ""
        match = re.match(r"Return ``\(?\(([^(){}]*)\)", said)
        return re.findall(r"\w+", match[1]) if match else []

    def arrays(self) -> dict[tuple[str, str], Any]:
        """All that the module is given, by group and name."""
        return {
            (group, name): leaf
            for group in GROUPS
            for name, leaf in self.signature.get(group, {}).items()
        }

    def sizes(self) -> list[str]:
        """The named sizes, in the order of their first appearance."""
        words = [
            word
            for leaf in self.arrays().values()
            if isinstance(leaf, Array)
            for dim in leaf.shape
            if isinstance(dim, str)
            for word in re.findall(r"[^\W\d]\w*", dim)
        ]
        return list(dict.fromkeys(words))


def parsed(text: str) -> Parsed:
    """Read a module; raises ValueError for what is none, or is no Python."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        where = f" in line {error.lineno}" if error.lineno else ""
        raise ValueError(f"it is no Python: {error.msg}{where}") from error
    except (RecursionError, MemoryError) as error:
        raise ValueError(f"it is no Python: {error}") from error
    signature = _signature(tree)
    header = dict(re.findall(r"^# (source|digest|format|needs): (.*)$", text, re.M))
    docstring = ast.get_docstring(tree, clean=False) or ""
    out = signature.pop("out", None)
    return Parsed(text, tree, header, docstring, signature, out)


def size_of(dim: int | str, sizes: Mapping[str, int]) -> int:
    """A size in numbers; raises KeyError for a word without a number, ValueError for
    what is no sum of words."""
    return dim if isinstance(dim, int) else _value(ast.parse(dim, mode="eval"), sizes)


def _value(node: ast.AST, sizes: Mapping[str, int]) -> int:
    match node:
        case ast.Expression(body):
            return _value(body, sizes)
        case ast.Constant(int(number)):
            return number
        case ast.Name(word):
            return sizes[word]
        case ast.UnaryOp(ast.USub(), one):
            return -_value(one, sizes)
        case ast.BinOp(one, operator, two):
            a, b = _value(one, sizes), _value(two, sizes)
            match operator:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.FloorDiv() if b:
                    return a // b
    raise ValueError(f"{ast.unparse(node)} is no size")


def _signature(tree: ast.Module) -> dict[str, Any]:
    """``SIGNATURE`` as data; raises ValueError where there is none."""
    dtypes = {}
    for node in tree.body:
        match node:
            case ast.Assign(
                [ast.Name(word)],
                ast.Call(
                    ast.Attribute(ast.Name("np"), "dtype"), [ast.Constant(str(name))]
                ),
            ):
                dtypes[word] = name
            case ast.Assign([ast.Name("SIGNATURE")], ast.Dict() as value):
                found = _leaf(value, dtypes)
                assert isinstance(found, dict)
                return found
    raise ValueError("it has no SIGNATURE")


def _leaf(node: ast.expr, dtypes: Mapping[str, str]) -> Any:
    match node:
        case ast.Dict(keys, values):
            found = {}
            for key, value in zip(keys, values, strict=True):
                if key is None:
                    found.update(_family(value, dtypes))
                else:
                    found[ast.literal_eval(key)] = _leaf(value, dtypes)
            return found
        case ast.Tuple([ast.Name(word), ast.Tuple() as shape]):
            return Array(dtypes.get(word, word), ast.literal_eval(shape))
        case ast.Tuple(elts) | ast.List(elts):
            return [_leaf(one, dtypes) for one in elts]
        case ast.Name(word):
            return word
        case ast.Constant(value):
            return value
    raise ValueError(f"SIGNATURE holds {ast.unparse(node)}")


def _family(node: ast.expr, dtypes: Mapping[str, str]) -> dict[str, Any]:
    """``{f"blocks.{i}.weight": (float32, (8,)) for i in range(12)}``"""
    match node:
        case ast.DictComp(
            ast.JoinedStr(parts),
            value,
            [ast.comprehension(target=ast.Name(), iter=ast.Call(args=bounds))],
        ):
            numbers = range(*map(ast.literal_eval, bounds))
            words = [str(p.value) if isinstance(p, ast.Constant) else "" for p in parts]
            leaf = _leaf(value, dtypes)
            return {
                "".join(word or str(number) for word in words): leaf
                for number in numbers
            }
    raise ValueError(f"SIGNATURE holds {ast.unparse(node)}")


def _headings(text: str, function: ast.FunctionDef) -> Iterator[str]:
    """The comments of a function, each with its continuation lines."""
    lines = text.split("\n")[function.lineno : function.end_lineno]
    held: list[str] = []
    for line in [*lines, ""]:
        stripped = line.strip()
        if stripped.startswith("# "):
            held.append(stripped[2:])
        elif held:
            yield "\n".join(held)
            held = []
