"""The class of a change, each shown by one."""

import pytest

from srcad.review.classes import Class, class_of
from srcad.review.modules import parsed
from tests.srcad.review.conftest import edited

CHANGES = {
    Class.HEADER: [("sha256:0000", "sha256:1111"), ("scale=2.0", "scale=4.0")],
    Class.FORMATTING: [
        ("# h = ops.tanh(x)", "# hidden = ops.tanh(x)"),
        ("2.0\n\n", "2.00\n\n"),
    ],
    Class.RENAME: [
        ("h = np", "t = np"),
        ("out = h *", "out = t *"),
        ("(h, y)", "(t, y)"),
    ],
    Class.ORDER: [
        (
            "    dh = dout * y * 2.0\n    dy = dout * h * 2.0\n",
            "    dy = dout * h * 2.0\n    dh = dout * y * 2.0\n",
        )
    ],
    Class.SIGNATURE: [("float64", "float32")],
    Class.CONSTANT: [("y * 2.0", "y * 2.5")],
    Class.STRUCTURE: [("np.tanh(x)", "np.sin(x)")],
}


@pytest.mark.parametrize("kind", CHANGES)
def test_each_class(small, kind):
    new = edited(small, *CHANGES[kind])
    assert class_of(parsed(small), parsed(new)) is kind
    assert class_of(parsed(new), parsed(small)) is kind


def test_a_number_is_one_however_it_is_written(small):
    old = edited(small, ("y * 2.0", "(y * (1 / 3))"))
    new = edited(small, ("y * 2.0", "(y * -0.2)"))
    assert class_of(parsed(old), parsed(new)) is Class.CONSTANT
    assert class_of(parsed(small), parsed(edited(small, ("y * 2.0", "y * x")))) is (
        Class.STRUCTURE
    )


def test_only_the_first_four_are_of_the_text():
    assert [one for one in Class if one.is_text] == list(CHANGES)[:4]


def body(small, statements):
    lines = "".join(f"    {line}\n" for line in statements)
    start, end = small.index("    # h = ops"), small.index("    return out, (h, y)")
    return parsed(small[:start] + lines + small[end:])


# Two statements each, of which the order says what is computed, or does not.
FREE = [
    (["h = np.sin(x)", "out = np.cos(y)"], 0),
    (["a = x.copy()", "h = y * 2", "a[0] = 1.0", "out = a + h"], 0),
    (["h = x * 2", "out = y + 1", "h = h + out"], 0),
]
BOUND = [
    (["h = x.copy()", "h[0] = 1.0", "out = h + y"], 1),
    (["h = x.copy()", "v = h[1:]", "v[0] = 2.0", "out = h + y"], 2),
    (["h = x.copy()", "h += y", "out = h * 1.0"], 1),
    (["h = []", "h.append(x)", "h.append(y)", "out = h[0]"], 1),
    (["h = x.copy()", "np.add.at(h, [0], 1.0)", "out = h * y"], 1),
    (["h = x.copy()", "out = x + y", "np.multiply(x, 2, out=h)", "out = h"], 2),
    (["h = helper(x)", "out = helper(y)"], 0),
    (["h = x * 2", "print(h)", "print(x)", "out = h"], 1),
]


def swapped(statements, place):
    new = list(statements)
    new[place], new[place + 1] = new[place + 1], new[place]
    return new


@pytest.mark.parametrize(("statements", "place"), FREE)
def test_the_order_of_what_does_not_depend_on_each_other(small, statements, place):
    old, new = body(small, statements), body(small, swapped(statements, place))
    assert class_of(old, new) is Class.ORDER


@pytest.mark.parametrize(("statements", "place"), BOUND)
def test_the_order_of_writes_and_effects_counts(small, statements, place):
    old, new = body(small, statements), body(small, swapped(statements, place))
    assert class_of(old, new) is Class.STRUCTURE


LOOP = [
    "h = x * 0",
    "g = y * 0",
    "for i in range(3):",
    "    h = h + x * i",
    "    g = g + y",
    "out = h * g",
]


def test_loops_are_compared_as_a_whole(small):
    assert class_of(body(small, LOOP), body(small, swapped(LOOP, 3))) is Class.ORDER
    carried = [*LOOP[:4], "    g = g + h", LOOP[-1]]
    new = swapped(carried, 3)
    assert class_of(body(small, carried), body(small, new)) is Class.STRUCTURE


def test_what_a_walrus_binds(small):
    old = ["h = x * 2", "out = (h := y) + 1", "out = out * h"]
    new = ["h = x * 2", "out = (g := y) + 1", "out = out * h"]
    assert class_of(body(small, old), body(small, new)) is Class.STRUCTURE


def test_branches_are_joined(small):
    old = ["h = x", "if x.sum() > 0:", "    h = y", "out = h * 2"]
    new = ["h = y", "if x.sum() > 0:", "    h = x", "out = h * 2"]
    assert class_of(body(small, old), body(small, new)) is Class.STRUCTURE


def test_what_is_deleted_is_not_read_behind_it(small):
    after = "    dh = dout * y * 2.0\n    dy = dout * h * 2.0\n    del dout\n"
    before = "    dh = dout * y * 2.0\n    del dout\n    dy = dout * h * 2.0\n"
    written = "    dh = dout * y * 2.0\n    dy = dout * h * 2.0\n"
    old, new = (parsed(edited(small, (written, one))) for one in (after, before))
    assert class_of(old, new) is Class.STRUCTURE
