"""The function that ``grad`` makes: it runs a backward module at every call."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading import protocol
from srcad.compiler.reading.arguments import by_name, cotangents_in, leaf_names
from srcad.compiler.reading.outputs import restored
from srcad.gradient import display, fast_path
from srcad.gradient.arrays import wrapped
from srcad.gradient.call import PrimalCall
from srcad.gradient.options import Options
from srcad.gradient.pullback import Pullback
from srcad.gradient.sens import cotangent_of
from srcad.gradient.statements import note_statements
from srcad.parameter import Parameter
from srcad.tensor import Tensor


@dataclass(frozen=True, slots=True)
class GradientFunction:
    """A function that gives the gradient of another; made by ``grad``."""

    function: Any
    options: Options

    __srcad_gradient__ = True

    @property
    def __name__(self) -> str:
        """That of what is differentiated; of a Cell its class's."""
        name = getattr(self.function, "__name__", None)
        return name if isinstance(name, str) else type(self.function).__name__

    def __get__(self, instance: Any, owner: Any = None) -> GradientFunction:
        """The gradient of what is differentiated, bound as that is: a method's."""
        binds = getattr(type(self.function), "__get__", None)
        if binds is None:
            return self
        bound = binds(self.function, instance, owner)
        return self if bound is self.function else replace(self, function=bound)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        try:
            return self._quickly(args) if not keywords else self._run(args, keywords)
        except CompileError as error:
            # The frames of the compiler tell the user nothing; the diagnostic does.
            raise error.with_traceback(None) from None
        except Exception as error:
            note_statements(error, self.function)
            raise

    def _repr_html_(self) -> str:
        """What a notebook shows: what it is the gradient of, and its backward half."""
        return display.as_html(self.function)

    def _repr_markdown_(self) -> str:
        """The same, for readers of Markdown."""
        return display.as_markdown(self.function)

    def _quickly(self, args: tuple[Any, ...]) -> Any:
        """The fast path where there is one; the slow one remembers it for the next."""
        found = fast_path.key_of(self.function, self.options, args)
        if found is None:
            return self._run(args, {})
        result = fast_path.taken(self.function, self.options, *found)
        return self._run(args, {}, found[0]) if result is fast_path.MISSED else result

    def _run(
        self, args: tuple[Any, ...], keywords: dict[str, Any], key: Any = None
    ) -> Any:
        args, sens = self.split_sens(args, keywords)
        call = PrimalCall.of(self.function, args, keywords)
        inputs = call.differentiable(self.options.get_all)
        wanted = self.wanted(list(call.named), inputs)
        call.check_wanted(wanted)
        leaves = [leaf for name in wanted for leaf in leaf_names(call.forms[name])]
        weights = None if self.options.weights is None else self.weight_list()
        engine = self.options.engine
        memory = self.options.memory
        pullback = Pullback(
            *(call, leaves, weights),
            engine=engine,
            sens=sens,
            memory=memory,
            aux=self.options.has_aux,
        )
        if key is not None:
            module, forms = pullback.module, dict(call.forms)
            known = (module, forms, leaves, weights, call.tensors, engine)
            fast_path.remember(key, *known)
        dout = cotangent_of(pullback.out, sens, self.options.has_aux)
        by_leaf, by_parameter = pullback(dout)
        # Without inputs, what the function holds says what it computes with.
        holds = weights is not None or protocol.is_cell(self.function)
        tensors = call.tensors or (not call.inputs and holds)
        by_leaf = {name: wrapped(array, tensors) for name, array in by_leaf.items()}
        return self.arrange(
            list(call.named),
            wanted,
            {name: cotangents_in(call.forms[name], by_leaf) for name in wanted},
            {key: Tensor(np.asarray(array)) for key, array in by_parameter.items()},
            restored(wrapped(pullback.out, tensors), pullback.described),
        )

    def split_sens(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """The function's arguments, and the cotangent of its output (or None)."""
        if not self.options.sens_param:
            return args, None
        if "sens" in keywords:
            return args, keywords.pop("sens")
        if not args:
            raise TypeError("With sens_param=True the last argument is the sens.")
        return args[:-1], args[-1]

    def bind(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
        """The arguments by their names; those of ``*args`` are numbered."""
        return by_name(self.function, args, keywords)

    def wanted(self, names: list[str], inputs: list[str]) -> list[str]:
        """The arguments whose gradient is asked for, in the order asked: of those at
        the positions the ``inputs`` alone, if there are any."""
        if self.options.get_all:
            return [name for name in names if name in inputs]
        position = self.options.position
        if position is None or not names:
            return []
        places = (position,) if isinstance(position, int) else position
        for place in places:
            if place >= len(names):
                raise RuntimeError(
                    f"grad_position {place} is out of range for {len(names)} inputs."
                )
        chosen = [names[place] for place in places]
        return [name for name in chosen if name in inputs] or chosen

    def weight_list(self) -> list[Parameter]:
        """The Parameters whose gradients are asked for."""
        return self.options.weight_list()

    def arrange(
        self,
        names: list[str],
        wanted: list[str],
        by_name: dict[str, Any],
        by_parameter: dict[int, Any],
        out: Any,
    ) -> Any:
        """The gradients (and the output) in the form that the options ask for."""
        result = self._arranged(names, wanted, by_name, by_parameter)
        options = self.options
        if options.has_aux and not (isinstance(out, tuple) and len(out) > 1):
            raise ValueError(
                "With has_aux=True the function must give several outputs, the first "
                "of which is differentiated."
            )
        if options.with_value:
            return out, result
        return (result, tuple(out[1:])) if options.has_aux else result

    def _arranged(
        self,
        names: list[str],
        wanted: list[str],
        by_name: dict[str, Any],
        by_parameter: dict[int, Any],
    ) -> Any:
        options = self.options

        def identified(identifier: Any, item: Any) -> Any:
            return (identifier, item) if options.return_ids else item

        first: Any = tuple(identified(names.index(n), by_name[n]) for n in wanted)
        if not options.get_all and len(first) == 1:
            (first,) = first
        if options.weights is None:
            return first
        second: Any = tuple(
            identified(p.name, by_parameter[id(p)]) for p in self.weight_list()
        )
        if isinstance(options.weights, Parameter):
            (second,) = second
        only = options.position is None and not options.get_all
        return second if only else (first, second)


def _doc(gradient: GradientFunction) -> str | None:
    return inspect.getdoc(gradient.function)


# An object has the docstring of what it differentiates.
setattr(GradientFunction, "__doc__", property(_doc))  # noqa: B010
