"""Rules are proved, and the wrong one is found."""

import pytest


@pytest.mark.long
def test_the_script_proves_its_rules(run) -> None:
    result = run("examples/rules/run.py")
    assert result.returncode == 0, result.stdout + result.stderr
    lines = result.stdout.splitlines()
    assert "  example, second derivative: ok" in lines[2]
    assert "  strides: turned: ok" in result.stdout
    assert "hinge_product" in result.stdout
    wrong = lines[lines.index("the rule of squared_distance:") :]
    assert "example, gradient: FAILED, relative error" in wrong[1]
