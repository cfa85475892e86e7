"""Lists of objects of several classes: what a path has made is no option behind it."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

BEGINNING = """
class P:
    def __init__(self, v):
        self.v = v

    def go(self):
        return self.v

class B(P):
    def go(self):
        return 2 * self.v

def program(x):
    st = [P(x[0])]
"""
WORKS = {
    "before": """
    b = B(x[1])
    if x[1] > 0:
        st.append(b)
    return sum(o.go() for o in st)
""",
    "known": """
    if x[1] > 0:
        st.append(B(3.0))
    return st[-1].go() * x[0]
""",
    "in_a_loop": """
    for v in x:
        if v > 0:
            st.append(B(v))
    return sum(o.go() for o in st)
""",
}
REFUSED = {
    "there": """
    if x[1] > 0:
        st.append(B(x[1]))
    return sum(o.go() for o in st)
""",
    "on_both": """
    if x[1] > 0:
        st.append(B(x[1]))
    else:
        st.append(B(x[2]))
    return st[-1].go()
""",
    "read_on_another_path": """
    if x[1] > 0:
        st.append(B(x[1]))
    if x[2] > 0:
        return st[-1].go()
    return x[0]
""",
}
POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [0.703, 1.3018, -2.1047, 0.4021]]


@pytest.mark.parametrize("name", [*WORKS, *REFUSED])
def test_what_was_made_on_a_path(tmp_path, name):
    text = BEGINNING + {**WORKS, **REFUSED}[name]
    program = module_of(tmp_path, name, text).program
    for x in POINTS:
        assert result(program, x) is (name in WORKS)
