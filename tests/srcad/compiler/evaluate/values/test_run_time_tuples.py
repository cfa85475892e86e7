"""Tuples that a program makes longer while it runs: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
class Pair(collections.namedtuple("Pair", "a b")):
    __slots__ = ()
"""

KINDS = (
    Kind(
        "tuple of run time",
        one="tuple(v * 2 for v in x if v != 0.25)",
        other="tuple(v for v in x if v > 0)",
        read="sum(it)",
        space=SPACE,
        asked=(
            "it + (x[0],)",
            "(x[0], *it)",
            "it + it",
            "same = it\nit += (x[0],)\nsame, it",
            "it += [x[0]]\nit",
            "2 * it",
            "it.index(x[0]*2)",
            "it.count(x[0])",
            "it[::2]",
            "it[::-1]",
            "list(it)",
            "sorted(it)",
            "it == ()",
            "() != it",
            "it == [x[0]]",
            "it + Pair(x[0], 0.5)",
            "Pair(x[0], 0.5) + it",
            "it == Pair(x[0], 0.5)",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                # this must be known at compile time
                "chosen is",
                "hash",
                # this tuple is built at run time
                "match",
            ),
            "SRC012": (
                # `less` of a tuple that is built at run time is not supported
                "<",
                # looking for this item in this list is not supported
                "text in",
                # `__next__` of an iterator is not supported
                "iter",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a tuple and None
                "path or None",
            ),
        },
    ),
    Kind(
        "tuple of arrays",
        one="tuple(v * x for v in x if v != 0.25)",
        other="tuple(v + x for v in x if v > 0)",
        read="sum(it).sum()",
        asked=("np.stack(it)", "np.concatenate(it)"),
        refused={
            "SRC013": (
                # the items of a list must be known to be compared
                "!=",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                # this must be known at compile time
                "chosen is",
                # this tuple is built at run time
                "match",
            ),
            "SRC012": (
                # `__next__` of an iterator is not supported
                "iter",
                # `deepcopy` of a list of arrays that is built at run time
                "deepcopy",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a tuple and None
                "path or None",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
