"""Programs written to a file, and what srcad makes of them beside what Python does."""

import importlib.util
import warnings

import numpy as np

import srcad

STEP = 1e-6


def module_of(folder, name, text):
    """The module of a text, in a file of its own."""
    file = folder / f"{name}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(f"side_by_side_{name}", file)
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
        spec.loader.exec_module(module)
    return module


def plainly(function, x, *rest):
    """The value and the gradient by differences; None where Python raises."""
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        try:
            steps = STEP * np.eye(x.size)
            ends = [(function(x + d, *rest), function(x - d, *rest)) for d in steps]
            slopes = [(a - b) / (2 * STEP) for a, b in ends]
            return function(x, *rest), np.array(slopes)
        except Exception:
            return None


def result(function, x, *rest):
    """Whether a program works; else it is refused, or raises as Python does: it is
    never wrong, and nothing else is raised."""
    x = np.array(x)
    wanted = plainly(function, x, *rest)
    try:
        with np.errstate(all="ignore"):
            out, gradient = srcad.value_and_grad(function, 0)(x, *rest)
    except srcad.CompileError as error:
        first = error.diagnostics[0]
        if wanted is not None and "raises while" in first.label:
            raise  # what it says that Python raises
        return False
    except Exception:
        if wanted is not None:
            raise
        return False
    if wanted is None:
        return False
    about = str(function)
    assert np.shape(gradient) == x.shape, about
    np.testing.assert_allclose(out, wanted[0], rtol=1e-9, err_msg=about)
    # A jump, or a slope without an end, is none that differences tell.
    if np.all(np.abs(wanted[1]) < 1e4):
        np.testing.assert_allclose(
            gradient, wanted[1], rtol=1e-3, atol=1e-4, err_msg=about
        )
    return True
