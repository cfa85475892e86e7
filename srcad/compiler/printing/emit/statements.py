"""The statements of one function: paragraphs, branches, loops, assignments."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from srcad.compiler.ir.avals import OptionalAval, ResidualsAval
from srcad.compiler.ir.catches import RAISE_AGAIN
from srcad.compiler.ir.index import WHOLE, Index
from srcad.compiler.ir.lists import POPS
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.sharing import is_write
from srcad.compiler.ir.templates import filled, hole
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Value,
    array_aval,
    used_values,
)
from srcad.compiler.printing.emit.assignments import (
    assignment,
    copies,
    either,
    unpacking,
)
from srcad.compiler.printing.emit.branches import (
    attempt,
    break_in_branch,
    handlers,
)
from srcad.compiler.printing.emit.headings import Headings
from srcad.compiler.printing.emit.lists import (
    blank,
    in_form,
    list_change,
    list_taken,
    with_statements,
)
from srcad.compiler.printing.emit.splitting import is_long
from srcad.compiler.printing.emit.writer import (
    BINARY,
    Writer,
    method,
    name,
    slices_called,
)
from srcad.compiler.printing.iteration import is_enumerated
from srcad.compiler.printing.packing import (
    Packs,
    bundle,
    columns,
    function_packs,
    has_residuals,
    list_pack,
    pack_of,
    residual_count,
)
from srcad.compiler.printing.schedule import (
    Append,
    Item,
    Unpack,
    appends,
    changed_before_test,
)
from srcad.compiler.simplify.kept import is_kept
from srcad.compiler.simplify.unbound import is_read, stands_alone

_IN_PLACE = (
    *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power"),
)


@dataclass(slots=True)
class Emitter:
    """Writes blocks as lists of statements.

    ``seen`` are the variables that are read where they may be None, ``holding`` those
    that are None on some path.
    """

    writer: Writer
    packs: Packs
    headings: Headings = field(default_factory=Headings)
    branches: dict[If, ast.If] = field(default_factory=dict)
    seen: set[Value] = field(default_factory=set)
    holding: set[Value] = field(default_factory=set)
    imports: dict[str, None] = field(default_factory=dict)
    contexts: list[str] = field(default_factory=list)

    def block(self, block: Block) -> list[ast.stmt]:
        """The statements of a block, each paragraph headed by its source."""
        body: list[ast.stmt] = []
        self._runs(self.writer.plan.items[block], body)
        return body

    def _runs(self, items: list[Item], body: list[ast.stmt]) -> None:
        """Write items, with those that a context manager covers in its ``with``."""
        depth = len(self.contexts)
        runs: list[tuple[str, list[Item]]] = []
        for item in items:
            origin = None if isinstance(item, Append) else item.origin
            contexts = origin.contexts[depth:] if origin is not None else ()
            word = contexts[0] if contexts else ""
            if runs and (isinstance(item, Append) or runs[-1][0] == word):
                runs[-1][1].append(item)
            else:
                runs.append((word, [item]))
        for word, run in runs:
            if not word:
                self._paragraphs(run, body)
                continue
            self.contexts.append(word)
            inner: list[ast.stmt] = []
            self._runs(run, inner)
            self.contexts.pop()
            if inner:
                body.append(self._with(word, inner))

    def _with(self, word: str, inner: list[ast.stmt]) -> ast.With:
        """Statements in a context; a filter of warnings is set in one of its own."""
        if word.startswith("warnings."):
            self.imports["import warnings"] = None
            word, inner = "warnings.catch_warnings()", [*ast.parse(word).body, *inner]
        return ast.With([ast.withitem(ast.parse(word, mode="eval").body)], inner)

    def _paragraphs(self, items: list[Item], body: list[ast.stmt]) -> None:
        paragraph: list[ast.stmt] = []
        current: Origin | None = None
        handled = handlers(items)
        for item in items:
            if item in handled.values():
                continue
            origin = current if isinstance(item, Append) else _origin(item) or current
            with self.headings.inside(origin):
                if isinstance(item, If) and item in handled:
                    statements = attempt(self, item, handled[item])
                else:
                    statements = self.item(item)
            if not statements:
                continue
            if origin != current:
                self.headings.close(body, paragraph, current)
                paragraph, current = [], origin
            paragraph = with_statements(paragraph, item, statements)
        self.headings.close(body, paragraph, current)

    def long(self) -> list[Op | Call]:
        """What would be a statement that is too long for a line, whatever its names."""
        found: list[Op | Call] = []
        for items in self.writer.plan.items.values():
            for item in items:
                if isinstance(item, Op | Call):
                    statements = self.item(item)
                    if statements and is_long(self.writer, item, statements[0]):
                        found.append(item)
        return found

    def item(self, item: Item) -> list[ast.stmt]:
        match item:
            case Append():
                return [self._append(item)]
            case Unpack():
                return [self._unpack(item)]
            case Op():
                return self._op(item)
            case If() if item.catches:
                return attempt(self, item, None)
            case If():
                return self._if(item)
            case Loop():
                return self._loop(item)
            case Exit():
                test = self.writer.condition(item.condition)
                return [ast.If(test, [ast.Break()], [])]
            case Call():
                return [self._call(item)]
            case Opaque() if is_kept(item):
                alone = item.args[0] in self.writer.plan.folded
                return [ast.Expr(self.writer.atom(item.args[0]))] if alone else []
            case Opaque() if is_read(item):
                return self._read(item)
            case Opaque():
                return [self._opaque(item)]

    def target(self, value: Value) -> ast.Name:
        return ast.Name(self.writer.names[value], ast.Store())

    def _op(self, op: Op) -> list[ast.stmt]:
        if op.primitive in POPS:
            return [self._pop(op)]
        if is_write(op):
            return [] if op.primitive == "list_keep" else [self._write(op)]
        if len(op.results) > 1:
            return [unpacking(self.writer, op)]
        if self.writer.names.same(op.result, op.args[0] if op.args else Lit(None)):
            if op.primitive == "present":
                return []
        return [assignment(self.target(op.result), self.writer.op(op), op)]

    def _pop(self, op: Op) -> ast.stmt:
        """``x = xs.pop()``, or ``xs.pop()`` alone, or ``del xs[k]``."""
        if op.results[0] in self.writer.plan.unread:
            return list_taken(self.writer, op)
        return ast.Assign([self.target(op.results[0])], self.writer.op(op))

    def _write(self, op: Op) -> ast.stmt:
        """``h[i] = v`` and ``h[i] += v``."""
        if op.primitive.startswith(("list_", "set_")):
            return list_change(self.writer, op)
        array, value, *rest = op.args
        index: Index = op.attribute("index")
        owner = self.writer.atom(array)
        where = self.writer.index(op, 2)
        if op.primitive == "add_at" and index.repeats(tuple(rest)):
            at = ast.Attribute(
                ast.Attribute(name("np"), "add", ast.Load()), "at", ast.Load()
            )
            where = slices_called(where)
            return ast.Expr(ast.Call(at, [owner, where, self.writer.atom(value)], []))
        target: ast.Name | ast.Subscript = ast.Subscript(owner, where, ast.Store())
        if op.primitive == "add_at":
            if index == WHOLE and op.phase and array_aval(array).ndim:
                target = self.target(op.result)
            folded = self._folded(value)
            if folded is not None and folded.primitive == "negative":
                less = self.writer.atom(folded.args[0])
                return ast.AugAssign(target, ast.Sub(), less)
            return ast.AugAssign(target, ast.Add(), self.writer.atom(value))
        changed = self._changed(op)
        if changed is not None:
            if index == WHOLE and op.phase and array_aval(array).ndim:
                target = self.target(op.result)
            return ast.AugAssign(
                target, BINARY[changed.primitive], self.writer.atom(changed.args[1])
            )
        return ast.Assign([target], self.writer.atom(value))

    def _folded(self, atom: Atom) -> Op | None:
        return self.writer.plan.folded.get(atom) if isinstance(atom, Value) else None

    def _changed(self, op: Op) -> Op | None:
        """The operation in ``h[i] = h[i] * v``, if that is ``h[i] *= v``."""
        array, value, *rest = op.args
        made = self._folded(value)
        if made is None or made.primitive not in _IN_PLACE:
            return None
        read = self._folded(made.args[0])
        if read is None or read.primitive != "getitem" or read.args != (array, *rest):
            return None
        same = read.attribute("index") == op.attribute("index")
        have, want = array_aval(made.result), array_aval(read.result)
        fits = (have.dtype, have.shape) == (want.dtype, want.shape)
        return made if same and fits else None

    def _unpack(self, item: Unpack) -> ast.stmt:
        """``x, _, y = residuals``."""
        (kept,) = item.args
        assert isinstance(kept.aval, ResidualsAval)
        read = dict(zip(item.places, item.results, strict=True))
        parts: dict[object, ast.expr] = {}
        layout = self.packs.module.layouts[kept.aval.form]
        for place, pack in enumerate(layout):
            key = place if pack is None else pack.key
            parts.setdefault(key, blank())
            if place in read:
                parts[key] = self.target(read[place])
        target = ast.Tuple(list(parts.values()), ast.Store())
        return ast.Assign([target], self.writer.atom(kept))

    def _append(self, item: Append) -> ast.stmt:
        atoms = columns(item.atoms, self.packs)
        parts = [self.writer.whole(atom) for atom in atoms]
        element = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
        owner = name(self.writer.names[item.lists[0]])
        return ast.Expr(method(owner, "append", element))

    def _if(self, op: If) -> list[ast.stmt]:
        sides = []
        for block in (op.then, op.orelse):
            body = self.block(block)
            body.extend(copies(self.writer, self.seen, op.results, block.results))
            sides.append(body)
        then, orelse = sides
        test = self.writer.condition(op.condition)
        if not then and not orelse:
            return []
        if not then:
            test, then, orelse = self.writer.opposite(op.condition), orelse, []
        one = either(op, test, then, orelse)
        if one is not None:
            return [one]
        self.branches[op] = ast.If(test, then, orelse)
        return [self.branches[op]]

    def _loop(self, op: Loop) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for append in appends(op, op.body, self.writer.plan):
            empty = ast.List([], ast.Load())
            out.append(ast.Assign([self.target(append.lists[0])], empty))
        out.extend(copies(self.writer, self.seen, op.carry_params, op.starts))
        items = self.writer.plan.items[op.body]
        condition: ast.expr | None = None
        if (
            op.bounds is None
            and not op.sequences
            and items
            and isinstance(items[0], Exit)
        ):
            condition = self.writer.opposite(items[0].condition)
            self.writer.plan.items[op.body] = items[1:]
        body = self.block(op.body)
        self.writer.plan.items[op.body] = items
        carried = op.body.results[: op.carries]
        handed = copies(self.writer, self.seen, op.carry_params, carried)
        body.extend(handed)
        if op.stop is not None and changed_before_test(
            op, self.writer.plan.atoms(op.stop)
        ):
            # It is tested before what it reads is assigned to.
            test = self.writer.condition(op.stop)
            leave: list[ast.stmt] = [*handed, ast.Break()]
            body[len(body) - len(handed) :] = [ast.If(test, leave, []), *handed]
        elif op.stop is not None:
            last = items[-1] if items and not handed else None
            ends = isinstance(last, If) and body and self.branches.get(last) is body[-1]
            if isinstance(last, If) and ends and last.condition is op.stop:
                break_in_branch(body, self.writer.condition(op.stop))
            else:
                body.append(ast.If(self.writer.condition(op.stop), [ast.Break()], []))
        body = body or [ast.Pass()]
        if op.bounds is None and not op.sequences:
            out.append(ast.While(condition or ast.Constant(True), body, []))
        else:
            target, source = self._head(op)
            out.append(ast.For(target, source, body, []))
        return out

    def _head(self, op: Loop) -> tuple[ast.expr, ast.expr]:
        """What a ``for`` binds, and what it runs over."""
        pairs: list[tuple[ast.expr, ast.expr]] = []
        used = self._used(op)
        enumerated = is_enumerated(op)
        counted = enumerated and op.body.params[0] in used
        if op.bounds is not None and not enumerated:
            index = op.body.params[0]
            target = self.target(index) if index in used else blank()
            source = _range([self.writer.atom(atom) for atom in op.bounds], op.bounds)
            pairs.append((target, _reverse(source) if op.reverse else source))
        groups: dict[tuple[object, bool], list[tuple[Value, Atom]]] = {}
        for param, (atom, backwards) in zip(
            op.element_params, op.sequences, strict=True
        ):
            key: tuple[object, bool] = (atom, backwards)
            if isinstance(atom, Value) and atom in self.packs:
                key = (list_pack(atom, self.packs).key, backwards)
            groups.setdefault(key, []).append((param, atom))
        for (_, backwards), members in groups.items():
            source = self.writer.atom(members[0][1])
            pairs.append(
                (
                    self._pattern(members, used),
                    _reverse(source) if backwards else source,
                )
            )
        whole, source = pairs[0]
        if len(pairs) > 1:
            whole = ast.Tuple([part for part, _ in pairs], ast.Store())
            source = ast.Call(name("zip"), [part for _, part in pairs], [])
        if not counted:
            return whole, source
        whole = ast.Tuple([self.target(op.body.params[0]), whole], ast.Store())
        return whole, ast.Call(name("enumerate"), [source], [])

    def _pattern(self, members: list[tuple[Value, Atom]], used: set[Value]) -> ast.expr:
        atom = members[0][1]
        pack = list_pack(atom, self.packs) if isinstance(atom, Value) else None
        if pack is None or pack.width == 1:
            chosen = [param for param, _ in members if param in used]
            return self.target(chosen[0]) if chosen else blank()
        parts: list[ast.expr] = [blank() for _ in range(pack.width)]
        for param, source in members:
            assert isinstance(source, Value)
            if param in used:
                place = list_pack(source, self.packs).position
                parts[place] = self.target(param)
        return ast.Tuple(parts, ast.Store())

    def _used(self, op: Loop) -> set[Value]:
        used: set[Value] = {a for a in op.body.results if isinstance(a, Value)}
        if isinstance(op.stop, Value):
            used.add(op.stop)
        for inner in op.body.ops:
            used.update(used_values(inner))
        roots = {self.writer.names.webs.root(value) for value in used}
        return {p for p in op.body.params if self.writer.names.webs.root(p) in roots}

    def _call(self, op: Call) -> ast.stmt:
        function = op.function
        # What the function counts as one variable is passed once.
        packs = self._packs(function)
        given = dict(zip(function.body.params, op.args, strict=True))
        residuals = residual_count(function)
        args = [
            in_form(self.writer, given[param], pack_of(param, packs))
            for param in columns(function.body.params[residuals:], packs)
            if isinstance(param, Value)
        ]
        if has_residuals(function):
            args.insert(0, self._residuals(function, op.args[:residuals]))
        value: ast.expr = ast.Call(name(self.writer.called[function]), args, [])
        count = function.outputs if function.role == "forward" else len(op.results)
        outs: list[ast.expr] = [self.target(result) for result in op.results[:count]]
        if function.role != "forward":
            if len(outs) == 1 and function.role != "backward":
                return ast.Assign([outs[0]], value)
            return ast.Assign([ast.Tuple(outs, ast.Store())], value)
        ends = function.body.results[count:]
        kept = columns(ends, packs)
        out = outs[0] if count == 1 else ast.Tuple(outs, ast.Store())
        rest = self.target(op.results[count]) if kept else blank()
        return ast.Assign([ast.Tuple([out, rest], ast.Store())], value)

    def _packs(self, function: Function) -> Packs:
        return function_packs(function, self.packs.module)

    def _residuals(self, function: Function, given: tuple[Atom, ...]) -> ast.expr:
        """What the forward half has kept for this call of the backward half."""
        packs = self._packs(function)
        params = function.body.params[: len(given)]
        kept = columns(params, packs)
        atoms = [given[params.index(param)] for param in kept]
        whole = bundle(atoms, self.packs)
        if whole is not None:
            return self.writer.whole(whole)
        if len(atoms) == 1:
            return self.writer.whole(atoms[0])
        parts = [
            in_form(self.writer, atom, pack_of(param, packs))
            for atom, param in zip(atoms, kept, strict=True)
            if isinstance(param, Value)
        ]
        return ast.Tuple(parts, ast.Load())

    def _read(self, op: Opaque) -> list[ast.stmt]:
        """The read of a name: what is unbound raises by itself, where it is not None
        in the module."""
        (value,) = op.args
        assert isinstance(value, Value)
        optional = isinstance(value.aval, OptionalAval)
        if not optional or self.writer.names.webs.root(value) not in self.holding:
            return [ast.Expr(self.writer.atom(value))] if stands_alone(op) else []
        self.writer.kernels["unbound_local"] = None
        said = ast.Constant(value.hint or self.writer.names[value])
        error = ast.Call(name("unbound_local"), [said], [])
        missing = ast.Compare(self.writer.atom(value), [ast.Is()], [ast.Constant(None)])
        return [ast.If(missing, [ast.Raise(error, None)], [])]

    def _opaque(self, op: Opaque) -> ast.stmt:
        if op.template == RAISE_AGAIN and op.args[0] in self.writer.handled:
            return ast.Raise()
        self.imports.update(dict.fromkeys(op.imports))
        self.writer.kernels.update(dict.fromkeys(op.kernels))
        parts = [self.writer.atom(atom) for atom in op.args]
        called = [self.writer.called[one] for one in op.functions]
        holes = map(hole, range(len(parts)))
        statement = filled(op.template.format(*holes, called=called), parts)
        if not op.results:
            return statement
        assert isinstance(statement, ast.Expr)
        targets: list[ast.expr] = [self.target(result) for result in op.results]
        if op.many:
            return ast.Assign([ast.Tuple(targets, ast.Store())], statement.value)
        return ast.Assign(targets, statement.value)


def _origin(item: Item) -> Origin | None:
    return None if isinstance(item, Append) else item.origin


def _reverse(source: ast.expr) -> ast.expr:
    return ast.Call(name("reversed"), [source], [])


def _range(words: list[ast.expr], bounds: tuple[Atom, Atom, Atom]) -> ast.expr:
    start, _, step = bounds
    short = words[1:2] if start == Lit(0) else words[:2]
    return ast.Call(name("range"), short if step == Lit(1) else words, [])
