"""Blocks, branches and loops."""

from __future__ import annotations

from collections import Counter

from srcad.compiler.compiled.alone import print_operation
from srcad.compiler.compiled.forms import (
    Array,
    Filled,
    Form,
    Listed,
    Maybe,
    NotCompiled,
    Nothing,
    Scalar,
    Tape,
    View,
)
from srcad.compiler.compiled.grouping import Group, grouped
from srcad.compiler.compiled.nests import print_nest
from srcad.compiler.compiled.tapes import new_tape, read_row, room_lines, write_row
from srcad.compiler.compiled.writer import GIVE_UP, Writer
from srcad.compiler.ir.avals import AnyAval, Aval, LiveAval, OpaqueAval, SequenceAval
from srcad.compiler.ir.sharing import is_write
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    array_aval,
    blocks_of,
    contexts_of,
    direct_args,
    walk,
)
from srcad.compiler.simplify.unbound import is_read


def print_block(writer: Writer, block: Block, ends: tuple[Atom, ...]) -> None:
    """The statements of a block, of which ``ends`` are read afterwards."""
    grouping = grouped(block, ends)
    writer.roots.update(grouping.roots)
    for group in grouping.groups:
        _print_group(writer, group, grouping.stored)


def _print_group(writer: Writer, group: Group, stored: set[Value]) -> None:
    for op in group.ops:
        if contexts_of(op):
            raise NotCompiled("a `with` statement")
    if group.kind == "nest":
        print_nest(writer, group, stored)
        return
    for op in group.ops:
        _print(writer, op)


def _print(writer: Writer, op: Operation) -> None:
    match op:
        case Op():
            root = writer.roots.get(op.results[0])
            if root is not None and root not in writer.forms:
                # Another form of what is made, and read, in one nest.
                return
            if op.primitive == "copy" and not array_aval(op.args[0]).shape:
                writer.forms[op.results[0]] = writer.form(op.args[0])
                return
            print_operation(writer, op)
        case If() if op.catches:
            raise NotCompiled("`try`")
        case If():
            _print_if(writer, op)
        case Loop():
            print_loop(writer, op)
        case Exit():
            with writer.inside(f"if {writer.number(op.condition)}:"):
                writer.line("break")
        case Opaque():
            _give_up(writer, op)
        case Call():
            raise NotCompiled("a function that calls itself")


def _give_up(writer: Writer, op: Opaque) -> None:
    """What a core does not do itself, it leaves to the NumPy module: where that is on
    some paths only."""
    if is_read(op):
        form = writer.form(op.args[0])
        if isinstance(form, Maybe):
            writer.guard(f"not {form.there}")
        elif isinstance(form, Nothing):
            writer.line(GIVE_UP)
        return
    values = (one for one in (*op.args, *op.results) if isinstance(one, Value))
    draws = any(isinstance(one.aval, LiveAval | OpaqueAval) for one in values)
    if draws or not writer.branches:
        raise NotCompiled(f"`{op.template}`")
    writer.line(GIVE_UP)
    for result in op.results:
        writer.forms[result] = writer.absent(result.aval)


# ---------------------------------------------------------------------------- branches


def _print_if(writer: Writer, op: If) -> None:
    slots = [writer.slots(one.aval, one.hint or "t") for one in op.results]
    forms: list[list[Form]] = []
    writer.branches += 1
    known = set(writer.inside_of)
    with writer.inside(f"if {writer.number(op.condition)}:"):
        forms.append(_print_side(writer, op, op.then, slots))
    writer.inside_of = set(known)
    with writer.inside("else:"):
        forms.append(_print_side(writer, op, op.orelse, slots))
    writer.inside_of = known
    writer.branches -= 1
    for result, slot, *sides in zip(op.results, slots, *forms, strict=True):
        writer.forms[result] = _with_tape(slot, sides)


def _print_side(writer: Writer, op: If, block: Block, slots: list[Form]) -> list[Form]:
    print_block(writer, block, block.results)
    found = [writer.form(atom) for atom in block.results]
    for result, slot, form in zip(op.results, slots, found, strict=True):
        for word, text in writer.assignments(slot, form, result.aval):
            writer.line(f"{word} = {text}")
    return found


def _with_tape(slot: Form, sides: list[Form]) -> Form:
    """A list that a branch gives lies on the tape that either side has it on."""
    if isinstance(slot, Maybe):
        inner = [one.inner if isinstance(one, Maybe) else one for one in sides]
        return Maybe(slot.there, _with_tape(slot.inner, inner))
    if not isinstance(slot, Listed):
        return slot
    tapes = {
        (one.tape, one.place)
        for one in sides
        if isinstance(one, Listed) and one.tape.top
    }
    if len(tapes) > 1:
        raise NotCompiled("a list that several loops produce")
    tape, place = next(iter(tapes), (Tape(""), 0))
    return Listed(tape, place, slot.start, slot.count)


# ------------------------------------------------------------------------------- loops


def print_loop(writer: Writer, op: Loop) -> None:
    """A loop, with what it carries, consumes and produces."""
    carries = _start(writer, op)
    lists = [_list(writer, atom) for atom, _ in op.sequences]
    tape = new_tape(writer) if len(op.results) > op.carries else None
    first = ""
    if tape is not None:
        first = writer.name("first")
        writer.line(f"{first} = {tape.top}")
    count, length = _trips(writer, op, lists)
    at = len(writer.lines)
    depth = writer.depth
    if count is None:
        head = "while True:"
    else:
        step = writer.name("step")
        head = f"for {step} in range({count}):"
    known = set(writer.inside_of)
    with writer.inside(head):
        body = len(writer.lines)
        if op.bounds is not None and count is not None:
            _index(writer, op, step, length)
        rows: dict[str, str] = {}
        for k, form in enumerate(lists):
            _element(writer, op, k, form, step, rows)
        print_block(writer, op.body, (*op.body.results, *_stop(op)))
        _end(writer, op, carries, tape)
        inner_depth = writer.depth
    writer.inside_of = known
    if tape is not None:
        _make_room(writer, tape, count, (at, depth), (body, inner_depth))
    _results(writer, op, carries, tape, first)


def _start(writer: Writer, op: Loop) -> list[Form]:
    """The variables of what is carried, with what they begin with."""
    slots: list[Form] = []
    sums = {} if op.has_exit else _sums(op)
    for param, start in zip(op.carry_params, op.starts, strict=True):
        slot = writer.slots(param.aval, param.hint or start.hint or "t")
        form = writer.form(start)
        if isinstance(slot, Array) and isinstance(form, View | Filled | Array):
            aval = array_aval(param)
            if isinstance(start.aval, Aval) and start.aval.dtype != aval.dtype:
                raise NotCompiled("a value whose dtype changes in a loop")
            if isinstance(form, Array) and not form.own and writer.writes:
                form = writer.copy(form, aval.dtype, "start")
        if isinstance(slot, Array) and isinstance(form, Scalar):
            raise NotCompiled("a value that is a number or an array")
        if isinstance(slot, Listed):
            raise NotCompiled("a list that a loop carries on")
        for word, text in writer.assignments(slot, form, param.aval):
            writer.line(f"{word} = {text}")
        if isinstance(slot, Array) and isinstance(form, Filled):
            added = sums.get(len(slots))
            if added is not None:
                writer.targets[added] = slot
        slots.append(slot)
        writer.forms[param] = slot
    return slots


def _sums(op: Loop) -> dict[int, Value]:
    """What each iteration adds to a value that is carried, and read for nothing else:
    it is added in place, where the loop has made the array.

    d' = d + t  =>  d += t
    """
    inner = [block for one in walk(op.body) for block in blocks_of(one)]
    reads = Counter(atom for block in (op.body, *inner) for atom in block.results)
    reads.update(atom for one in walk(op.body) for atom in direct_args(one))
    made = {one.results[0]: one for one in op.body.ops if isinstance(one, Op)}
    found: dict[int, Value] = {}
    for k, param in enumerate(op.carry_params):
        end = op.body.results[k]
        one = made.get(end) if isinstance(end, Value) else None
        if one is None or one.primitive not in ("add", "subtract"):
            continue
        alike = param.aval.shape and param.aval == one.result.aval
        if alike and param in one.args and reads[param] == reads[one.result] == 1:
            found[k] = one.result
    return found


def _list(writer: Writer, atom: Atom) -> Form:
    form = writer.form(atom)
    if isinstance(form, Maybe):
        form = form.inner
    if isinstance(form, Listed | Nothing):
        return form
    raise NotCompiled("a loop over what is no list of the module's own")


def _trips(writer: Writer, op: Loop, lists: list[Form]) -> tuple[str | None, str]:
    """How often the body is run, None where only its end says it; and how long the
    range is."""
    counts = []
    length = ""
    if op.bounds is not None:
        start, stop, step = (writer.number(atom) for atom in op.bounds)
        if step.lstrip("-").isdigit() and int(step) == 0:
            raise NotCompiled("a range without steps")
        if step == "1":
            text = stop if start == "0" else f"{stop} - {start}"
            length = text if text.isdigit() else f"max({text}, 0)"
        else:
            if not step.lstrip("-").isdigit():
                writer.guard(f"{step} == 0")
            length = f"len(range({start}, {stop}, {step}))"
        length = writer.bind("length", length)
        counts.append(length)
    for form in lists:
        counts.append(form.count if isinstance(form, Listed) else "0")
    counts = list(dict.fromkeys(counts))
    if not counts:
        return None, ""
    text = counts[0] if len(counts) == 1 else f"min({', '.join(counts)})"
    return writer.bind("trips", text), length


def _index(writer: Writer, op: Loop, step: str, length: str) -> None:
    """The index of a range in this iteration."""
    assert op.bounds is not None
    assert op.index is not None
    start, _, by = (writer.number(atom) for atom in op.bounds)
    place = step
    if op.reverse:
        # From the last one of the whole range on.
        place = writer.bind("place", f"{length} - 1 - {step}")
    text = place if by == "1" else f"{by} * {place}"
    text = text if start == "0" else f"{start} + {text}"
    word = writer.bind(op.index.hint or "k", text)
    writer.forms[op.index] = writer.scalar(word, "int64")
    if start == "0" and by == "1":
        _note_inside(writer, op, word)


def _note_inside(writer: Writer, op: Loop, word: str) -> None:
    """An index below a size need not be looked at again."""
    assert op.bounds is not None
    stop = op.bounds[1]
    aval = stop.aval
    if aval.size is not None:
        size = writer.size(aval.size)
        if size is not None:
            writer.inside_of.add((word, size))
    if isinstance(stop, Lit):
        writer.inside_of.add((word, str(stop.value)))
    elif isinstance(stop, Value):
        writer.inside_of.add((word, writer.number(stop)))


def _element(
    writer: Writer, op: Loop, k: int, form: Form, step: str, rows: dict[str, str]
) -> None:
    """The element of a consumed list; ``rows`` are the names of rows."""
    param = op.element_params[k]
    hint = param.hint or "t"
    if not isinstance(form, Listed) or not form.tape.top:
        # Of no elements.
        writer.line(GIVE_UP)
        writer.forms[param] = writer.absent(param.aval)
        return
    text = f"{form.start} + {step}"
    if op.sequences[k][1]:
        text = f"{form.start} + {form.count} - 1 - {step}"
    row = rows.get(text) or writer.bind("row", text)
    rows[text] = row
    writer.forms[param] = read_row(
        writer, form.tape, (form.place,), _element_aval(op, k), row, hint
    )


def _element_aval(op: Loop, k: int) -> AnyAval:
    """What the list was written as."""
    aval = op.sequences[k][0].aval
    inner = getattr(aval, "inner", aval)
    assert isinstance(inner, SequenceAval)
    return inner.element


def _stop(op: Loop) -> tuple[Atom, ...]:
    return () if op.stop is None else (op.stop,)


def _end(writer: Writer, op: Loop, carries: list[Form], tape: Tape | None) -> None:
    """What is produced is kept, and what is carried becomes the next."""
    results = op.body.results
    if tape is not None:
        produced = zip(op.results[op.carries :], results[op.carries :], strict=True)
        parts = []
        for result, atom in produced:
            assert isinstance(result.aval, SequenceAval)
            parts.append((writer.form(atom), result.aval.element, atom.hint or "t"))
        write_row(writer, tape, parts)
    stop = writer.number(op.stop) if op.stop is not None else ""
    names, texts = [], []
    for slot, param, atom in zip(carries, op.carry_params, results, strict=False):
        form = writer.form(atom)
        for word, text in writer.assignments(slot, form, param.aval):
            if word != text:
                names.append(word)
                texts.append(text)
    if names:
        writer.line(f"{', '.join(names)} = {', '.join(texts)}")
    if stop:
        with writer.inside(f"if {stop}:"):
            writer.line("break")


def _make_room(
    writer: Writer,
    tape: Tape,
    count: str | None,
    outside: tuple[int, int],
    inside: tuple[int, int],
) -> None:
    """Room on the tape, for all rows at once where their number is known."""
    lines = room_lines(writer, tape, "1" if count is None else count)
    at, depth = inside if count is None else outside
    writer.lines[at:at] = ["    " * depth + line for line in lines]


def _results(
    writer: Writer, op: Loop, carries: list[Form], tape: Tape | None, first: str
) -> None:
    for result, slot in zip(op.results, carries, strict=False):
        writer.forms[result] = slot
    if tape is None:
        return
    count = writer.bind("count", f"{tape.top} - {first}")
    for place, result in enumerate(op.results[op.carries :]):
        writer.forms[result] = Listed(tape, place, first, count)


def writes_somewhere(block: Block) -> bool:
    """Whether an array is written into."""
    return any(is_write(op) for op in walk(block))
