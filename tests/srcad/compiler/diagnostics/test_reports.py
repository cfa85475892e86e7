import json

import pytest

from srcad.compiler.diagnostics.errors import CODES, Diagnostic, Span
from srcad.compiler.diagnostics.explanations import explanation
from srcad.compiler.diagnostics.reports import (
    as_json,
    render_concise,
    render_github,
    render_sarif,
)

LOOKUP = Diagnostic(
    "SRC014",
    "no derivative rule for `fastmath.lookup`",
    Span("model.py", 14, 16, 14, 34, "        return fastmath.lookup(x)"),
    label="`x` is active, and it has no Python source",
    help="give the Cell a `bprop`",
    note="in `f`, called at model.py:3:1",
)


def test_concise():
    text = render_concise([LOOKUP, Diagnostic("SRC001", "unknown\ntarget")])
    assert text.splitlines() == [
        "model.py:14:16: SRC014 no derivative rule for `fastmath.lookup` "
        "(`x` is active, and it has no Python source)",
        "SRC001 unknown target",
    ]


def test_json():
    first, second = as_json(LOOKUP), as_json(Diagnostic("SRC001", "no"))
    json.dumps([first, second])
    assert first["code"] == "SRC014"
    assert first["title"] == CODES["SRC014"]
    place = [first[key] for key in ("path", "line", "column", "end_column")]
    assert place == ["model.py", 14, 16, 34]
    assert second["path"] is None


def test_github_escapes_what_its_commands_are_made_of():
    span = Span("a,b:c.py", 1, 2, 1, 4, "x")
    text = render_github([Diagnostic("SRC011", "50% of\nit", span, help="a\nb")])
    assert text == (
        "::error title=SRC011,file=a%2Cb%3Ac.py,line=1,endLine=1,col=2,endColumn=4"
        "::50%25 of it%0Ahelp: a%0Ab"
    )
    long = Span("m.py", 1, 2, 3, 4, "x\ny\nz")
    assert "col=" not in render_github([Diagnostic("SRC011", "no", long)])


# The form of each object that is written here, after the standard: the properties that
# it may have, in this program, with the form of each; what has a * is required. The
# standard allows no others (but property bags, which are not written).
TEXT = {"text*": str}
LEVEL = ("none", "note", "warning", "error")
REGION = {  # 3.30
    **dict.fromkeys(("startLine*", "startColumn", "endLine", "endColumn"), int),
    "snippet": TEXT,  # 3.3
}
RESULT = {  # 3.27
    "ruleId": str,
    "ruleIndex": int,
    "level": LEVEL,
    "message*": TEXT,  # 3.11
    "locations": [
        {"physicalLocation": {"artifactLocation": {"uri": str}, "region": REGION}}
    ],  # 3.28, 3.29, 3.4
}
RULE = {  # 3.49
    "id*": str,
    "shortDescription": TEXT,  # 3.12
    "fullDescription": TEXT,
    "help": {**TEXT, "markdown": str},
    "defaultConfiguration": {"level": LEVEL},  # 3.50
}
LOG = {  # 3.13
    "$schema": str,
    "version*": ("2.1.0",),
    "runs*": [
        {  # 3.14
            "tool*": {"driver*": {"name*": str, "rules": [RULE]}},  # 3.18, 3.19
            "columnKind": ("utf16CodeUnits", "unicodeCodePoints"),
            "results": [RESULT],
        }
    ],
}


def check_form(item, form, path="log"):
    """Assert that what was read from JSON has a form."""
    if isinstance(form, dict):
        assert isinstance(item, dict), path
        names = {name.rstrip("*"): part for name, part in form.items()}
        assert set(item) <= set(names), path
        required = {name.rstrip("*") for name in form if name.endswith("*")}
        assert required <= set(item), path
        for name, part in item.items():
            check_form(part, names[name], f"{path}.{name}")
    elif isinstance(form, list):
        assert isinstance(item, list), path
        for number, part in enumerate(item):
            check_form(part, form[0], f"{path}[{number}]")
    elif isinstance(form, tuple):
        assert item in form, path
    else:
        assert type(item) is form, path
        assert item or form is int, path


def check_sarif(log):
    """Assert what SARIF 2.1.0 requires of the parts that are used here."""
    check_form(log, LOG)
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)  # 3.19.23
        for rule in rules:
            # One sentence (3.49.9), and no message has a line's end there.
            assert "\n" not in rule["shortDescription"]["text"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]  # 3.27.6
            for location in result.get("locations", []):
                check_place(location["physicalLocation"])


def check_place(place):
    uri = place["artifactLocation"]["uri"]  # 3.4.3: a valid URI reference
    assert not set(uri) & set(' <>"{}|\\^`')
    assert uri.isascii()
    region = place["region"]
    start = region["startLine"], region["startColumn"]
    assert min(start) >= 1
    assert start <= (region["endLine"], region["endColumn"])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log.pop("runs"),
        lambda log: log.update(version="2.0.0"),
        lambda log: log["runs"][0].update(result=[]),
        lambda log: log["runs"][0]["results"][0].update(level="fatal"),
        lambda log: log["runs"][0]["results"][0]["message"].update(text=""),
        lambda log: log["runs"][0]["results"][0].update(ruleIndex="0"),
    ],
)
def test_the_check_of_sarif_can_fail(spoil):
    log = json.loads(render_sarif([LOOKUP]))
    check_sarif(log)
    spoil(log)
    with pytest.raises(AssertionError):
        check_sarif(log)


def test_sarif_is_as_the_standard_says():
    placed = Diagnostic(
        "SRC011", "no", Span("a folder/größe.py", 1, 2, 3, 4, "a\nb\nc")
    )
    typed = Diagnostic("SRC001", "no", Span("<command line>", 1, 2, 1, 4, "srcad x"))
    log = json.loads(render_sarif([LOOKUP, placed, LOOKUP, typed]))
    check_sarif(log)
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [
        "SRC001",
        "SRC011",
        "SRC014",
    ]
    first, second, _, last = run["results"]
    location = first["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "model.py"
    assert location["region"] == {
        "startLine": 14,
        "startColumn": 16,
        "endLine": 14,
        "endColumn": 34,
        "snippet": {"text": "        return fastmath.lookup(x)"},
    }
    place = second["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20folder/gr%C3%B6%C3%9Fe.py"
    assert "locations" not in last
    assert first["message"]["text"].splitlines() == [
        "no derivative rule for `fastmath.lookup` "
        "(`x` is active, and it has no Python source)",
        "note: in `f`, called at model.py:3:1",
        "help: give the Cell a `bprop`",
    ]


def test_the_rules_of_sarif_hold_the_explanations():
    log = json.loads(render_sarif([LOOKUP]))
    (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
    found = explanation("SRC014")
    assert rule["shortDescription"]["text"] == "no derivative rule"
    assert rule["fullDescription"]["text"] == " ".join(found.summary.split())
    assert rule["help"]["markdown"] == found.text


def test_sarif_of_nothing_is_a_run_without_results():
    log = json.loads(render_sarif([]))
    check_sarif(log)
    assert log["runs"][0]["results"] == []
