"""A target to a compilation request: import it, construct the Cell, read its inputs.

Errors are SRC001 (no such name), SRC002 and SRC006 (from importing), SRC003 (not a Cell
or a function), SRC004 (its constructor raises), SRC005 (inputs, `init`, `wrt`, sizes).
"""

import inspect
import json
import linecache
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from srcad.cli.configuration import Target, suggestion
from srcad.cli.importing import Importer, project_root, run_user_code
from srcad.cli.structured import Misfit, flattened, hints_of, is_structured
from srcad.cli.targets import names_in_file, split_cell, unknown_attribute
from srcad.compiler.diagnostics.errors import (
    CompileError,
    Diagnostic,
    Span,
    shown_path,
    span_of_line,
)

if TYPE_CHECKING:
    from srcad.compiler.ir.avals import Aval
    from srcad.compiler.request import Request


@dataclass(frozen=True, slots=True)
class Prepared:
    """A target that is ready to be compiled.

    ``cell`` is the live Cell or function; ``path`` the file it was found in, or None.
    """

    target: Target
    request: "Request"
    cell: object
    path: Path | None


def prepare(target: Target, importer: Importer) -> Prepared:
    """Return the compilation request of a target; raises CompileError."""
    from srcad.compiler.evaluate.calls.cells import no_construct
    from srcad.compiler.reading.source import lacks_construct
    from srcad.compiler.request import Request
    from srcad.random_state import set_seed

    # The same initial weights, so the same numbers in a check, in each run.
    set_seed(0)
    found, path = _find(target, importer)
    cell = _in_mode(target, _instance(target, found), found)
    if is_cell(cell) and lacks_construct(cell):
        raise CompileError(no_construct(type(cell)))
    called: Callable[..., Any] = getattr(cell, "construct", cell)  # type: ignore[arg-type]
    inputs, forms = _inputs(target, called)
    wrt = _wrt(target, inputs, forms)
    _check_sizes(target, inputs)
    defaults = _defaults(called, target.inputs)
    structured = is_structured(target.inputs)
    request = Request(
        function=cell,
        inputs=inputs,
        wrt=wrt,
        label=_label(target, importer, path),
        order=target.order,
        engine=target.engine,
        memory=target.memory,
        sizes=tuple(sorted(target.sizes.items())),
        static=() if structured else defaults,
        forms=_in_order(called, {**forms, **dict(defaults)}) if structured else (),
        parameters=_parameters(cell),
        allow=target.allow,
    )
    return Prepared(target, request, cell, path)


def is_cell(value: object) -> bool:
    """Whether a value is a Cell, as the compiler's protocol has it."""
    return getattr(value, "__srcad_cell__", False) is True and not inspect.isclass(
        value
    )


def _find(target: Target, importer: Importer) -> tuple[object, Path | None]:
    """Return what a target names, and the file that it was looked for in."""
    path: Path | None
    try:
        where, name, is_path = split_cell(target.cell)
    except ValueError as error:
        span = target.origin.span("cell")
        raise CompileError(Diagnostic("SRC001", str(error), span)) from error
    if is_path:
        path = _existing(target, where)
        _refuse_absent(target, path, name)
        module = importer.file(path)
    else:
        found = importer.module(where)
        if found is None:
            message = f"there is no module `{where}`"
            span = target.origin.span("cell")
            help = "it is looked for in the working directory and where Python imports"
            if (target.folder / where).is_file():
                help = f"a Cell of a file is written `{where}::{name}`"
            raise CompileError(Diagnostic("SRC001", message, span, help=help))
        module = found
        file = getattr(module, "__file__", None)
        path = Path(file).resolve() if file else None
    value: Any = module
    for part in name.split("."):
        if not hasattr(value, part):
            known = [item for item in vars(value) if not item.startswith("_")]
            raise CompileError(unknown_attribute(target, f"`{where}`", known))
        value = getattr(value, part)
    return value, path


def _existing(target: Target, where: str) -> Path:
    path = target.folder / where
    if path.suffix == ".ipynb":
        message = f"`{where}` is a notebook, and no file of Python"
        help = "export it with `jupyter nbconvert --to script`, or work in it: %%srcad"
        span = target.origin.span("cell")
        raise CompileError(Diagnostic("SRC001", message, span, help=help))
    if path.is_file():
        return path.resolve()
    what = "is a folder" if path.is_dir() else "does not exist"
    span = target.origin.span("cell")
    raise CompileError(Diagnostic("SRC001", f"the file `{where}` {what}", span))


def _refuse_absent(target: Target, path: Path, name: str) -> None:
    """Raise SRC001 before a file is run that visibly does not define ``name``."""
    first = name.split(".")[0]
    known = names_in_file(path)
    if not known or first in known:
        return
    # It may be an instance, an import, or made by ``exec``: running the file will tell,
    # unless its text does not even hold the word.
    if first not in path.read_text(encoding="utf-8", errors="replace"):
        raise CompileError(
            unknown_attribute(target, f"`{shown_path(str(path))}`", list(known))
        )


def _instance(target: Target, found: object) -> object:
    """Return the Cell or the function that a target differentiates."""
    if inspect.isclass(found):
        if getattr(found, "__srcad_cell__", False) is not True:
            raise CompileError(_not_a_cell(target, found))
        made = _called(target, found)
    elif is_cell(found):
        if target.init:
            message = f"`{target.cell}` is made already, so `init` has no use"
            span = target.origin.span("init")
            help = "name its class, or a function that makes it"
            raise CompileError(Diagnostic("SRC005", message, span, help=help))
        return found
    elif inspect.isfunction(found):
        if not _is_factory(target, found):
            return found
        made = _called(target, found)
    else:
        raise CompileError(_not_a_cell(target, found))
    if not is_cell(made) and not inspect.isfunction(made):
        raise CompileError(_not_a_cell(target, found, made))
    return made


def _in_mode(target: Target, made: object, found: object) -> object:
    """The Cell, in training mode where the target says so."""
    if not target.training:
        return made
    if made is found or not is_cell(made):
        # Others may hold it: it stays in the mode that it is in.
        message = (
            f"`{target.cell}` is not made for this target, so `training` has no use"
        )
        span = target.origin.span("training")
        help = "name a Cell's class, or call `set_train()` where the Cell is made"
        raise CompileError(Diagnostic("SRC005", message, span, help=help))
    run_user_code(made.set_train, "SRC004", f"`{target.cell}.set_train()`")  # type: ignore[attr-defined]
    return made


def _parameters(cell: object) -> "tuple[tuple[str, Aval], ...]":
    """The Parameters of a Cell, by the names that they have in its module."""
    from srcad.compiler.ir.avals import Aval
    from srcad.compiler.reading.reachable import reachable_parameters

    if not is_cell(cell):
        return ()
    arrays = [(name, one.asnumpy()) for name, one in reachable_parameters(cell)]
    return tuple((name, Aval(a.dtype.name, a.shape, tensor=True)) for name, a in arrays)


def _is_factory(target: Target, function: Callable[..., Any]) -> bool:
    """Whether a function makes the Cell, or is itself what is differentiated.

    It is differentiated when the inputs are named after its parameters.
    """
    if target.init:
        return True
    parameters = inspect.signature(function).parameters
    known = {*parameters, *_of_variadic(target, parameters)}
    return not target.inputs or not set(target.inputs) <= known


def _of_variadic(
    target: Target, parameters: Mapping[str, inspect.Parameter]
) -> list[str]:
    """The inputs of ``*args``: those called ``args_0``, ``args_1``, and so on."""
    found: list[str] = []
    for name, parameter in parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            while f"{name}_{len(found)}" in target.inputs:
                found.append(f"{name}_{len(found)}")
    return found


def _called(target: Target, maker: Callable[..., Any]) -> object:
    """Return ``maker(**init)``; SRC004 where it raises, SRC005 where init is wrong."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in target.init.items())
    call = f"{maker.__name__}({arguments})"
    try:
        inspect.signature(maker).bind(**target.init)
    except TypeError as error:
        raise CompileError(_unfit_init(target, maker, call, error)) from error
    made = run_user_code(lambda: maker(**target.init), "SRC004", f"`{call}`")
    if is_cell(made) and not hasattr(made, "_params"):
        message = f"`{call}` gives a Cell that was never initialised"
        help = "call `super().__init__()` before anything else in `__init__`"
        raise CompileError(Diagnostic("SRC004", message, definition(maker), help=help))
    return made


def _unfit_init(
    target: Target, maker: Callable[..., Any], call: str, error: TypeError
) -> Diagnostic:
    parameters = inspect.signature(maker).parameters
    unknown = [name for name in target.init if name not in parameters]
    if unknown and not str(error).startswith("missing"):
        return Diagnostic(
            "SRC005",
            f"`{maker.__name__}` takes no argument `{unknown[0]}`",
            target.origin.span("init", unknown[0]),
            help=suggestion(unknown[0], list(parameters)),
        )
    absent = [
        name
        for name, parameter in parameters.items()
        if parameter.default is parameter.empty
        and name not in target.init
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    help = ""
    if absent:
        example = json.dumps(dict.fromkeys(absent, 1))
        help = f"give it in `init`, such as `--init '{example}'`"
    if absent and inspect.isfunction(maker) and not target.init:
        inputs = " ".join(f"--input '{name}=float32[n]'" for name in absent)
        help += f";\nto differentiate this function itself, name its inputs: `{inputs}`"
    message = f"`{call}` cannot be called: {error}"
    return Diagnostic("SRC004", message, definition(maker), help=help)


def _not_a_cell(
    target: Target, found: object, made: object | None = None
) -> Diagnostic:
    name = split_cell(target.cell)[1]
    if made is not None:
        message = f"`{name}()` gives {_article(made)}, not a Cell"
        label = "makes what is differentiated"
        help = "return an instance of a subclass of `nn.Cell`, or a function"
        if inspect.isfunction(found) and found.__code__.co_argcount:
            first = next(iter(inspect.signature(found).parameters))
            help += (
                "; to differentiate this function itself, name its inputs: "
                f"`--input '{first}=float32[n]'`"
            )
    elif inspect.isclass(found):
        message = f"`{name}` is not a Cell"
        label = "does not derive from `nn.Cell`"
        help = "derive it from `srcad.nn.Cell`, and give it a `construct`"
        if hasattr(found, "construct"):
            help = "derive it from `srcad.nn.Cell`"
    else:
        message = f"`{name}` is {_article(found)}, not a Cell or a function"
        label = ""
        help = "name a Cell's class, an instance, or a function that makes one"
    span = definition(found) or target.origin.span("cell")
    if span.path in ("<command line>",) or span.path.endswith(".toml"):
        label = ""
    return Diagnostic("SRC003", message, span, label=label, help=help)


def _article(value: object) -> str:
    name = type(value).__name__
    if value is None:
        return "None"
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def definition(value: object) -> Span | None:
    """Return the ``class`` or ``def`` line of a class or function, or None."""
    subject: Any = value
    try:
        path = inspect.getsourcefile(subject)
        _, line = inspect.getsourcelines(subject)
    except (TypeError, OSError):
        return None
    if path is None:
        return None
    lines = [text.rstrip("\r\n") for text in linecache.getlines(path)]
    while line <= len(lines) and not lines[line - 1].lstrip().startswith(
        ("class ", "def ", "async def ")
    ):
        line += 1  # past decorators
    return span_of_line(path, lines, line) if line <= len(lines) else None


def _in_order(
    called: Callable[..., Any], forms: Mapping[str, object]
) -> tuple[tuple[str, object], ...]:
    """Return the arguments in the order of the signature, those of ``*args`` too."""
    order = list(inspect.signature(called).parameters)

    def place(name: str) -> int:
        whole = name if name in order else name.rpartition("_")[0]
        return order.index(whole)

    return tuple(sorted(forms.items(), key=lambda item: place(item[0])))


def _inputs(
    target: Target, called: Callable[..., Any]
) -> "tuple[tuple[tuple[str, Aval], ...], dict[str, object]]":
    """Return the inputs in the order of the signature, and the form of each argument;
    SRC005 with all mistakes."""
    from srcad.compiler.ir.avals import parse_aval

    parameters = inspect.signature(called).parameters
    numbered = _of_variadic(target, parameters)
    mistakes: list[Diagnostic] = []
    for name in target.inputs:
        if name not in parameters and name not in numbered:
            message = f"`{_name_of(called)}` has no input `{name}`"
            span = target.origin.span("inputs", name, value=False)
            help = suggestion(name, list(parameters))
            mistakes.append(Diagnostic("SRC005", message, span, help=help))
    names: list[str] = []
    absent = []
    for name, parameter in parameters.items():
        variadic = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        if parameter.kind is parameter.VAR_POSITIONAL:
            names += numbered
        if name in target.inputs and variadic:
            mistakes.append(_as_a_whole(target, called, parameter))
        elif name in target.inputs:
            names.append(name)
        elif parameter.default is parameter.empty and not variadic:
            absent.append(name)
    avals: list[tuple[str, Aval]] = []
    forms: dict[str, object] = {}
    hints = hints_of(called)
    for name in names:
        span = target.origin.span("inputs", name)
        help = 'write dtype and sizes, such as "float32[batch, 64]"'
        try:
            given = target.inputs[name]
            forms[name], leaves = flattened(name, given, hints.get(name))
            avals += [(leaf, parse_aval(text)) for leaf, text in leaves.items()]
        except Misfit as error:
            mistakes.append(Diagnostic("SRC005", str(error), span))
        except ValueError as error:
            mistakes.append(Diagnostic("SRC005", str(error), span, help=help))
    doubled = {name for name, _ in avals if [n for n, _ in avals].count(name) > 1}
    for name in sorted(doubled):
        message = f"two inputs are called `{name}`"
        mistakes.append(Diagnostic("SRC005", message, target.origin.span("inputs")))
    if absent:
        mistakes.append(_absent(target, called, absent))
    if mistakes:
        raise CompileError(mistakes)
    return tuple(avals), forms


def _as_a_whole(
    target: Target, called: Callable[..., Any], parameter: inspect.Parameter
) -> Diagnostic:
    """What is said of ``*args`` or ``**kwargs`` as one input."""
    name = parameter.name
    if parameter.kind is parameter.VAR_POSITIONAL:
        help = f"name each of them: `{name}_0`, `{name}_1`, and so on"
    else:
        help = "give the function a parameter for each of them"
    return Diagnostic(
        "SRC005",
        f"`{parameter}` of `{_name_of(called)}` takes several arguments: "
        "it is no input by itself",
        target.origin.span("inputs", name, value=False),
        help=help,
    )


def _defaults(
    called: Callable[..., Any], given: Mapping[str, Any]
) -> tuple[tuple[str, object], ...]:
    """Return the arguments that have no input, with their default values."""
    return tuple(
        (name, parameter.default)
        for name, parameter in inspect.signature(called).parameters.items()
        if name not in given and parameter.default is not parameter.empty
    )


def _absent(target: Target, called: Callable[..., Any], names: list[str]) -> Diagnostic:
    listed = " and ".join(f"`{name}`" for name in names)
    if target.origin.document is None:
        example = " ".join(f"--input '{name}=float32[n]'" for name in names)
        help = f"say what it gets, such as `{example}`"
    else:
        example = ", ".join(f'{name} = "float32[n]"' for name in names)
        help = f"say what it gets: `inputs = {{ {example} }}`"
    return Diagnostic(
        "SRC005",
        f"no dtype and sizes for {listed} of `{_name_of(called)}`",
        definition(getattr(called, "__func__", called)) or target.origin.span("inputs"),
        help=help,
    )


def _name_of(called: Callable[..., Any]) -> str:
    return getattr(called, "__qualname__", type(called).__name__)


def size_names(avals: "Iterable[Aval]") -> set[str]:
    """Return the names of sizes in the shapes of abstract arrays."""
    dims = [dim for aval in avals for dim in aval.shape if not isinstance(dim, int)]
    return {name for dim in dims for name, _ in dim.terms}


def _wrt(
    target: Target,
    inputs: "tuple[tuple[str, Aval], ...]",
    forms: Mapping[str, object],
) -> tuple[str, ...] | None:
    """Return ``wrt`` checked against the inputs; a structure stands for all in it."""
    from srcad.compiler.reading.arguments import leaf_names

    if target.wrt is None:
        return None
    known = [*dict.fromkeys([name for name, _ in inputs] + [*forms]), "parameters"]
    mistakes = [
        Diagnostic(
            "SRC005",
            f"`wrt` names `{name}`, which is not an input",
            target.origin.span("wrt", index),
            help=suggestion(name, known),
        )
        for index, name in enumerate(target.wrt)
        if name not in known
    ]
    if mistakes:
        raise CompileError(mistakes)
    wanted = (leaf_names(forms[n]) if n in forms else [n] for n in target.wrt)
    return tuple(dict.fromkeys(name for names in wanted for name in names))


def _check_sizes(target: Target, inputs: "tuple[tuple[str, Aval], ...]") -> None:
    """Raise SRC005 for sizes and ranges of what no input names."""
    sizes = sorted(size_names([aval for _, aval in inputs]))
    mistakes = []
    for key, given, known in (
        ("sizes", target.sizes, sizes),
        ("ranges", target.ranges, [name for name, _ in inputs]),
    ):
        names: Mapping[str, object] = given
        for name in names:
            if name not in known:
                message = f"`{key}` names `{name}`, which no input has"
                if key == "ranges":
                    message = f"`ranges` names `{name}`, which is not an input"
                span = target.origin.span(key, name, value=False)
                help = suggestion(name, known)
                mistakes.append(Diagnostic("SRC005", message, span, help=help))
    if mistakes:
        raise CompileError(mistakes)


def _label(target: Target, importer: Importer, path: Path | None) -> str:
    """Return the header's source line: the same wherever the project is."""
    where, name, is_path = split_cell(target.cell)
    if is_path and path is not None:
        where = path.relative_to(project_root(path, importer.root)).as_posix()
        return f"{where}::{name}"
    return f"{where}:{name}"
