"""Which lists are one list of tuples in a module."""

from srcad.compiler.ir.reader import read
from srcad.compiler.printing.packing import ModulePacks, function_packs

BRANCHES = 40


def chained():
    """Lists that a loop has made, in either order, by one branch after the other."""
    lines = [
        "def f(x: float64[n], c: bool):",
        "    t.0: list of float64[n] = loop i in range(0, 3, 1):",
        "        u.0: float64[n] = multiply(x, i)",
        "        yield u.0",
    ]
    for k in range(BRANCHES):
        lines += [
            f"    t.{k + 1}: list of float64[n] = if c:",
            "      then:",
            f"        v.{k}: list of float64[n] = reversed(t.{k})",
            f"        yield v.{k}",
            "      else:",
            f"        w.{k}: list of float64[n] = reversed(t.{k})",
            f"        yield w.{k}",
        ]
    lines += [f"    return t.{BRANCHES}"]
    return read("\n".join(lines) + "\n")


def test_what_many_branches_have_joined_is_compared_at_once():
    # Each key is made of two of the one before: whole trees of them never end.
    function = chained()
    packs = function_packs(function, ModulePacks())
    lists = [op.results[0] for op in function.body.ops]
    keys = [packs[one].key for one in lists[:-1]]
    assert len(set(keys)) == BRANCHES
