"""The examples that train a network learn what they say, and fail where they do not."""

import pytest

EXAMPLES = {
    "lenet": ("Accuracy on 360 held-out digits", "98.5%"),
    "characters": ("Beautiful is better than", "0.5 bits"),
    "spiking": ("Accuracy on 360 held-out digits", "95.0%"),
    "transformer": ("Digits at their place, in new sequences", "99%"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", EXAMPLES)
def test_it_learns(run, name) -> None:
    result = run(f"examples/{name}/train.py")
    assert result.returncode == 0, result.stdout + result.stderr
    assert EXAMPLES[name][0] in result.stdout


@pytest.mark.long
@pytest.mark.parametrize("name", EXAMPLES)
def test_it_fails_where_it_has_not_learned_enough(run, name) -> None:
    result = run(f"examples/{name}/train.py", "--epochs", 1)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].startswith("That is ")
    assert EXAMPLES[name][1] in result.stderr
