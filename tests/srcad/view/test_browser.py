"""The page in a real browser without a window: light and dark, wide and narrow, by
keyboard, without its script, and by the rules of axe-core for those who do not see it.

``make test-long`` installs the browser from npm into ``.venvs/browser``; CHROMIUM names
another. Without node, or without a browser, these tests are skipped.
"""

from dataclasses import dataclass, field

import pytest

from srcad.view import Residuals, Subject, page
from tests import node
from tests.srcad.view.test_page import MODULE, SOURCE

pytestmark = pytest.mark.long

EVIL = "</script><script>document.title='taken'</script>"


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    """Return a function that visits the page of a target with everything on it."""
    source = SOURCE.replace("self.act(x)", f"self.act(x)  # {EVIL}\u202e")
    old = MODULE.replace("dout * norm", "norm * dout")
    forms = ("float32[n]", "float32[n]", "float32[]")
    known = Residuals(forms, (2048, 2048, 4), {"n": 512})
    first = Subject(
        *("net", "m.py::Net", {"m.py": source}, MODULE, old, known),
        summary=["numbers: the same"],
        notes=["built for prediction"],
    )
    second = Subject("again", "m.py::Net", {"m.py": source}, MODULE)
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(page([first, second], f"of {EVIL}"))

    def visit(*visits):
        listed = [one.as_json() for one in visits]
        found = node.run("visit.js", page=str(path), visits=listed)
        assert all(not one["asked"] for one in found)
        assert all(not one["wrong"] for one in found)
        return [one["results"] for one in found]

    return visit


@dataclass
class Visit:
    """One look at the page."""

    steps: list
    width: int = 1400
    scheme: str = "light"
    script: bool = True
    hash: str = ""
    height: int = 800

    def as_json(self):
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass
class Looks:
    """The page in light and dark, wide and narrow."""

    steps: list
    visits: list = field(init=False)

    def __post_init__(self):
        self.visits = [
            Visit(self.steps, width, scheme)
            for width in (1400, 400)
            for scheme in ("light", "dark")
        ]


LIT = "[...document.querySelectorAll('.on')].map((one) => one.dataset.s)"
PLACES = (
    "[...document.querySelectorAll('.on')]"
    ".map((one) => one.closest('.column').querySelector('h3').textContent)"
)


def test_axe_finds_nothing_to_mend(visit):
    for (found,) in visit(*Looks([["axe"]]).visits):
        assert found == []


def test_nothing_is_wider_than_the_page(visit):
    width = (
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    # And no line of code is wider than its column.
    rows = (
        "[...document.querySelectorAll('.row code')]"
        ".filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    )
    looks = Looks([["evaluate", width], ["evaluate", rows]]).visits
    assert visit(*looks) == [[0, 0]] * 4


def test_light_and_dark_are_told_apart(visit):
    back = "getComputedStyle(document.body).backgroundColor"
    light, dark = visit(
        Visit([["evaluate", back]]), Visit([["evaluate", back]], scheme="dark")
    )
    assert light == ["rgb(255, 255, 255)"]
    assert dark == ["rgb(13, 17, 23)"]


def test_arrow_keys_walk_through_the_statements(visit):
    said = "document.querySelector('.said').textContent"
    steps = [
        ["press", "ArrowDown"],
        ["evaluate", LIT],
        ["evaluate", PLACES],
        ["evaluate", said],
        ["evaluate", "location.hash"],
        ["press", "ArrowDown"],
        ["evaluate", "[...new Set(" + LIT + ")]"],
        ["press", "ArrowUp"],
        ["press", "ArrowUp"],
        ["evaluate", "[...new Set(" + LIT + ")]"],
        ["press", "Escape"],
        ["evaluate", LIT],
    ]
    (found,) = visit(Visit(steps))
    lit, places, words, hash, second, first, none = found
    assert lit == ["L3"] * 4
    assert places == ["Source", "Forward", "Kept", "Backward"]
    assert words.startswith("line 3: y = self.act(x)")
    assert "forward 2" in words
    assert hash == "#L3"
    assert (second, first, none) == (["L4"], ["L3"], [])


def test_what_the_mouse_is_over_is_lit_everywhere(visit):
    over = ".backward [data-s='L5'] code"
    steps = [["hover", over], ["evaluate", PLACES], ["hover", "h1"], ["evaluate", LIT]]
    (found,) = visit(Visit(steps))
    assert found == [["Source", "Forward", "Backward"], []]


def test_the_tab_key_reaches_a_statement(visit):
    focus = "document.querySelector(\".forward [data-s='L5'] a\").focus()"
    (found,) = visit(Visit([["evaluate", focus], ["evaluate", PLACES]]))
    assert found[1] == ["Source", "Forward", "Backward"]


@pytest.mark.parametrize("script", [True, False])
def test_a_link_leads_to_a_statement_also_without_the_script(visit, script):
    lines = (
        "[...document.querySelectorAll('[data-s=L3]')]"
        ".map((one) => getComputedStyle(one).outlineStyle)"
    )
    place = "document.getElementById('L3').getBoundingClientRect().top"
    seen = [["evaluate", lines], ["evaluate", place]]
    ((outlines, top),) = visit(Visit(seen, 400, script=script, hash="#L3"))
    assert outlines == ["solid"] * 4
    assert 0 <= top < 800


def test_without_the_script_nothing_is_missing(visit):
    text = "document.querySelector('main').innerText.replace(/\\s+/g, ' ')"
    keys = "document.querySelector('.script').checkVisibility()"
    steps = [["evaluate", text], ["evaluate", keys]]
    (with_script, shown), (without, hidden) = visit(
        Visit(steps), Visit(steps, script=False)
    )
    assert without == with_script
    assert (shown, hidden) == (True, False)


def test_a_text_is_no_script(visit):
    steps = [
        ["evaluate", "document.title"],
        ["evaluate", "document.scripts.length"],
        ["evaluate", "document.querySelector('.source').innerText.includes('U+202E')"],
    ]
    (found,) = visit(Visit(steps))
    assert found == [f"of {EVIL}", 1, True]


def test_code_that_is_selected_is_the_code(visit):
    """The numbers beside it are left out."""
    text = (
        "(() => { const range = document.createRange();"
        " range.selectNode(document.querySelector('.backward .row').parentNode);"
        " getSelection().addRange(range); return getSelection().toString(); })()"
    )
    (found,) = visit(Visit([["evaluate", text]]))
    assert "class Own:" in found[0]
    assert not any(line.strip().isdigit() for line in found[0].split("\n"))
