"""Layers that call one operator."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn


def test_a_parameter_is_updated():
    weight = Parameter(Tensor([1.0, 2.0]), name="weight")
    given = Tensor([3.0, 4.0])
    assert nn.ParameterUpdate(weight)(given) is given
    np.testing.assert_array_equal(weight.asnumpy(), [3.0, 4.0])
    with pytest.raises(TypeError, match="'param' must be 'Parameter'"):
        nn.ParameterUpdate(given)


def test_metrics_have_their_names_in_nn_too():
    with srcad.alias_mindspore():
        import mindspore

        assert isinstance(mindspore.nn.get_metric_fn("mse"), mindspore.nn.MSE)
        assert set(mindspore.nn.get_metrics({"mse"})) == {"mse"}
        assert "mse" in mindspore.nn.names()
