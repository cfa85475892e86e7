"""The page as a text: what it holds, and what it never holds."""

import re
from html.parser import HTMLParser

import pytest

from srcad.compiler.diagnostics.errors import Diagnostic, Span
from srcad.view import Residuals, Subject, page
from srcad.view.ribbon import shown_bytes

SOURCE = """\
class Net(Cell):
    def construct(self, x):
        y = self.act(x)
        norm = ops.stop_gradient(y.sum())
        return y * norm
"""
MODULE = '''\
"""Reverse-mode derivative of ``Net.construct``.

x     float32[n]  input
left  float32[3]  unused
z     float32[n]  input, its cotangent is zeros
out   float32[n]  output
"""


class Own:
    """``Own.bprop``, verbatim."""

    # fmt: off
    def bprop(self, x, out, dout):
        return (dout,)  # </script>
    # fmt: on


def forward(x):
    """Return ``(out, residuals)``."""
    # y = self.act(x)
    y = np.tanh(x)

    # norm = ops.stop_gradient(y.sum())
    norm = y.sum()

    out = y * norm

    return out, (x, y, norm)


def backward(residuals, dout):
    """Return ``(dx,)``."""
    x, y, norm = residuals

    # return y * norm
    dy = dout * norm

    # y = self.act(x), with the hook `halved`
    dx = dy * (1 - y * y)

    return (dx,)
'''
SUBJECT = Subject("net", "m.py::Net", {"m.py": SOURCE}, MODULE)
VOID = ("meta", "link", "br", "img", "input")


class Reader(HTMLParser):
    """All elements of a page, with a check that each is closed where it should be."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def ids(self):
        return [attrs["id"] for _, attrs in self.elements if "id" in attrs]


def read(*subjects):
    return Reader(page(subjects, "a title"))


def test_a_page_is_well_formed_and_its_links_lead_somewhere():
    reader = read(SUBJECT, Subject("other", "o.py::f", {"o.py": SOURCE}, MODULE))
    assert len(reader.ids) == len(set(reader.ids))
    links = [attrs["href"] for tag, attrs in reader.elements if tag == "a"]
    assert links
    assert {link.removeprefix("#") for link in links} <= set(reader.ids)
    named = [attrs.get("aria-labelledby") for _, attrs in reader.elements]
    assert {one for words in named if words for one in words.split()} <= set(reader.ids)


def test_a_page_asks_for_nothing():
    text = page([SUBJECT], "t")
    for word in ("src=", "@import", "url(", "<link", "fetch(", "XMLHttp", "import("):
        assert word not in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert policy.startswith("default-src 'none'; base-uri 'none'; form-action 'none'")
    assert "unsafe" not in policy
    # Nor is there what the policy would forbid.
    assert not re.search(r'\s(style|on\w+)="', text)


def test_one_statement_in_all_columns():
    reader = read(SUBJECT)
    found = [attrs for _, attrs in reader.elements if attrs.get("data-s") == "L3"]
    assert [one.get("aria-label") for one in found] == [
        "line 3 of the source",
        "forward, for line 3 of the source",
        None,  # what is kept
        "backward, for line 3 of the source",
    ]
    assert {one["class"] for one in found} == {"p h0"}


def test_what_is_marked():
    text = page([SUBJECT], "t")
    for kind, about in (
        ("cut", "<code>stop_gradient</code>: nothing flows back"),
        ("hook", "<code>halved</code>: a hook of the user"),
        ("bprop", "<code>Own.bprop</code>: the user"),
        ("unused", "<code>left</code> float32[3]: no statement reads"),
        ("zeros", "<code>z</code> float32[n]: the result"),
    ):
        assert f'<li class="{kind}"><strong>{kind}</strong> {about}' in text
    # At the statements as well.
    assert '<p class="remark cut">' in text
    assert text.count('<p class="remark hook">') == 2
    assert '<p class="remark forward-only"><strong>forward only</strong> line 4' in text


def test_residuals_with_their_bytes():
    forms = ("float32[n]", "float32[n]", "float32[]")
    known = Residuals(forms, (2048, 2048, 4), {"n": 512})
    subject = Subject("net", "m.py::Net", {"m.py": SOURCE}, MODULE, residuals=known)
    text = page([subject], "t")
    assert (
        "<strong>2.0 KiB</strong> for n = 512, beside 2.0 KiB that are there anyway"
        in text
    )
    assert '<meter min="0" max="2048" value="4">4 bytes</meter> 4 bytes' in text
    assert "an input: there anyway" in text
    assert re.search(r'needed by <a href="#M\d+">line 5</a></dd>', text)


def test_unknown_bytes_say_why():
    known = Residuals(reason="`forward` <raised>")
    subject = Subject("net", "m.py::Net", {"m.py": SOURCE}, MODULE, residuals=known)
    text = page([subject], "t")
    assert "not known: <code>forward</code> &lt;raised&gt;" in text
    assert "<meter" not in text


def test_old_beside_new():
    old = MODULE.replace("dout * norm", "norm * dout")
    lines = ("truth: <finite> `differences`",)
    subject = Subject("net", "m", {"m.py": SOURCE}, MODULE, old, summary=lines)
    text = page([subject], "t")
    assert "truth: &lt;finite&gt; <code>differences</code>" in text
    assert "<del>    dy = norm * dout</del>" in text
    assert "<ins>    dy = dout * norm</ins>" in text
    assert '<span class="state differs">differs</span>' in text
    assert "Changes of backward" in text


def test_an_old_text_that_is_no_python():
    subject = Subject("net", "m", {"m.py": SOURCE}, MODULE, "<<<<<<< HEAD\n")
    assert "The golden file is no Python." in page([subject], "t")


def test_a_refusal_is_at_its_statement():
    span = Span("m.py", 4, 9, 4, 20)
    item = Diagnostic("SRC014", "no rule for `f<x>`", span, "is active", help="cut it")
    subject = Subject("net", "m", {"m.py": SOURCE}, diagnostics=[item], entry="Net")
    text = page([subject], "t")
    assert '<p class="remark refused"><strong>refused</strong> SRC014: no rule' in text
    assert "is active. help: cut it" in text
    assert "There is no module" in text
    assert 'id="L4"' in text


def test_a_source_that_cannot_be_parsed_is_shown_whole():
    item = Diagnostic("SRC002", "invalid syntax", Span("m.py", 1, 1, 1, 5))
    subject = Subject("net", "m", {"m.py": "def (:\n"}, diagnostics=[item], entry="f")
    reader = read(subject)
    assert {"L1", "L2"} <= set(reader.ids)


def test_texts_cannot_leave_their_elements():
    evil = '</script></style><script>alert("x")</script>'
    source = SOURCE.replace("self.act(x)", f"self.act(x)  # {evil}\u202e")
    module = MODULE.replace("</script>", evil)
    subject = Subject(
        *(evil, evil, {f"{evil}.py": source}, module, module + f"# {evil}\n"),
        summary=[evil],
        notes=[evil],
        diagnostics=[Diagnostic("SRC014", evil, None, evil)],
    )
    text = page([subject], evil)
    assert text.count("</script>") == text.count("<script>") == 1
    assert text.count("</style>") == 1
    assert "alert(&quot;x&quot;)" in text
    assert "Characters that are not seen" in text
    assert "U+202E RIGHT-TO-LEFT OVERRIDE (1)" in text
    assert "\u202e" not in text
    Reader(text)


def test_statements_of_a_second_file_have_anchors_of_their_own():
    other = "def helper(x):\n    return x + 1\n"
    files = {"m.py": SOURCE, "h.py": other}
    module = MODULE.replace("# y = self.act(x)\n", "# return x + 1\n")
    reader = read(Subject("net", "m", files, module))
    assert "f2-L2" in reader.ids
    assert {"L3", "L5"} <= set(reader.ids)


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1.0 KiB")]
    + [(1536 * 1024, "1.5 MiB"), (5 << 40, "5120.0 GiB")],
)
def test_bytes_for_people(count, shown):
    assert shown_bytes(count) == shown
