import json

from srcad.compiler.diagnostics import CODES, Diagnostic, Span
from srcad.compiler.explanations import explanation
from srcad.compiler.reports import (
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


def check_sarif(log):
    """Assert what SARIF 2.1.0 requires of the parts that are used here.

    The section of the standard stands beside each.
    """
    assert log["version"] == "2.1.0"  # 3.13.2
    assert log["$schema"].endswith("sarif-2.1.0.json")  # 3.13.3
    assert set(log) <= {"version", "$schema", "runs"}
    for run in log["runs"]:  # 3.14
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")  # 3.14.17
        driver = run["tool"]["driver"]  # 3.18.2
        assert isinstance(driver["name"], str)  # 3.19.8
        rules = driver["rules"]  # 3.19.23
        assert len({rule["id"] for rule in rules}) == len(rules)
        for rule in rules:  # 3.49
            check_rule(rule)
        for result in run["results"]:  # 3.27
            check_result(result, rules)


def check_rule(rule):
    assert isinstance(rule["id"], str)  # 3.49.3
    for name in ("shortDescription", "fullDescription", "help"):  # 3.12
        assert isinstance(rule[name]["text"], str)
        assert rule[name]["text"]
    # A short description is one sentence (3.49.9), and no message has a line's end there.
    assert "\n" not in rule["shortDescription"]["text"]
    assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")


def check_result(result, rules):
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]  # 3.27.6
    assert result["level"] in ("none", "note", "warning", "error")  # 3.27.10
    assert result["message"]["text"]  # 3.11.8
    for location in result.get("locations", []):  # 3.28
        place = location["physicalLocation"]
        uri = place["artifactLocation"]["uri"]  # 3.4.3: a valid URI reference
        assert not set(uri) & set(' <>"{}|\\^`')
        assert uri.isascii()
        region = place["region"]  # 3.30
        start = region["startLine"], region["startColumn"]
        assert min(start) >= 1
        assert start <= (region["endLine"], region["endColumn"])
        assert isinstance(region["snippet"]["text"], str)  # 3.3.2


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
