"""Ranges, and what is gone through by position: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "range",
        one="range(3)",
        other="range(1, 7, 2)",
        read="sum(it) * 1.0",
        asked=(
            "it.start",
            "it.stop",
            "it.step",
            "it.index(1)",
            "it.count(2)",
            "it[1:]",
            "it == range(0, 3, 1)",
            "2 in it",
            "1.0 in it",
            "len(it[::2])",
            "it[x[0] > 0]",
        ),
        refused={
            "SRC013": (
                # this must be known at compile time
                "[run time]",
                "chosen",
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a range and a ran
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a range and None
                "path or None",
            ),
        },
    ),
    Kind(
        "range of run time",
        one="range(int(x[1] * 3))",
        other="range(1, int(x[1] * 5.3), 2)",
        read="sum(it) * 1.0",
        asked=(
            "it.start",
            "it.stop",
            "it.step",
            "it.index(1)",
            "it.count(0)",
            "it[1:]",
            "0 in it",
            "1.0 in it",
        ),
        refused={
            "SRC013": (
                # a range or an iterator of run time is compared
                "==",
                "!=",
                "== None",
                # this must be known at compile time
                "[run time]",
                "hash",
                "chosen",
                "chosen is",
                # the number of elements must be known at compile time here
                "in",
                "text in",
                "iter",
                "0 in it",
                "1.0 in it",
                # what Python shows of a range is not known at compile time
                "f-string",
                "print",
                "print inside",
            ),
            "SRC021": (
                # TypeError: what is known at run time only is not subscriptable
                "[0]",
                "[1:]",
                "it[1:]",
                # TypeError: what is known at run time only is not callable
                "it.count(0)",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a range and a ran
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a range and None
                "path or None",
            ),
            "SRC012": (
                # a range is not matched as a sequence
                "match",
                # `start` of a range is not supported
                "it.start",
                # `stop` of a range is not supported
                "it.stop",
                # `step` of a range is not supported
                "it.step",
            ),
        },
    ),
    Kind(
        "range of a size",
        one="range(x.shape[0])",
        other="range(0, x.shape[0], 2)",
        read="sum(it) * 1.0",
        asked=(
            "it.start",
            "it.stop",
            "it.step",
            "it.index(1)",
            "it.count(0)",
            "it[1:]",
            "0 in it",
            "1.0 in it",
        ),
        refused={
            "SRC013": (
                # this must be known at compile time
                "[run time]",
                "chosen",
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a range and a ran
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a range and None
                "path or None",
            ),
        },
    ),
    Kind(
        "reversed range",
        one="reversed(range(3))",
        other="reversed(range(1, 7, 2))",
        read="sum(it) * 1.0",
        refused={
            "SRC013": (
                # an iterator is no array of its elements
                "== number",
                # `it` is an iterator that may be gone through twice
                "!=",
                "hasattr",
                "in list",
                "isinstance",
                "is abstract",
                "is it",
                "copy is",
                "key",
                "in set",
                "path is",
                "path isinstance",
                "loop swaps",
                "loop is",
                "chosen is",
                "list of them",
                "closure",
                # what Python shows of an iterator is not known at compile time
                "print",
                "print inside",
                # `other` is an iterator that may be gone through twice
                "loop",
                # this must be known at compile time
                "chosen",
            ),
            "SRC012": (
                # `__next__` of an iterator is not supported
                "next",
                # `type` of a run-time value
                "type",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: an iterator and a
                "path",
                # `this` is different on the two paths that lead here: an iterator and N
                "path or None",
            ),
        },
    ),
    Kind(
        "enumerate",
        one="enumerate(x)",
        other="enumerate(x * 2)",
        read="sum(v for _, v in it)",
        refused={
            "SRC013": (
                # a range or an iterator of run time is compared
                "==",
                "== None",
                # an iterator is no array of its elements
                "== number",
                # `it` is an iterator that may be gone through twice
                "!=",
                "hasattr",
                "in list",
                "isinstance",
                "is abstract",
                "is it",
                "copy is",
                "key",
                "in set",
                "path is",
                "path isinstance",
                "loop swaps",
                "loop is",
                "chosen is",
                "list of them",
                "closure",
                # what Python shows of an iterator is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "hash",
                "chosen",
                # `other` is an iterator that may be gone through twice
                "loop",
            ),
            "SRC012": (
                # `__next__` of an iterator is not supported
                "next",
                # `type` of a run-time value
                "type",
                # a copy of an iterator is not supported
                "copy",
                "deepcopy",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: an iterator and a
                "path",
                # `this` is different on the two paths that lead here: an iterator and N
                "path or None",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
