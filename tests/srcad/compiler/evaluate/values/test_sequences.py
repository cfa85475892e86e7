"""Tuples, lists, iterators and slices: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
class Pair(collections.namedtuple("Pair", "a b")):
    __slots__ = ()
"""

KINDS = (
    Kind(
        "tuple",
        one="(x[0], x[1] * 2.0)",
        other="(x[2], 1.0)",
        read="it[0] + 2 * it[1]",
        asked=(
            "it.index(1.0)",
            "it.count(x[0])",
            "other.index(1.0)",
            "it + (1.0,)",
            "() + it",
            "it * 0",
            "it[::2]",
        ),
        refused={
            "SRC013": (
                # this must be known at compile time
                "hash",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "list",
        one="[x[0], x[1] * 2.0]",
        other="[x[2], 1.0]",
        read="it[0] + 2 * it[1]",
        asked=(
            "it.append(x[2])\nit",
            "it.pop()",
            "it.pop(0)\nit",
            "it.insert(0, 1.0)\nit",
            "it.reverse()\nit",
            "it.extend(x)\nit",
            "it.clear()\nlen(it)",
            "it.remove(x[0])\nit",
            "it.copy() is it",
            "it.sort()\nit",
            "al = it\nit += [x[2]]\nal",
            "al = it\nit = it + [x[2]]\nal",
            "it[:] = other\nit",
            "it[1:1] = [x[2], 3.0]\nit",
            "del it[:]\nit",
            "it.append(it)\nlen(it)",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "chosen is",
            ),
        },
    ),
    Kind(
        "named tuple",
        one="Pair(x[0], x[1] * 2.0)",
        other="Pair(x[2], 1.0)",
        read="it[0] + 2 * it.b",
        space=SPACE,
        asked=(
            "it._replace(a=x[2])",
            "it._asdict()",
            "it._fields",
            "it == (x[0], x[1]*2.0)",
            "it == (x[2], 1.0)",
            "Pair._make(other) == other",
        ),
        refused={
            "SRC013": (
                # this must be known at compile time
                "hash",
                # what Python shows of a Pair is not known at compile time
                "f-string",
                "print",
                "print inside",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "iterator",
        one="iter([x[0], x[1]])",
        other="iter((x[1], 2.0))",
        read="sum(it)",
        refused={
            "SRC013": (
                # what Python shows of an iterator is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "hash",
                "chosen",
                "chosen is",
            ),
            "SRC012": (
                # `type` of a run-time value
                "type",
                # a copy of an iterator is not supported
                "copy is",
                "copy",
                "deepcopy",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: an iterator and a
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: an iterator and N
                "path or None",
            ),
        },
    ),
    Kind(
        "slice",
        one="slice(1, 2)",
        other="slice(None, int(x[1] > 1))",
        read="x[it].sum()",
        asked=(
            "it.start",
            "it.stop",
            "it.indices(3)",
            "x[it]",
            "it == slice(1, 2)",
        ),
        refused={
            "SRC019": (
                # `this` is different on the two paths that lead here: a slice and a sli
                "path is",
                "path isinstance",
                "loop is",
            ),
            "SRC013": (
                # this must be known at compile time
                "chosen is",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
