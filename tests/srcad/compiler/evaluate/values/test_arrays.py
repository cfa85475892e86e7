"""Arrays and numbers of run time, and arrays that are known: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
CONST = np.array([1.0, 2.0, 3.0])
CONST.flags.writeable = False
OTHER = np.array([0.5, 2.0, 1.0])
"""

KINDS = (
    Kind(
        "array",
        one="x * 2.0",
        other="np.exp(x)",
        read="it.sum()",
        asked=(
            "it.shape",
            "it.T",
            "it.sum()",
            "it.mean(axis=0)",
            "it.copy() is it",
            "it.dtype == np.float64",
            "it.reshape(1, -1)",
            "it.tolist()",
            "it.fill(1.0)\nit",
            "it[x > 0] = 2.0\nit",
            "it[1:] += it[:-1]\nit",
            "al = it[1:]\nit[1] = 9.0\nal",
            "al = it.ravel()\nit[1] = 9.0\nal",
            "it.flat[1]",
            "it.sort()\nit",
            "al = it\nit **= 2\nal",
            "it.any()",
            "(it > 0).all()",
            "it.real",
            "it.max()",
            "it[[0, 2]]",
            "it[it.argmax()]",
            "np.array_equal(it, other)",
            "it.dot(x)",
        ),
        refused={
            "SRC013": (
                # an array is compared with None element by element
                "== None",
                # this must be known at compile time
                "in",
                "text in",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "view of an array",
        one="x.copy()[:2]",
        other="(x * 3)[1:]",
        read="it.sum()",
        asked=(
            "it[0] = 3.0\nit",
            "it += 1.0\nit",
            "it.copy() is it",
        ),
        refused={
            "SRC013": (
                # an array is compared with None element by element
                "== None",
                # this must be known at compile time
                "in",
                "text in",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "mask",
        one="x > 0",
        other="x < 5.0",
        read="it.sum() * 1.0",
        asked=(
            "~it",
            "it.any()",
            "it & other",
            "x[it]",
            "it.sum()",
        ),
        refused={
            "SRC013": (
                # an array is compared with None element by element
                "== None",
                # this must be known at compile time
                "in",
                "text in",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "matrix",
        one="np.outer(x, x)",
        other="np.outer(x, 2 * x)",
        read="it.sum()",
        asked=(
            "it[0, 1]",
            "it.T",
            "it[0][1]",
            "it.sum(axis=0)",
            "it @ x",
            "it[0] = x\nit",
            "it[:, 1]",
        ),
        refused={
            "SRC013": (
                # an array is compared with None element by element
                "== None",
                # this must be known at compile time
                "in",
                "text in",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "element",
        one="x[0]",
        other="x[1] * 2",
        read="it * 1.0",
        asked=(
            "it.real",
            "it.imag",
            "it.is_integer()",
            "it.conjugate()",
            "it.as_integer_ratio()",
            "it.bit_length()",
            "it.__add__(1)",
        ),
        refused={
            "SRC013": (
                # whether this has `__len__` is not known
                "hasattr",
                # whether two run-time values are one object is not known
                "is other",
                "path is",
                "loop is",
                "chosen is",
                # this must be known at compile time
                "hash",
            ),
            "SRC012": (
                # the attribute `is_integer` of an array is not supported
                "it.is_integer()",
                # the attribute `as_integer_ratio` of an array is not supported
                "it.as_integer_ratio()",
            ),
        },
    ),
    Kind(
        "array without axes",
        one="np.array(x[0])",
        other="np.asarray(x[1] * 2)",
        read="it * 1.0",
        asked=(
            "it + 1.0",
            "it[()]",
            "it.ndim",
            "it[...]",
            "it += 1.0\nit",
        ),
        refused={
            "SRC013": (
                # whether this has `__len__` is not known
                "hasattr",
                # this must be known at compile time
                "in",
                "text in",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "tensor",
        one="srcad.Tensor(x)",
        other="srcad.Tensor(x * 2)",
        read="it.sum()",
        asked=(
            "it.asnumpy()",
            "it.sum()",
            "it.shape",
        ),
        # Python gives a Tensor, which is no plain array.
        unasked=(
            "path or None",
            "asarray",
        ),
        refused={
            "SRC012": (
                # to set an attribute of float64[3] is not supported
                ".a =",
                # `type` of a run-time value
                "type",
                "path isinstance",
                # the attribute `asnumpy` of an array is not supported
                "it.asnumpy()",
            ),
            "SRC013": (
                # this must be known at compile time
                "in",
                "text in",
                "hash",
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "constant array",
        one="CONST",
        other="OTHER",
        read="it.sum()",
        space=SPACE,
        asked=(
            "it[1]",
            "it[1] = 2.0\nit",
            "it.sum()",
            "it.copy() is it",
        ),
        refused={
            "SRC013": (
                # this must be known at compile time
                "in",
                # whether two run-time values are one object is not known
                "is other",
                "path is",
                "loop is",
                "chosen is",
                "it.copy() is it",
            ),
            "SRC021": (
                # ValueError: The truth value of an array with more than one element is
                "in list",
            ),
        },
    ),
    Kind(
        "value or None",
        one="(x[0] * 2 if x[0] > 0 else None)",
        other="(None if x[1] > 1 else x[2])",
        read="(0.5 if it is None else it * 1.0)",
        refused={
            "SRC013": (
                # whether this has `__len__` is not known
                "hasattr",
                # whether this is a number or an array of rank 0 is not known
                "isinstance",
                "is array",
                "match",
                # whether two run-time values are one object is not known
                "is other",
                "copy is",
                "path is",
                "loop is",
                # this may be None
                "print inside",
                "hash",
                "chosen",
                "chosen is",
            ),
            "SRC012": (
                # `type` of a run-time value
                "type",
                "path isinstance",
            ),
        },
    ),
    Kind(
        "run-time float",
        one="float(x[0])",
        other="float(x[1])",
        read="it * 1.0",
        asked=(
            "it ** 2",
            "round(it)",
            "it // 2",
            "it.real",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "is other",
                "path is",
                "loop is",
                "chosen is",
                # this must be known at compile time
                "hash",
            ),
        },
    ),
    Kind(
        "run-time int",
        one="int(x[1] * 2)",
        other="int(x[0] * 7)",
        read="it * 1.0",
        asked=(
            "it ** 2",
            "round(it)",
            "it // 2",
            "it.real",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "is other",
                "path is",
                "loop is",
                "chosen is",
                # this must be known at compile time
                "hash",
            ),
        },
    ),
    Kind(
        "run-time bool",
        one="bool(x[0] > 0)",
        other="bool(x[1] > 1)",
        read="it * 1.0",
        asked=(
            "it ** 2",
            "round(it)",
            "it // 2",
            "it.real",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "is other",
                "path is",
                "loop is",
                "chosen is",
                # this must be known at compile time
                "hash",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
