"""Attention: what its forms have in common, and what is refused."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn

RANDOM = np.random.default_rng(1)
STEPS, BATCH, SIZE = 3, 2, 4


def drawn(*shape):
    return RANDOM.normal(size=shape)


def attention(**settings):
    srcad.set_seed(3)
    return nn.MultiheadAttention(SIZE, 2, **settings).to_float(srcad.float64)


def test_the_batch_may_come_first_or_be_missing():
    x = drawn(STEPS, BATCH, SIZE)
    out, weights = attention()(*[Tensor(x)] * 3)
    first, same = attention(batch_first=True)(*[Tensor(x.swapaxes(0, 1))] * 3)
    np.testing.assert_allclose(first.asnumpy().swapaxes(0, 1), out.asnumpy())
    np.testing.assert_allclose(same.asnumpy(), weights.asnumpy())
    single, one = attention()(*[Tensor(x[:, 0])] * 3)
    np.testing.assert_allclose(single.asnumpy(), out.asnumpy()[:, 0])
    np.testing.assert_allclose(one.asnumpy(), weights.asnumpy()[0])
    np.testing.assert_allclose(weights.asnumpy().sum(-1), 1)


def test_masks_of_bools_and_of_numbers():
    x = Tensor(drawn(STEPS, BATCH, SIZE))
    later = np.triu(np.ones((STEPS, STEPS), bool), 1)
    out, weights = attention()(x, x, x, attn_mask=Tensor(later))
    assert (weights.asnumpy()[:, later] == 0).all()
    numbers = np.where(later, -np.inf, 0.0)
    added = attention()(x, x, x, attn_mask=Tensor(numbers))[0]
    np.testing.assert_allclose(added.asnumpy(), out.asnumpy())
    each = np.broadcast_to(later, (2 * BATCH, STEPS, STEPS)).copy()
    same = attention()(x, x, x, attn_mask=Tensor(each))[0]
    np.testing.assert_allclose(same.asnumpy(), out.asnumpy())


def test_steps_that_are_added_are_always_seen():
    x = Tensor(drawn(STEPS, BATCH, SIZE))
    hidden = Tensor(np.ones((BATCH, STEPS), bool))
    net = attention(add_bias_kv=True, add_zero_attn=True)
    _, weights = net(x, x, x, hidden, average_attn_weights=False)
    assert weights.shape == (BATCH, 2, STEPS, STEPS + 2)
    np.testing.assert_allclose(weights.asnumpy()[..., STEPS:].sum(-1), 1)
    mask = Tensor(np.triu(np.ones((STEPS, STEPS), bool), 1))
    assert attention(add_zero_attn=True)(x, x, x, None, False, mask)[0].shape == x.shape


def test_other_sizes_of_keys_and_values():
    net = attention(kdim=3, vdim=5)
    query, key, value = drawn(3, 2, 4), drawn(6, 2, 3), drawn(6, 2, 5)
    out = net(Tensor(query), Tensor(key), Tensor(value), need_weights=False)
    assert len(out) == 1
    assert out[0].shape == (3, 2, 4)
    assert [p.name for p in net.get_parameters()] == [
        *("q_proj_weight", "k_proj_weight", "v_proj_weight", "in_proj_bias"),
        *("out_proj.weight", "out_proj.bias"),
    ]


def test_names_are_mindspores():
    names = [p.name for p in nn.Transformer(4, 2, 1, 1, 3).get_parameters()]
    assert names[0] == "encoder.layers.0.self_attn.in_proj_weight"
    assert names[-1] == "decoder.norm.beta"
    assert "decoder.layers.0.multihead_attn.out_proj.bias" in names
    assert "decoder.layers.0.norm3.gamma" in names


def test_what_is_refused():
    with pytest.raises(ValueError, match="divisible"):
        nn.MultiheadAttention(5, 2)
    with pytest.raises(ValueError, match="relu/gelu"):
        nn.TransformerEncoderLayer(4, 2, activation="tanh")
    with pytest.raises(ValueError, match="d_model"):
        nn.Transformer(4, 2, 1, 1, 3)(Tensor(drawn(3, 2, 5)), Tensor(drawn(3, 2, 5)))
