"""The examples of every diagnostic do what their page says."""

import json

import pytest

from srcad.compiler.diagnostics.errors import CODES
from srcad.compiler.diagnostics.explanations import explanation, explanations
from tools.diagnostics_page import run


def test_every_code_is_explained():
    assert [item.code for item in explanations()] == sorted(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_wrong_example_gives_the_code_and_no_other(code):
    result = run(explanation(code).wrong, "--output-format", "json")
    assert result.code in (1, 2), result.err
    found = json.loads(result.out)["diagnostics"]
    assert {item["code"] for item in found} == {code}


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_right_example_is_accepted_and_its_gradient_is_right(code):
    right = explanation(code).right
    result = run(right)
    assert (result.code, result.err) == (0, ""), result.out
    if right.commands[-1].startswith("srcad generate"):
        assert "def backward(" in result.out
        checked = run(right, instead="gradcheck")
        assert checked.code == 0, checked.out + checked.err


def test_the_right_example_is_another_one():
    for item in explanations():
        assert item.right != item.wrong
        assert item.summary
