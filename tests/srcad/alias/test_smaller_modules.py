"""What libraries over MindSpore import of it besides layers and operators."""

import logging

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, grad, mint, nn, ops
from srcad.alias import MissingNameError


@pytest.fixture(autouse=True)
def alias():
    with srcad.alias_mindspore():
        yield


def test_sizes_are_given_one_by_one_or_as_one():
    for draw in (ops.rand, ops.randn, mint.rand, mint.randn):
        for size in ((2, 3), ((2, 3),), ([2, 3],)):
            srcad.set_seed(3)
            drawn = draw(*size)
            assert drawn.shape == (2, 3)
            srcad.set_seed(3)
            assert (drawn == draw(2, 3)).all()
    x = Tensor([[1.0, 2.0]])
    srcad.set_seed(3)
    slope = grad(lambda x: (x * ops.rand((1, 2))).sum())(x)
    srcad.set_seed(3)
    assert (slope == ops.rand(1, 2)).all()


@pytest.mark.parametrize("mode", ["zeros", "reflect"])
def test_the_padding_of_a_convolution_is_one_for_each_axis(mode):
    assert mint.nn.Conv2d(1, 1, 3, padding=1, padding_mode=mode).padding == (1, 1)
    assert mint.nn.Conv3d(1, 1, 3, padding=(0, 1, 2)).padding == (0, 1, 2)
    assert mint.nn.Conv2d(1, 1, 3, padding="same").padding == "same"
    net = mint.nn.Conv2d(1, 1, 3, padding=1, padding_mode=mode)
    assert net(Tensor(np.ones((1, 1, 4, 4), np.float32))).shape == (1, 1, 4, 4)


def test_a_setting_is_asked_by_its_name():
    import mindspore

    assert mindspore.get_context(attr_key="device_target") == "CPU"


def test_what_is_logged(caplog):
    from mindspore import log as logger

    def f(x):
        logger.warning("seen %s", x.shape)
        return x * x

    with caplog.at_level(logging.INFO, "mindspore"):
        logger.info("begins")
        assert grad(f)(Tensor(3.0)) == 6
    assert caplog.messages == ["begins", "seen ()"]


def test_checks_of_settings():
    from mindspore import _checkparam
    from mindspore._checkparam import Rel, Validator

    assert Validator.check_positive_int(3, "size", "Net") == 3
    assert _checkparam.check_float_range(0.5, 0, 1, Rel.INC_LEFT) == 0.5
    assert Validator.check_value_type("x", None, [str, type(None)]) is None
    assert _checkparam.check_string("a", ["a", "b"]) == "a"
    with pytest.raises(ValueError, match="For 'Net', the 'size' must be int and > 0"):
        _checkparam.check_positive_int(0, "size", "Net")
    with pytest.raises(TypeError, match="'size' must be of type int"):
        _checkparam.check_positive_int(True, "size")
    with pytest.raises(ValueError, match=r"in \[0, 1\)"):
        Validator.check_float_range(1.0, 0, 1, Rel.INC_LEFT, "p")
    with pytest.raises(ValueError, match="one of"):
        Validator.check_string("c", ["a", "b"])

    class Net(nn.Cell):
        def __init__(self, size):
            super().__init__()
            self.size = Validator.check_positive_int(size, "size", self.cls_name)
            self.w = Parameter(Tensor(np.ones(size, np.float32)))

        def construct(self, x):
            return x * self.w * _checkparam.check_positive_int(self.size)

    assert grad(Net(2))(Tensor([1.0, 2.0])).tolist() == [2, 2]


def test_types_of_arguments_are_checked():
    from mindspore._checkparam import args_type_check

    class Net(nn.Cell):
        @args_type_check(size=int)
        def __init__(self, size):
            super().__init__()
            self.size = size

        @args_type_check(x=Tensor)
        def construct(self, x):
            return x * self.size

    net = Net(3)
    assert grad(net)(Tensor([1.0, 2.0])).tolist() == [3, 3]
    with pytest.raises(TypeError, match=r"the 'size' must be of type .*int"):
        Net(2.5)


class Gathering(nn.Cell):
    def __init__(self, calls):
        super().__init__()
        from mindspore import ops

        self.reduce = ops.AllReduce(ops.ReduceOp.SUM)
        self.summary = ops.ScalarSummary()
        self.calls = calls

    def construct(self, x):
        return self.reduce(x) if self.calls else x * x


def test_an_operator_that_srcad_lacks_is_refused_where_it_is_called():
    x = Tensor(3.0)
    assert grad(Gathering(False))(x) == 6
    with pytest.raises(MissingNameError, match=r"AllReduce.*one process"):
        Gathering(True)(x)
    with pytest.raises(srcad.CompileError, match=r"AllReduce.*one process"):
        grad(Gathering(True))(x)
