"""The flow of data through a module: what each function computes of what.

Two modules with equal graphs compute the same, whatever the order and the names of
their statements. An expression is known by what it is made of; a name stands for what
was bound to it last. Writes into arrays and lists are not free to move: whatever may be
stored in what is written somewhere carries the number of writes before it (the edges of
memory), and effects that can be seen keep their order.
"""

import ast
from collections.abc import Iterable, Iterator

from codegen.digest import text_digest

# Methods that change what they are called on.
_CHANGING = {
    *(
        "append",
        "pop",
        "extend",
        "insert",
        "clear",
        "update",
        "sort",
        "reverse",
        "remove",
    ),
    *("fill", "put", "setdefault", "setflags", "resize", "partition", "appendleft"),
    *("popleft", "popitem", "add", "discard", "itemset", "rotate"),
}
# Methods of arrays that give another array, or a number.
_FRESH = {
    *(
        "sum",
        "mean",
        "max",
        "min",
        "copy",
        "astype",
        "prod",
        "cumsum",
        "cumprod",
        "std",
    ),
    *("var", "argmax", "argmin", "all", "any", "dot", "item", "tolist", "conj"),
}


def graph(tree: ast.Module) -> list[str]:
    """What the module defines, sorted: a text for each function's graph."""
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append(f"{node.name} {_Function(node).told}")
        else:
            found.append(ast.dump(node))
    return sorted(found)


class _Function:
    """The graph of one function."""

    def __init__(self, node: ast.FunctionDef) -> None:
        self.values: dict[str, str] = {}
        self.memory = "start"
        self.groups = _Groups(node)
        for number, one in enumerate(ast.walk(node.args)):
            if isinstance(one, ast.arg):
                self.values[one.arg] = f"argument {number}"
        ends = self.block(node.body)
        self.told = text_digest(" ".join([ast.dump(node.args), *ends, self.memory]))

    def block(self, body: Iterable[ast.stmt]) -> list[str]:
        """Execute statements; what ends or leaves the function, in order."""
        return [text for node in body for text in self.statement(node)]

    def statement(self, node: ast.stmt) -> Iterator[str]:
        """Execute a statement; yields what it ends or leaves with."""
        match node:
            case ast.Assign(targets, value):
                told = self.of(value)
                for target in targets:
                    self.bind(target, told)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self.bind(target, self.of(value))
            case ast.AugAssign(target, operator, value):
                told = (
                    f"{type(operator).__name__}({self.read(target)}, {self.of(value)})"
                )
                if self.may_be_written(target):
                    self.write(f"in place {told}")
                self.bind(target, _short(told))
            case ast.Return(value):
                yield f"return {'' if value is None else self.of(value)} {self.memory}"
            case ast.Expr(value):
                self.write(self.of(value))
            case ast.If(test, body, orelse):
                yield from self.branches(self.of(test), body, orelse)
            case ast.For(target, source, body, orelse):
                yield from self.loop(self.of(source), target, None, body, orelse)
            case ast.While(test, body, orelse):
                yield from self.loop("while", None, test, body, orelse)
            case ast.Delete(targets) if all(isinstance(t, ast.Name) for t in targets):
                # Who reads it from here on raises.
                for name in [t.id for t in targets if isinstance(t, ast.Name)]:
                    self.values[name] = "deleted"
            case ast.Pass():
                pass
            case _:
                # Anything else keeps its place among all effects, and is as it stands.
                names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                known = [f"{n}={self.values.get(n, n)}" for n in sorted(names)]
                self.write(f"{ast.dump(node)} {known}")
                for name in _bound([node]):
                    self.values[name] = _short(f"{name} of {self.memory}")

    def branches(
        self, test: str, body: list[ast.stmt], orelse: list[ast.stmt]
    ) -> Iterator[str]:
        """Execute both sides of an ``if``, and join what they bind."""
        values, memory = dict(self.values), self.memory
        first = self.block(body)
        then, after = self.values, self.memory
        self.values, self.memory = values, memory
        second = self.block(orelse)
        for name in {*then, *self.values}:
            one, two = then.get(name, "unbound"), self.values.get(name, "unbound")
            if one != two:
                self.values[name] = _short(f"if {test} {one} else {two}")
        if after != self.memory:
            self.memory = _short(f"if {test} {after} else {self.memory}")
        if first or second:
            yield _short(f"if {test} {first} else {second}")

    def loop(
        self,
        head: str,
        target: ast.expr | None,
        test: ast.expr | None,
        body: list[ast.stmt],
        orelse: list[ast.stmt],
    ) -> Iterator[str]:
        """Execute a loop once, of what it carries; its results are of the whole.

        A carried value is told by what it begins with, so the names do not matter; two
        that begin alike are told by the iteration itself, from the names' order.
        """
        carried = [name for name in _bound([*body]) if name in self.values]
        before = dict(self.values)
        starts = sorted(carried, key=lambda name: self.values[name])
        for number, name in enumerate(starts):
            self.values[name] = f"carried {number}"
        memory, self.memory = self.memory, "memory of the iteration"
        if target is not None:
            self.bind(target, "item")
        told = "" if test is None else self.of(test)
        leaves = self.block(body)
        results = [f"{before[name]} -> {self.values[name]}" for name in starts]
        whole = _short(f"loop {head} {told} {results} {memory} {self.memory} {leaves}")
        for name in [n for n in _bound(body, target) if n in self.values]:
            self.values[name] = _short(f"{self.values[name]} after {whole}")
        self.memory = _short(f"memory after {whole}")
        ends = self.block(orelse)
        if leaves or ends:
            yield f"{whole} {ends}"

    # ------------------------------------------------------------------- expressions

    def of(self, node: ast.AST) -> str:
        """What an expression is made of."""
        match node:
            case ast.Name(name):
                return self.read(node) if name in self.values else name
            case ast.Constant(value):
                return f"{type(value).__name__} {value!r}"
            case ast.Call(ast.Attribute(owner, attribute), arguments, keywords):
                parts = [self.of(one) for one in (owner, *arguments, *keywords)]
                told = _short(f"{attribute}({', '.join(parts)})")
                named = {one.arg for one in keywords}
                if self.may_change(owner, attribute) or "out" in named:
                    self.write(told)
                    return _short(f"{told} {self.memory}")
                return told
            case ast.Call(ast.Name(name), arguments, keywords) if name not in _PURE:
                # It may write into what it is given.
                parts = [self.of(one) for one in (*arguments, *keywords)]
                told = _short(f"{name}({', '.join(parts)})")
                self.write(told)
                return _short(f"{told} {self.memory}")
            case ast.NamedExpr(target, value):
                told = self.of(value)
                self.bind(target, told)
                return told
            case ast.Lambda() | ast.GeneratorExp() | ast.ListComp() | ast.DictComp():
                names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                known = [f"{n}={self.values.get(n, n)}" for n in sorted(names)]
                return _short(f"{ast.dump(node)} {known} {self.memory}")
        parts = []
        for field, value in ast.iter_fields(node):
            items = value if isinstance(value, list) else [value]
            texts = [
                self.of(one) if isinstance(one, ast.AST) else repr(one) for one in items
            ]
            parts.append(f"{field}={texts}")
        return _short(f"{type(node).__name__}({', '.join(parts)})")

    def read(self, node: ast.expr) -> str:
        """A value, with the state of memory where somebody may have written into it."""
        if isinstance(node, ast.Name):
            value = self.values.get(node.id, node.id)
            return f"{value} in {self.memory}" if node.id in self.groups else value
        return self.of(node)

    def bind(self, target: ast.expr, told: str) -> None:
        """Bind a name, the names of a tuple, or write into an object."""
        match target:
            case ast.Name(name):
                self.values[name] = told
            case ast.Tuple(parts) | ast.List(parts):
                for number, part in enumerate(parts):
                    inner = part.value if isinstance(part, ast.Starred) else part
                    self.bind(inner, _short(f"part {number} of {told}"))
            case _:
                place = " ".join(self.of(one) for one in ast.iter_child_nodes(target))
                self.write(f"{place} = {told}")

    def write(self, told: str) -> None:
        """An effect, behind all that were before it."""
        self.memory = _short(f"{told} after {self.memory}")

    def may_change(self, owner: ast.expr, attribute: str) -> bool:
        """Whether a call of a method may change something."""
        if isinstance(owner, ast.Name) and owner.id in ("np", "math"):
            return attribute in ("copyto", "place", "put", "put_along_axis", "putmask")
        if ast.unparse(owner).startswith("np."):
            return attribute == "at"
        return attribute not in _FRESH | _VIEWING

    def may_be_written(self, target: ast.expr) -> bool:
        """Whether an augmented assignment may be seen under another name."""
        return not isinstance(target, ast.Name) or target.id in self.groups


# Methods that change nothing, and may give a view.
_VIEWING = {
    *(
        "reshape",
        "transpose",
        "ravel",
        "flatten",
        "swapaxes",
        "squeeze",
        "repeat",
        "take",
    ),
    *(
        "nonzero",
        "round",
        "clip",
        "trace",
        "diagonal",
        "view",
        "keys",
        "values",
        "items",
    ),
    *(
        "get",
        "index",
        "count",
        "conjugate",
        "choose",
        "argsort",
        "searchsorted",
        "join",
    ),
}
_PURE = {"range", "len", "reversed", "zip", "enumerate", "float", "int", "bool", "abs"}


class _Groups:
    """The names whose storage may be written: those that are written into, and those
    that may share storage with them."""

    def __init__(self, function: ast.FunctionDef) -> None:
        neighbours: dict[str, set[str]] = {}
        written: set[str] = set()
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets, value):
                    self._join(neighbours, targets, value)
                case ast.For(target, source):
                    self._join(neighbours, [target], source)
                case ast.AugAssign(ast.Name(name)):
                    written.add(name)
                case ast.AugAssign(target):
                    written |= _names(target)
                case ast.Call(ast.Attribute(owner, attribute), arguments):
                    if attribute in _CHANGING:
                        written |= _names(owner)
                        for one in arguments:
                            self._join(neighbours, [owner], one)
                    elif any(one.arg == "out" for one in node.keywords):
                        written |= _names(node)
                    elif attribute in ("at", "copyto", "put", "place", "putmask"):
                        written |= {n for one in arguments[:1] for n in _names(one)}
            if isinstance(node, ast.Assign):
                stores = [t for t in node.targets if isinstance(t, ast.Subscript)]
                written |= {n for t in stores for n in _names(t.value)}
        self.names: set[str] = set()
        waiting = list(written)
        while waiting:
            name = waiting.pop()
            if name not in self.names:
                self.names.add(name)
                waiting.extend(neighbours.get(name, ()))

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def _join(
        self, neighbours: dict[str, set[str]], targets: list[ast.expr], value: ast.expr
    ) -> None:
        if _is_fresh(value):
            return
        group = _names(value).union(*(_names(target) for target in targets))
        for name in group:
            neighbours.setdefault(name, set()).update(group)


def _is_fresh(node: ast.expr) -> bool:
    """Whether an expression gives new storage, whatever it is made of."""
    match node:
        case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.Constant():
            return True
        case ast.Call(ast.Attribute(_, attribute)) if attribute in _FRESH:
            return True
        case ast.Call(ast.Attribute(ast.Name("np"), attribute)):
            return attribute in _MAKING or attribute in _ELEMENTWISE
    return False


_MAKING = {"zeros", "ones", "zeros_like", "ones_like", "empty_like", "full", "arange"}
_ELEMENTWISE = {
    *("exp", "log", "sin", "cos", "tanh", "sqrt", "maximum", "minimum", "where", "abs"),
    *("power", "square", "sign", "outer", "concatenate", "stack", "dot", "matmul"),
}


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} - {"np"}


def _bound(body: Iterable[ast.AST], target: ast.AST | None = None) -> list[str]:
    """The names that statements bind, in their order."""
    found: dict[str, None] = {}
    for top in (*body, *([] if target is None else [target])):
        for node in ast.walk(top):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id] = None
    return list(found)


def _short(text: str) -> str:
    return text if len(text) < 60 else text_digest(text)
