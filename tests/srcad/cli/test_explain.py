import json

import pytest

from srcad.cli import main
from srcad.compiler.diagnostics.errors import CODES


@pytest.fixture
def explain(capsys):
    def run(*words):
        code = main(["explain", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.mark.parametrize("word", ["SRC014", "src014", "14", "src14"])
def test_a_code_is_explained_with_two_examples(explain, word):
    code, out, err = explain(word)
    assert (code, err) == (0, "")
    assert out.startswith("SRC014: no derivative rule\n\n")
    wrong, right = out.index("### Wrong"), out.index("### Right")
    assert (
        wrong < out.index("math.factorial(x)") < right < out.index("math.gamma(x + 1)")
    )


def test_without_a_code_all_are_listed(explain):
    code, out, _ = explain()
    assert code == 0
    listed = dict(line.split("  ", 1) for line in out.splitlines())
    assert listed == CODES


def test_as_json(explain):
    _, out, _ = explain("SRC014", "--output-format", "json")
    found = json.loads(out)
    assert (found["code"], found["title"]) == ("SRC014", CODES["SRC014"])
    _, out, _ = explain("--output-format", "json")
    assert [item["code"] for item in json.loads(out)["codes"]] == sorted(CODES)


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("SRC999", "SRC009"),
        ("SRC01X", "`SRC01"),
        ("shape", "SRC016"),
        ("no rule", "SRC014"),
        ("%$!", "`srcad explain` lists the codes"),
    ],
)
def test_an_unknown_code_names_near_ones(explain, word, near):
    code, out, err = explain(word)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: there is no code `{word}`; ")
    assert near in err


def test_colours(explain):
    _, out, _ = explain("SRC014", "--color", "always")
    assert "\x1b[1m### Wrong\x1b[0m" in out
