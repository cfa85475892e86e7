"""What is kept, where it is made, and where it is needed."""

from srcad.paragraphs.halves import halves_of
from srcad.paragraphs.residuals import Residual, is_several, residuals_of


def kept(text):
    return residuals_of(*halves_of(text))


def test_inputs_parameters_and_what_is_made():
    text = """\
def forward(x, params):
    w, b = params["w"], params["b"]
    h = x @ w + b
    kept = []
    for row in h:
        kept.append(row)
    return h, (x, w, h.shape, kept)


def backward(residuals, dout):
    x, w, h_shape, kept = residuals
    dw = x.T @ dout
    for row in reversed(kept):
        dw = dw + row
    return (dout @ w,), zeros(h_shape), x
"""
    assert kept(text) == [
        Residual("x", "x", "input", None, (12, 15)),
        Residual("w", "w", "parameter", None, (15,)),
        Residual("h_shape", "h.shape", "", 3, (15,)),
        Residual("kept", "kept", "", 4, (13,)),
    ]
    assert is_several(halves_of(text)[0])


def test_one_value_is_no_tuple():
    text = """\
def forward(x):
    y = tanh(x)
    return y, y


def backward(residuals, dout):
    y = residuals
    return (dout * y,)
"""
    assert kept(text) == [Residual("y", "y", "", 2, (8,))]
    assert not is_several(halves_of(text)[0])


def test_nothing_is_kept():
    text = """\
def forward(x):
    return x + 1, None


def backward(residuals, dout):
    return (dout,)
"""
    assert kept(text) == []


def test_updates_are_no_residuals():
    text = """\
def forward(x):
    y = x * x
    return y, (x, y), {"mean": y}


def backward(residuals, dout):
    x, y = residuals
    return (dout * x * y,)
"""
    assert [one.name for one in kept(text)] == ["x", "y"]
