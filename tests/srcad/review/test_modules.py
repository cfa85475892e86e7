"""Reading a module without executing it."""

import pytest

from srcad.review.modules import Array, parsed, size_of


def test_what_a_module_says_of_itself(small):
    module = parsed(small)
    assert module.header["source"] == "model.py::Net"
    assert module.signature["inputs"]["x"] == Array("float64", ("n",))
    assert module.out == Array("float64", ("n",))
    assert module.facts == {"scale": "2.0", "steps": "3"}
    assert module.cotangents == ["dx", "dy"]
    assert module.sizes() == ["n"]
    assert module.headings["backward"] == [
        "out = h * y * self.scale",
        "h = ops.tanh(x)",
    ]


def test_parameters_and_the_rules_of_the_user(digits):
    module = parsed(digits)
    assert str(module.arrays()["params", "fc1.weight"]) == "float32[64, 64]"
    assert module.cotangents == ["dx"]
    assert module.own_rules == []


def test_facts_over_several_lines(small):
    text = small.replace(", with ``scale=2.0, steps=3``", "")
    said = "Specialised on ``inner.scale=2.0``, ``names=('a', 'b')``,\n``steps=3``.\n"
    text = text.replace('output\n"""', f'output\n\n{said}"""')
    facts = parsed(text).facts
    assert facts == {"inner.scale": "2.0", "names": "('a', 'b')", "steps": "3"}


@pytest.mark.parametrize("text", ["def (", "x = 1\n", "SIGNATURE = {'a': f()}\n"])
def test_what_is_no_module(text):
    with pytest.raises(ValueError, match=r"it|SIGNATURE"):
        parsed(text)


def test_sizes_in_numbers():
    assert size_of(3, {}) == 3
    assert size_of("2*n - m + 1", {"n": 4, "m": 3}) == 6
    with pytest.raises(KeyError):
        size_of("n", {})
    with pytest.raises(ValueError, match="no size"):
        size_of("f(n)", {"n": 1})
