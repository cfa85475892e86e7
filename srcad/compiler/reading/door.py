"""The one door: every read of an object that existed before is recorded here.

What comes in is known by the path that it was reached by; what the evaluation makes has
none, and is not recorded. Each read leaves guards at once, so that none is forgotten.
A list, a tuple or a dict is *pending* until it is known which of its parts matter: a
subscript, ``len`` and ``in`` leave a guard on just what they ask, everything else reads
it as a whole (see ``whole``).
"""

from __future__ import annotations

import collections
import os
import sys
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.reading import protocol
from srcad.compiler.reading.captured import Captured, is_captured_array, path_by_cells
from srcad.compiler.reading.guards import path_detail
from srcad.compiler.reading.kinds import (
    NAMED,
    PARTS,
    array_kind_refused,
    is_code,
    is_method_of_value,
    is_opaque,
    is_plain_container,
    is_plain_object,
    is_random_generator,
    is_small,
)
from srcad.compiler.reading.ledger import Ledger, path_in_library
from srcad.compiler.reading.literals import (
    class_name,
    content_digest,
    is_named,
    literal_text,
)
from srcad.compiler.reading.origins import (
    is_library,
    is_library_class,
    is_users_function,
)
from srcad.compiler.reading.paths import (
    ROOT,
    Path,
    Resolver,
    keys_of,
    shown,
    values_of,
    viewed,
)
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.records import is_made, is_record, parts_of, with_parts
from srcad.compiler.reading.source import is_transparent
from srcad.compiler.reading.structures import attributes_of, container_like
from srcad.compiler.reading.user_rules import rule_of

# Longer containers of nothing but literals are guarded by their content at once.
_LONG = 32
_CONTAINERS = (list, tuple, dict)
# Read part by part, at once or when they are read as a whole.
_GONE_THROUGH = (*_CONTAINERS, set, frozenset, collections.deque)


@dataclass(slots=True, eq=False)
class Door(Ledger):
    """Reads objects, from the function ``root`` on, and leaves guards."""

    _pending: dict[int, Path] = field(default_factory=dict)
    _mirrors: dict[int, Any] = field(default_factory=dict)
    _taken_back: ClassVar = (*Ledger._taken_back, "_pending", "_mirrors")

    def __post_init__(self) -> None:
        # A block that is built for itself is of no function, and reads nothing.
        if self.root is not None:
            self.remember(self.root, ROOT)
            self._enter(ROOT, self.root)

    # -------------------------------------------------------------------- reading

    def read(self, path: Path | None, item: Any) -> Any:
        """What the evaluation works with for ``item``, which was found at ``path``.

        A path of None is that of what the evaluation itself has made.
        """
        if path is None or mark(type(item), "__srcad_literal__") is True:
            return item
        self.states(item)
        if literal_text(item) is not None:
            self.note(path, "literal", item)
            self._class_of(path, item)
            return item
        known = self.paths.get(id(item))
        if known is None:
            self.remember(item, path)
            found = self._enter(path, item)
            self._class_of(path, item)
            return found
        if known != path:
            self._again(path, known, item)
        return self.mirror(item)

    def mirror(self, item: Any) -> Any:
        """What stands for an object that came in before."""
        return self._mirrors.get(id(item), item)

    def _again(self, path: Path, known: Path, item: Any) -> None:
        """An object by a second path."""
        if isinstance(item, NAMED) or (
            isinstance(item, types.FunctionType) and not is_users_function(item)
        ):
            self.note(path, "named", item)
        else:
            self.note(path, "same", item, path_detail(known))

    def _enter(self, path: Path, item: Any) -> Any:
        """Record what an object is that comes in, and as much of it as is read whenever
        it is looked at."""
        kind = type(item)
        if callable(item) and is_transparent(item):  # What it wraps is what is read.
            self.read(path.then("part", "__wrapped__"), item.__wrapped__)
        if is_captured_array(item):
            return self._array(path, item)
        if is_method_of_value(item):
            self.note(path, "type", item)
            self.read(path.then("part", "__self__"), item.__self__)
        elif isinstance(item, NAMED):
            self.note(path, "named", item)
        elif isinstance(item, int | float | complex | str | bytes):
            self.note(path, "type", item)
            self.note(path, "content", item)
        elif isinstance(item, types.FunctionType):
            self.note(path, "type" if is_users_function(item) else "named", item)
        elif isinstance(item, _CONTAINERS) and not is_record(item):
            self._pending[id(item)] = path
            if kind not in _CONTAINERS:  # Its class may say what it holds.
                self.note(path, "type", item)
        elif isinstance(item, set | frozenset | collections.deque):
            return self._elements(path, item)
        elif kind is types.MappingProxyType:
            self.note(path, "type", item)
            shows = viewed(item)
            read = self.whole(self.read(path.then("viewed"), shows))
            return item if read is shows else self._stand_in(item, kind(read))
        elif isinstance(item, tuple(PARTS)):
            self.note(path, "type", item)
            for part in PARTS[next(k for k in PARTS if isinstance(item, k))]:
                self.whole(self.read(path.then("part", part), getattr(item, part)))
        elif is_record(item) and not is_made(item):
            return self._record(path, item)
        elif mark(kind, "__srcad_gradient__") is True:
            self._gradient(path, item)
        elif is_random_generator(kind):  # What it has drawn so far is no matter.
            self.note(path, "type", item)
        elif (
            is_library_class(kind) and is_opaque(item) and not hasattr(kind, "__get__")
        ):
            self._opaque(path, item)
        else:
            self.note(path, "type", item)
            if str(kind.__module__).partition(".")[0] == "numpy":  # as `np.poly1d`
                self.note(path, "content", item)
        return item

    def _array(self, path: Path, item: Any) -> Any:
        self._check_kind(path, item)
        resolve = Resolver(self.root, self.arguments)
        owner = resolve(path.base) if path.step == "attribute" and path.base else None
        if path in self.contents or is_small(item, owner):
            self.note(path, "content", item)
            return item
        self.note(path, "array", item)
        called = path_by_cells(path, resolve)
        self.captured[path] = found = Captured(item, path, called)
        self._mirrors[id(item)] = found
        return found

    def _check_kind(self, path: Path, item: Any) -> None:
        """Refuse an array, a Tensor or a Parameter that no rule is made for."""
        refused = array_kind_refused(item)
        if refused and item.dtype.kind not in "SUMm":  # which is compared, no more
            message = f"`{shown(path)}` is {refused} and is read"
            help = "let it be a plain array of numbers"
            raise CompileError(Diagnostic("SRC017", message, help=help))

    def _gradient(self, path: Path, item: Any) -> None:
        """What ``grad`` has made: the function that it differentiates, its options."""
        self.note(path, "type", item)
        self.whole(self.read(path.then("part", "function"), item.function))
        options, place = item.options, path.then("part", "options")
        for name in type(options).__dataclass_fields__:
            self.whole(self.read(place.then("part", name), getattr(options, name)))

    def _opaque(self, path: Path, item: Any) -> None:
        by_name = callable(item) and is_named(item)
        for ask in ("named",) if by_name else ("type", "content"):
            self.note(path, ask, item)

    def _elements(self, path: Path, item: Any) -> Any:
        if is_plain_container(item):
            self.note(path, "content", item)
            return item
        self.note(path, "sequence", item)
        parts = [
            self.whole(self.read(path.then("element", k), part))
            for k, part in enumerate(item)
        ]
        same = all(one is part for one, part in zip(parts, item, strict=True))
        return self._stand_in(item, item if same else type(item)(parts))

    def _record(self, path: Path, item: Any) -> Any:
        """A dataclass: gone through like a dict."""
        self.note(path, "type", item)
        own = getattr(item, "__dict__", None)
        if own is not None:
            self.note(path.then("namespace"), "mapping", own)
        read: dict[str, Any] = {}
        for name, part in parts_of(item).items():
            place = path.then("attribute", name)
            if own is None or name not in own:
                place = path.then("part", name)
            read[name] = self.whole(self.read(place, part))
        same = all(read[name] is part for name, part in parts_of(item).items())
        return self._stand_in(item, item if same else with_parts(item, read))

    def _class_of(self, path: Path, item: Any) -> None:
        """Whatever is done with an object of the user's, Python may ask its class."""
        kind = type(item)
        if is_library_class(kind) or isinstance(item, type) or protocol.is_cell(item):
            return
        if self.path_of(kind) is None:
            self.read(path.then("type"), kind)
        self.may_say(kind)

    def may_say(self, kind: type) -> None:
        """What a class says of its objects by now; it may come to say more."""
        for base in kind.__mro__:
            path = None if is_library_class(base) else self.class_path(kind, base)
            if path is not None:
                self.says(path, base)

    def class_path(self, kind: type, base: type) -> Path | None:
        """Where a base of a class is, or it itself."""
        path = self.path_of(base)
        derived = self.path_of(kind) if path is None and base is not kind else None
        if derived is not None:
            path = derived.then("base class", kind.__mro__.index(base))
            self.read(path, base)
        return path

    def _filled(self, path: Path, item: Any, items: Any, same: bool) -> Any:
        """A container with these items, which are or are not the ``same`` as before,
        and with its attributes, as they are read."""
        own = attributes_of(item)
        if isinstance(item, collections.defaultdict):
            self.read(path.then("part", "default_factory"), item.default_factory)
        if own:
            self.note(path.then("namespace"), "mapping", item.__dict__)
        read = {
            name: self.whole(self.read(path.then("attribute", name), part))
            for name, part in own.items()
        }
        if same and all(read[name] is part for name, part in own.items()):
            return item
        return self._stand_in(item, container_like(item, items, read))

    def _stand_in(self, item: Any, other: Any) -> Any:
        if other is not item:
            self._mirrors[id(item)] = other
            self.kept.append(other)
        return other

    # ----------------------------------------------------------------- containers

    def is_pending(self, item: Any) -> bool:
        """Whether an object is a container of which it is not known what is read."""
        return id(item) in self._pending

    def whole(self, item: Any) -> Any:
        """A container with all that it holds; anything else as it is."""
        path = self._pending.pop(id(item), None)
        if path is None:
            return item
        if len(item) > _LONG and is_plain_container(item):
            self.note(path, "content", item)
            return item
        if isinstance(item, dict):
            return self._dict(path, item)
        self.note(path, "sequence", item)
        base = list if isinstance(item, list) else tuple
        step = "item" if type(item) is base else f"{base.__name__} item"
        parts = [
            self.whole(self.read(path.then(step, k), part))
            for k, part in enumerate(base.__iter__(item))
        ]
        same = all(a is b for a, b in zip(parts, base.__iter__(item), strict=True))
        return self._filled(path, item, parts, same)

    def _dict(self, path: Path, item: dict[Any, Any]) -> Any:
        self.note(path, "mapping", item)
        read: dict[Any, Any] = {}
        step = "item" if type(item) is dict else "dict item"
        held = list(zip(keys_of(item), values_of(item), strict=True))
        for k, (key, part) in enumerate(held):
            place = path.then("value", k)
            if literal_text(key) is None:
                self.whole(self.read(path.then("element", k), key))
            elif type(key) in (str, int, bool):
                place = path.then(step, key)
            read[key] = self.whole(self.read(place, part))
        same = all(read[key] is part for key, part in held)
        return self._filled(path, item, read, same)

    def item(self, owner: Any, key: Any) -> Any:
        """``owner[key]`` of a pending container, as Python gives it."""
        if protocol.is_cell(owner):
            self.members(owner)
        path = self._pending.get(id(owner))
        simple = type(owner) in _CONTAINERS and type(key) in (int, str)
        if path is None or not simple:
            if type(owner) not in _GONE_THROUGH:
                self.content(owner)
            return self.whole(owner)[key]
        try:
            found = owner[key]
        except LookupError:
            return self.whole(owner)[key]
        self.note(path, "type", owner)
        return self.read(path.then("item", key), found)

    def length(self, owner: Any) -> int:
        """``len(owner)`` of a pending container."""
        path = self._pending.get(id(owner))
        if path is None or type(owner) not in _CONTAINERS:
            return len(self.whole(owner))
        self.note(path, "type", owner)
        self.note(path, "length", owner)
        return len(owner)

    def contains(self, owner: dict[Any, Any], key: Any) -> bool:
        """``key in owner`` of a pending dict."""
        path = self._pending.get(id(owner))
        if path is None or type(owner) is not dict or type(key) not in (int, str):
            return dict.__contains__(self.whole(owner), key)
        self.note(path, "type", owner)
        self.note(path, "contains", owner, repr(key))
        return key in owner

    # ---------------------------------------------------------------- places

    def namespace(self, space: dict[str, Any], function: Any) -> Path | None:
        """The path of the globals of a function; None for those of a library."""
        name = space.get("__name__")
        if isinstance(name, str) and name != "__main__" and is_library(name):
            return None
        module = sys.modules.get(name) if isinstance(name, str) else None
        if module is not None and vars(module) is space:
            return Path(None, "module", name)
        base = self.path_of(function) if function is not None else None
        return None if base is None else base.then("globals")

    def global_name(self, space: dict[str, Any], function: Any, name: str) -> Any:
        """A global that is there."""
        path = self.namespace(space, function)
        if path is None:
            return space[name]
        step = "attribute" if path.step == "module" else "item"
        return self.read(path.then(step, name), space[name])

    def global_lacks(self, space: dict[str, Any], function: Any, name: str) -> None:
        """A name is no global."""
        self.lacks(self.namespace(space, function), name)

    def closure(self, function: Any, name: str, item: Any) -> Any:
        """What a cell of a closure holds."""
        path = self.path_of(function)
        if path is None:
            return item
        return self.read(path.then("closure", name), item)

    def argument(self, name: str, item: Any) -> Any:
        """An argument that is known at compile time, or the form of one."""
        return self.whole(self.read(Path(None, "argument", name), item))

    def default(
        self, function: Any, name: str, item: Any, generated: bool = False
    ) -> Any:
        """The default of a parameter; of what a library writes for a class of the
        user's where it is ``generated``."""
        path = self.path_of(function)
        if path is None or not (generated or is_users_function(function)):
            return item
        if name in (function.__kwdefaults__ or {}):
            return self.read(path.then("keyword default", name), item)
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        place = names.index(name) - len(names)
        return self.read(path.then("default", place), item)

    def rule(self, function: Any) -> Any:
        """The rule that the user has given to a callable, or None."""
        found = rule_of(function)
        path = self.path_of(function) if callable(function) else None
        if path is None and callable(function) and not is_made(function):
            self.asked[class_name(function)] = None
            path = None if found is None else path_in_library(function)
        if path is None:
            return found
        if found is not None or is_users_function(function):
            self.note(path, "rule", function)
        for part in ("bprop", "like"):
            if found is not None and getattr(found, part) is not None:
                self.read(path.then("rule", part), getattr(found, part))
        return found

    def tree(self, cell: Any) -> None:
        """All that is in a Cell may be read: its Parameters, its sub-cells, theirs."""
        path, own = self.paths.get(id(cell)), getattr(cell, "__dict__", {})
        if path is None or "_cells" not in own:
            return
        for kind, step in (("_params", "parameter"), ("_cells", "cell")):
            self.note(path.then("attribute", kind), "mapping", own[kind])
            for name, part in own[kind].items():
                self.read(path.then(step, name), part)
                if kind == "_params":  # as `trainable_params` asks
                    self.note(path.then(step, name), "parameter", part)
        for part in own["_cells"].values():
            self.tree(part)

    def members(self, cell: Any) -> None:
        """A Cell is looked at as a container of Cells."""
        path, own = self.paths.get(id(cell)), getattr(cell, "__dict__", {})
        if path is not None and "_cells" in own:
            self.note(path.then("attribute", "_cells"), "mapping", own["_cells"])
            for name, part in own["_cells"].items():
                self.read(path.then("cell", name), part)

    def parameter(self, parameter: Any) -> bool:
        """A Parameter is read as an array; gives whether it can be found again."""
        if id(parameter) not in self.paths:
            # It came out of a method of the library that lists all of a Cell's.
            for one in list(filter(protocol.is_cell, self.kept)):
                self.tree(one)
        path = self.paths.get(id(parameter))
        if path is not None and path not in self.parameters:
            self._check_kind(path, parameter)
            self.note(path, "parameter", parameter)
            self.parameters[path] = parameter
        return path is not None

    def read_again(self, parameters: Iterable[Any]) -> None:
        """Parameters of a member of a family are read, of which all was asked."""
        for parameter in parameters:
            self.parameters.setdefault(self.paths[id(parameter)], parameter)

    def environment(self, name: str) -> str | None:
        """A variable of the environment."""
        path = Path(None, "environment", name)
        found: str | None = self.read(path, os.environ.get(name))
        return found

    def content(self, item: Any) -> None:
        """All that an object holds is looked at, by what is not read itself."""
        item = self.whole(item)
        if protocol.is_cell(item):
            self.tree(item)
            return
        path = self.paths.get(id(item))
        if path is not None and isinstance(item, type) and not is_library_class(item):
            self.note(path, "members", item)
        if path is not None and literal_text(item) is None and not is_code(item):
            if content_digest(item) is None:
                what = f"the content of {path}, of the class {type(item).__name__},"
                self.unrecorded = self.unrecorded or f"{what} cannot be told"
            self.note(path, "content", item)

    def handed_on(self, item: Any) -> Any:
        """An object of which the parts are taken out, but not looked into."""
        if protocol.is_cell(item):
            self.members(item)
        elif isinstance(item, _GONE_THROUGH):
            return self.whole(item)
        else:
            self.content(item)
        return item

    def looked_at(self, item: Any) -> None:
        """An object is asked for its class or its length, or is handed on."""
        if not is_plain_object(item):
            self.handed_on(item)
