"""Lists that a program builds while it runs: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "list of run time",
        one="[v * 2 for v in x]",
        other="[v for v in x if v > 0]",
        read="sum(it)",
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
            "it[1:1] = [x[2], 3.0]\nit",
            "it.index(x[0]*2)",
            "it.count(x[0])",
            "it[::2]",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
            "SRC012": (
                # `less` of a list that is built at run time is not supported
                "<",
            ),
        },
    ),
    Kind(
        "list of arrays",
        one="[v * x for v in x]",
        other="[v + x for v in x if v > 0]",
        read="sum(it).sum()",
        refused={
            "SRC013": (
                # the items of a list must be known to be compared
                "==",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "list of tuples",
        one="[(v * 2, 1.0) for v in x]",
        other="[(v, v) for v in x if v > 0]",
        read="sum(a * b for a, b in it)",
        # It is chosen where it is made, and not in a call that is kept as one.
        unasked=("chosen",),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                # this must be known at compile time
                "chosen is",
            ),
            "SRC012": (
                # `less` of a list that is built at run time is not supported
                "<",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
