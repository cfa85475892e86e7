"""Texts with run-time values in them that are joined to one, and printed or raised."""

import numpy as np
import pytest

import srcad

X = np.array([0.7, -0.4, 1.3])


def of_a_generator(x):
    return ", ".join(f"{v:.3f}" for v in x)


def of_known_texts_and_others(x):
    return "sum: " + " | ".join([f"{x[0]:.2f}", "a", str(x[1])]) + "!"


def of_a_list_that_grew(x):
    lines = []
    for k in range(3):
        lines.append(f"{k}: {x[k]:.2f}")
    return "\n".join(lines)


def of_one_by_one(x):
    return "".join([f"{v:g}" for v in x[:2]]) + "; ".join(map(str, x))


def inside_of_another(x):
    return f"[{', '.join(f'{v:.1f}' for v in x)}]"


TEXTS = [
    of_a_generator,
    of_known_texts_and_others,
    of_a_list_that_grew,
    of_one_by_one,
    inside_of_another,
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.__name__)
def test_joined_texts_are_printed_and_raised(text, capsys):
    def printed(x):
        print(text(x))
        return np.sum(x * x)

    def raised(x):
        if x[0] > 0.5:
            raise ValueError(text(x))
        return np.sum(x * x)

    np.testing.assert_allclose(srcad.grad(printed)(X), 2 * X)
    assert capsys.readouterr().out == text(X) + "\n"
    with pytest.raises(ValueError, match="0") as caught:
        srcad.grad(raised)(X)
    assert str(caught.value) == text(X)


def test_numbers_are_not_joined():
    def program(x):
        print(", ".join([x[0], "a"]))
        return np.sum(x)

    with pytest.raises(srcad.CompileError, match="expected str instance"):
        srcad.grad(program)(X)
