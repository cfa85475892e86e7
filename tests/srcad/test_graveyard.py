"""Programs that other tools differentiated wrongly, in silence: right here, or refused."""

import numpy as np
import pytest

import srcad
from srcad import CompileError, Tensor
from tests.srcad.graveyard import arrays, cells, functions, loops
from tests.srcad.graveyard.grave import GRAVES, Grave, slopes

NAMES = [grave.name for grave in GRAVES]


def test_there_are_fifty_from_ten_projects():
    assert {arrays, cells, functions, loops}
    assert len(set(NAMES)) == len(NAMES) >= 50
    assert len({grave.source.partition("#")[0] for grave in GRAVES}) >= 10


@pytest.mark.parametrize("grave", GRAVES, ids=NAMES)
def test_grave(grave: Grave):
    program, arguments = grave.program, grave.arguments
    wanted = tuple(k for k, x in enumerate(arguments) if not isinstance(x, int))
    with np.errstate(all="ignore"):
        if grave.refused:
            with pytest.raises(CompileError) as caught:
                srcad.value_and_grad(program, wanted)(*arguments)
            assert caught.value.diagnostics[0].code == grave.refused
            return
        out, gradients = srcad.value_and_grad(program, wanted)(*arguments)
        assert np.allclose(out, program(*arguments), rtol=1e-12, atol=1e-12)
        for k, gradient in zip(
            wanted, gradients if len(wanted) > 1 else (gradients,), strict=True
        ):
            assert np.shape(gradient) == np.shape(arguments[k])
            if grave.sums is not None:
                assert float(np.sum(gradient)) == pytest.approx(grave.sums)
                continue
            if grave.expected is not None:
                expected = grave.expected[k]
            else:
                expected = slopes(program, arguments, k)
            assert np.allclose(gradient, expected, rtol=1e-7, atol=1e-7)


def test_the_parameter_in_a_tuple_has_its_gradient():
    x, net = Tensor(cells.M + 1.0), cells.Joined(cells.M)

    def joined(w):
        both = np.concatenate((x.asnumpy() * w, w), axis=1)
        return both * both

    (gradient,) = srcad.grad(net, None, net.trainable_params())(x)
    assert np.allclose(gradient.asnumpy(), slopes(joined, (cells.M,), 0))
