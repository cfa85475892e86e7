"""Objects of SciPy that were made before, in whose place there is what a definition
makes of what they hold."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.dispatch import call as called
from srcad.compiler.evaluate.families import enter_family, public_module
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_where
from srcad.compiler.evaluate.numpy.registry import inlined, refused_as
from srcad.compiler.evaluate.numpy.unknown import name_of
from srcad.compiler.evaluate.objects import BoundMethod, MethodCall
from srcad.compiler.evaluate.operations.attributes import python_attribute
from srcad.compiler.evaluate.scipy.classes import STANDING_FOR
from srcad.compiler.evaluate.values.splines import MadeBefore

# Of each class the attributes that are read, and the methods.
_READ = {
    "scipy.stats.gaussian_kde": (
        ("dataset", "_weights", "factor", "covariance"),
        ("evaluate", "pdf", "logpdf", "integrate_box_1d"),
    ),
    "scipy.spatial.Rotation": (
        ("_quat", "_single"),
        ("apply", "as_quat", "as_matrix", "as_rotvec", "inv", "magnitude"),
    ),
}


def _class_name(kind: type) -> str:
    module = public_module(kind)
    return f"{module}.{kind.__name__}" if module else ""


@kind_where(lambda kind: _class_name(kind) in _READ)
class Given(MadeBefore):
    """What it holds is read from outside."""

    def made(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        enter_family(type(item))
        name = _class_name(type(item))
        words, _ = _READ[name]
        given = [self.read(frame, item, word, node) for word in words]
        return inlined(frame, STANDING_FOR[name], given, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name in _READ[_class_name(type(item))][1]:
            return BoundMethod(item, name)
        return super().attribute(frame, item, name, node)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        with refused_as(frame, name_of(item), call.node):
            made = self.made(frame, item, call.node)
            function = python_attribute(frame, made, call.name, call.node)
            return called(frame, function, call.args, call.keywords, call.node)
