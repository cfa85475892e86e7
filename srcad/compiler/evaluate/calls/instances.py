"""Objects of the user's classes that hold run-time values: made, read and written."""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import dataclasses
import functools
import inspect
from types import MemberDescriptorType
from typing import Any

from srcad.compiler.evaluate.calls import functions
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Place, is_parameter
from srcad.compiler.evaluate.operations.changes import change
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.sequences import note_order, refuse_unsure_keys
from srcad.compiler.evaluate.operations.special import readable
from srcad.compiler.evaluate.operations.subscripts import changing, write_known
from srcad.compiler.evaluate.refusals import refuse_unknown, refuse_write
from srcad.compiler.evaluate.signals import GrowsAtRunTime
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.reading import records
from srcad.compiler.reading.lookup import (
    MISSING,
    class_entry,
    find_attribute,
    note_fields,
)
from srcad.compiler.reading.origins import (
    is_function,
    is_users_function,
)
from srcad.compiler.reading.protocol import is_cell, mark
from srcad.compiler.reading.source import underlying
from srcad.compiler.reading.structures import container_of, keeps_class


def construct(
    frame: Frame, kind: type, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """``kind(*args, **keywords)``, its constructor evaluated."""
    maker: Any = class_entry(frame.session.door, kind, "__new__")
    if isinstance(maker, staticmethod):
        instance = functions.inline(
            frame, maker.__func__, [kind, *args], keywords, node
        )
        if not isinstance(instance, kind):
            return instance
    else:
        instance = made_new(frame, [kind, *args], {}, node)
    init: Any = class_entry(frame.session.door, kind, "__init__")
    if isinstance(instance, Exception) and not is_function(init):
        return instance
    if init is vars(object)["__init__"]:
        if (args or keywords) and not isinstance(maker, staticmethod):
            message = f"TypeError: {kind.__name__}() takes no values"
            frame.refuse("SRC021", message, node)
    elif _is_generated(kind):
        _set_fields(frame, instance, args, keywords, node)
    else:
        if underlying(init) is None:
            refuse_unknown(frame, kind, [*args, *keywords.values()], node)
        with frame.keeping(instance):
            functions.inline(frame, init, [instance, *args], keywords, node)
    return instance


def made_new(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """``object.__new__(kind)``, or that of an exception."""
    kind, *rest = args
    if not records.is_makable(kind):
        return call_directly(frame, object.__new__, args, keywords, node)
    instance = records.made(records.new(kind, rest))
    frame.session.own(records.own_attributes(instance))
    return instance


HANDLERS[object.__new__] = made_new


def _initialised(
    function: Any, frame: Frame, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """``super().__init__(...)`` of an exception, which keeps what it is given."""
    if not records.is_made(args[0]):
        return call_directly(frame, function, args, keywords, node)
    return function(*args, **keywords)


for _kind in (*vars(builtins).values(), BaseException):
    if inspect.isclass(_kind) and issubclass(_kind, BaseException):
        if _own := vars(_kind).get("__init__"):
            HANDLERS[_own] = functools.partial(_initialised, _own)


def container(
    frame: Frame, kind: type, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """What a class that is derived from a tuple, a list or a dict makes of its items,
    where it leaves that to the base, or is a tuple with a ``__new__``."""
    maker: Any = class_entry(frame.session.door, kind, "__new__")
    if type(maker) is staticmethod:
        return functions.inline(frame, maker.__func__, [kind, *args], keywords, node)
    return _filled(frame, kind, args, keywords, node)


def _filled(
    frame: Frame, kind: type, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """The container of a class, with items."""
    base = _base(kind)
    plain = call(frame, base, args, keywords, node)
    if type(plain) is not base:
        message = f"a {kind.__name__} of as many items as run time knows is refused"
        frame.refuse("SRC013", message, node, help=f"make it a plain {base.__name__}")
    class_entry(frame.session.door, kind, "__init__")
    frame.session.door.may_say(kind)
    return frame.session.own(container_of(kind, plain))


def _tuple_of(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """``tuple.__new__(kind, items)``."""
    kind, *rest = args
    if hasattr(kind, "_fields"):
        items = call(frame, tuple, rest, keywords, node)
        if type(items) is tuple:
            return tuple.__new__(kind, items)
    if kind is tuple or not is_container_class(kind):
        return call(frame, kind, rest, keywords, node)
    return _filled(frame, kind, rest, keywords, node)


HANDLERS[tuple.__new__] = _tuple_of


def is_container_class(kind: type) -> bool:
    """Whether a class of the user's is derived from a tuple, a list or a dict, and is
    made as that is."""
    base = _base(kind)
    new, init = (inspect.getattr_static(kind, word) for word in ("__new__", "__init__"))
    own = base is tuple and is_users_function(getattr(new, "__func__", None))
    return (
        kind is not base
        and type(kind) is type
        and base in (tuple, list, dict)
        and keeps_class(kind)
        and not hasattr(kind, "_fields")
        and (own or new == base.__new__)
        and init == base.__init__
    )


def _base(kind: type) -> Any:
    bases = (*_OF_COLLECTIONS, tuple, list, dict, object)
    return next(one for one in bases if issubclass(kind, one))


_OF_COLLECTIONS = (
    collections.OrderedDict,
    collections.defaultdict,
    collections.Counter,
)


def _is_generated(kind: type) -> bool:
    """Whether the constructor is the one that ``dataclass`` has written."""
    if not dataclasses.is_dataclass(kind):
        return False
    return not readable(inspect.getattr_static(kind, "__init__"))


def _set_fields(
    frame: Frame, instance: Any, args: Args, keywords: Keywords, node: ast.AST
) -> None:
    kind = type(instance)
    init = class_entry(frame.session.door, kind, "__init__")
    try:
        signature = inspect.signature(kind)
        given = signature.bind(*args, **keywords).arguments
    except TypeError as error:
        frame.refuse("SRC021", f"TypeError: {kind.__name__}() {error}", node)
    declared = {field.name for field in _fields(frame, kind)}
    cells = init.__closure__ or ()
    # What `InitVar` annotates is handed on, and no attribute.
    handed_on: list[Any] = []
    for field in kind.__dataclass_fields__.values():
        if field.init and field.name in given:
            item = given[field.name]
        elif (
            field.default is not dataclasses.MISSING
            and field.name in signature.parameters
        ):
            default = signature.parameters[field.name].default
            item = frame.session.door.default(init, field.name, default, True)
        elif field.default is not dataclasses.MISSING:
            if not (field.init or "__slots__" in vars(kind)):
                continue  # The class has it.
            item = field.default
        elif field.default_factory is not dataclasses.MISSING:
            if not any(cell.cell_contents is field.default_factory for cell in cells):
                message = f"the `default_factory` of `{field.name}` was changed later"
                frame.refuse("SRC012", message, node)
            item = call(frame, field.default_factory, [], {}, node)
        else:
            continue
        if field.name in declared:
            records.own_attributes(instance)[field.name] = item
        elif _is_init_var(field):
            handed_on.append(item)
    after = class_entry(frame.session.door, kind, "__post_init__")
    # What the class has got since, nobody calls.
    if after is not MISSING and "__post_init__" in init.__code__.co_names:
        functions.inline(frame, after, [instance, *handed_on], {}, node)


def _fields(frame: Frame, kind: Any) -> tuple[Any, ...]:
    note_fields(frame.session.door, kind)
    return dataclasses.fields(kind)


def _is_init_var(field: Any) -> bool:
    return field._field_type is dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


_PARAMETERS = (
    "return the value, or keep it in a Parameter (requires_grad=False), which may be "
    "assigned"
)

_PARTS = {
    "real": "make the number anew: `z = a + 1j * z.imag`",
    "imag": "make the number anew: `z = z.real + 1j * b`",
}


def set_attribute(
    frame: Frame, owner: Any, name: str, item: Any, frozen: bool, node: ast.AST
) -> None:
    """``owner.name = item``, of an object that the evaluation has made.

    ``frozen`` False is ``object.__setattr__``, past the one that the class defines.
    """
    if kind_of(owner).within(owner) is not None:
        refuse_write(frame, node)
    if name == "__dict__":
        message = "another dict for the attributes of an object is not supported"
        help = "update the one that it has: `vars(a).update(vars(b))`"
        frame.refuse("SRC012", message, node, help=help)
    done = kind_of(owner).set_attribute(frame, owner, (name, item, frozen), node)
    if done is not NotImplemented:
        return
    kind = type(owner)
    if frozen and _is_kept_as_item(frame, owner, name, item, node):
        return
    if kind_of(owner).is_closure:
        change(frame, owner.attributes, node, word="function")
        owner.attributes[name] = item
        return
    if not records.is_made(owner):
        if kind_of(owner).stands_in:
            message = f"to set an attribute of {kind_of(owner).described(owner)}"
            help = _PARTS.get(name, "")
            frame.refuse("SRC012", f"{message} is not supported", node, help=help)
        message = f"this writes the attribute of a {kind.__name__}"
        refuse_effect(frame, message, node, _PARAMETERS if is_cell(owner) else "")
    own = class_entry(frame.session.door, kind, "__setattr__")
    is_cells = mark(own, "__srcad_sets_members__") is True
    if frozen and own not in _SETTING and not is_cells:
        if _is_frozen(kind):
            with frame.raises(node, AttributeError):
                message = f"cannot assign to field {name!r}"
                raise dataclasses.FrozenInstanceError(message)
        functions.inline(frame, own, [owner, name, item], {}, node)
        return
    found = class_entry(frame.session.door, kind, name)
    if isinstance(found, property):
        if found.fset is None:
            with frame.raises(node, AttributeError):
                raise AttributeError(f"`{name}` has no setter")
        functions.inline(frame, found.fset, [owner, item], {}, node)
        return
    setter = class_entry(frame.session.door, type(found), "__set__")
    if is_function(setter):
        functions.inline(frame, setter, [found, owner, item], {}, node)
        return
    if not records.has_place(kind, name):
        with frame.raises(node, AttributeError, help="name it in `__slots__`"):
            raise AttributeError(f"'{kind.__name__}' has no place for `{name}`")
    attributes = records.own_attributes(owner)
    _keep_default(frame, owner, attributes, name, found, node)
    note_order(frame, attributes, name)
    with changing(frame, attributes, node, word=kind.__name__):
        if is_cells and frozen:
            _set_member(frame, owner, name, item, node)
        else:
            attributes[name] = item


def _keep_default(
    frame: Frame, owner: Any, own: Any, name: str, found: Any, node: ast.AST
) -> None:
    """Where an object gets on a path, or in a loop, what only its class has: let it
    have that itself before."""
    held = frame.session.held.get(id(own))
    if name in own or found is MISSING or hasattr(found, "__get__"):
        return
    if held is not None and frame.session.depth > held.depth:
        default = find_attribute(frame.session.door, owner, name)
        raise GrowsAtRunTime(held, frame.source.span(node), default, name)


def _is_kept_as_item(
    frame: Frame, owner: Any, name: str, item: Any, node: ast.AST
) -> bool:
    """Set the attribute of a dict whose class says that it is an item, as in
    ``__setattr__ = dict.__setitem__``; whether there is such a class."""
    if not isinstance(owner, dict):
        return False
    own = class_entry(frame.session.door, type(owner), "__setattr__")
    if own is dict.__setitem__:
        write_known(frame, Place(owner, name), item, node)
        return True
    if not is_users_function(own):
        return False
    functions.inline(frame, own, [owner, name, item], {}, node)
    return True


# How Python sets an attribute, of an exception as of any other object.
_SETTING = [base.__setattr__ for base in (object, BaseException)]


def _set_member(frame: Frame, cell: Any, name: str, item: Any, node: ast.AST) -> None:
    """Set an attribute of a Cell, which keeps Cells and Parameters in dicts of their
    own: what stands there is replaced by another of its kind alone."""
    attributes = records.own_attributes(cell)
    held = "_cells" if is_cell(item) else "_params" if is_parameter(item) else None
    if held is not None and held not in attributes:
        message = "AttributeError: `super().__init__()` has to be called before this"
        frame.refuse("SRC021", message, node)
    for word in ("_cells", "_params"):
        members = attributes.get(word, {})
        if name in members and word != held:
            message = f"what `{name}` is of the Cell is replaced by something else"
            frame.refuse("SRC012", message, node, help="use another name")
        if word == held:
            change(frame, members, node, word=type(cell).__name__)
            attributes.pop(name, None)
            members[name] = item
    if held is None or hasattr(type(cell), name):
        attributes[name] = item


def _is_frozen(kind: type) -> bool:
    """Whether ``__setattr__`` is that of a frozen dataclass."""
    owner = next(base for base in kind.__mro__ if "__setattr__" in vars(base))
    return getattr(vars(owner).get("__dataclass_params__"), "frozen", False)


def delete_attribute(frame: Frame, owner: Any, name: str, node: ast.AST) -> None:
    """``del owner.name``, of an object that the evaluation has made."""
    kind = type(owner)
    if not records.is_made(owner):
        refuse_effect(frame, f"this deletes the attribute of a {kind.__name__}", node)
    found = class_entry(frame.session.door, kind, name)
    own = class_entry(frame.session.door, kind, "__delattr__")
    is_slot = isinstance(found, MemberDescriptorType)
    says = hasattr(type(found), "__delete__") and not is_slot
    if own is not vars(object)["__delattr__"] or says:
        message = f"a {kind.__name__} says itself what `del` of `{name}` does"
        help = "leave it out where the object is made"
        frame.refuse("SRC012", message, node, help=help)
    attributes = records.own_attributes(owner)
    refuse_unsure_keys(frame, attributes, node)
    if name not in attributes:
        message = f"AttributeError: '{kind.__name__}' object has no attribute '{name}'"
        frame.refuse("SRC021", message, node)
    change(frame, attributes, node, resizes=True, word=kind.__name__)
    del attributes[name]


# ------------------------------------------------------------------------- operators


def replaced(frame: Frame, record: Any, changes: dict[str, Any], node: ast.AST) -> Any:
    """``dataclasses.replace(record, **changes)``."""
    kept = {
        field.name: records.parts_of(record)[field.name]
        for field in _fields(frame, type(record))
        if field.init and field.name not in changes
    }
    return construct(frame, type(record), [], {**kept, **changes}, node)


def as_container(frame: Frame, item: Any, kind: type, node: ast.AST) -> Any:
    """``dataclasses.asdict`` or ``astuple`` of a record, records inside of it too."""

    def inner(part: Any) -> Any:
        return as_container(frame, part, kind, node)

    item = frame.session.door.whole(item)
    if records.is_record(item):
        fields, own = _fields(frame, type(item)), records.parts_of(item)
        parts = {field.name: inner(own[field.name]) for field in fields}
        return frame.session.own(parts) if kind is dict else tuple(parts.values())
    of = kind_of(item)
    # What is in a list of run time is kept by value.
    found = of.copied(frame, item, None if of.lists(item) else inner, node)
    if found is not NotImplemented:
        return found
    return call_directly(frame, copy.deepcopy, [item], {}, node)
