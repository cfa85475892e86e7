"""Checkpoints: MindSpore's own files, safetensors and npz.

``files`` was written by MindSpore 2.10 (tools/oracles/checkpoints.py).
"""

import sys
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn
from srcad.train import load_checkpoint, load_param_into_net, save_checkpoint, wire

FILES = Path(__file__).with_name("files")
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/oracles"))

import checkpoints as oracle  # noqa: E402 - from the folder above

FORMATS = ("ckpt", "safetensors", "npz")


def assert_same(found, expected):
    assert sorted(found) == sorted(expected)
    for name, array in expected.items():
        have = found[name].asnumpy()
        assert (have.dtype, have.shape) == (array.dtype, array.shape)
        np.testing.assert_array_equal(have, array)
        assert found[name].name == name


@pytest.mark.parametrize("form", ["ckpt", "safetensors"])
def test_files_of_mindspores_are_read(form):
    assert_same(
        load_checkpoint(FILES / f"arrays.{form}", format=form), oracle.entries()
    )


def test_a_network_of_mindspores_is_loaded_and_written_byte_for_byte(tmp_path):
    net = oracle.net(srcad)
    expected = [p.asnumpy().copy() for p in net.get_parameters()]
    for parameter in net.get_parameters():
        parameter.set_data(Tensor(np.zeros(parameter.shape)))
    load_checkpoint(FILES / "net.ckpt", net)
    for parameter, array in zip(net.get_parameters(), expected, strict=True):
        np.testing.assert_array_equal(parameter.asnumpy(), array)
    save_checkpoint(net, tmp_path / "mine")
    written = (tmp_path / "mine.ckpt").read_bytes()
    assert written == (FILES / "net.ckpt").read_bytes()


def test_files_are_mindspores_byte_for_byte(tmp_path):
    save_checkpoint(oracle.entries(), tmp_path / "arrays.ckpt")
    written = (tmp_path / "arrays.ckpt").read_bytes()
    assert written == (FILES / "arrays.ckpt").read_bytes()
    save_checkpoint(
        {"fc.weight": oracle.entries()["fc.weight"]},
        tmp_path / "checked.ckpt",
        append_dict={"epoch": 3, "note": "übung"},
        crc_check=True,
    )
    written = (tmp_path / "checked.ckpt").read_bytes()
    assert written == (FILES / "checked.ckpt").read_bytes()


def test_strings_numbers_and_checksums():
    found = load_checkpoint(FILES / "checked.ckpt")
    assert int(found["epoch"]) == 3
    assert found["note"] == "übung"
    text = bytearray((FILES / "checked.ckpt").read_bytes())
    text[30] ^= 1
    with pytest.raises(ValueError, match="checksum"):
        wire.decoded(bytes(text))


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_gives_back_what_it_got(form, tmp_path):
    arrays = {**oracle.entries(), "none": np.zeros((0, 3)), "empty": np.zeros(0)}
    arrays["turned"] = np.arange(6.0).reshape(2, 3).T
    save_checkpoint(arrays, tmp_path / "a", format=form)
    path = tmp_path / f"a.{form}"
    assert_same(load_checkpoint(path, format=form), arrays)
    assert_same(load_checkpoint(str(path)), arrays)


def test_large_arrays_come_in_pieces(monkeypatch):
    monkeypatch.setattr(wire, "PIECE", 16)
    array = np.arange(9.0)
    text = wire.encoded({"a": array, "b": array[:1]})
    assert text.count(b"Float64") == 6
    np.testing.assert_array_equal(wire.decoded(text)["a"], array)


def test_dims_may_be_packed_and_of_old():
    tensor = (
        b"\x0a\x02\x02\x01" + b"\x12\x05Int32" + b"\x1a\x08" + b"\x01\0\0\0\x02\0\0\0"
    )
    entry = b"\x0a\x01a" + b"\x12" + bytes([len(tensor)]) + tensor
    found = wire.decoded(b"\x0a" + bytes([len(entry)]) + entry)["a"]
    assert found.tolist() == [[1], [2]]
    tensor = b"\x08\x00" + b"\x12\x05Int32" + b"\x1a\x04" + b"\x07\0\0\0"
    entry = b"\x0a\x01a" + b"\x12" + bytes([len(tensor)]) + tensor
    found = wire.decoded(b"\x0a" + bytes([len(entry)]) + entry)["a"]
    assert (found.shape, found.tolist()) == ((), 7)


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_no_such_file(form, tmp_path):
    save_checkpoint(oracle.entries(), tmp_path / "a", format=form)
    whole = (tmp_path / f"a.{form}").read_bytes()
    bad = tmp_path / f"bad.{form}"
    for text in (b"not a checkpoint at all", whole[: len(whole) // 2], b"\xff" * 40):
        bad.write_bytes(text)
        with pytest.raises(ValueError, match=r"This is not|damaged"):
            load_checkpoint(bad, format=form)


def test_dtypes_that_numpy_lacks_are_named():
    text = wire.encoded({"a": np.zeros(2, np.int16)}).replace(b"Int16", b"BFl16")
    with pytest.raises(ValueError, match="`a` has the dtype BFl16"):
        wire.decoded(text)
    with pytest.raises(ValueError, match="no arrays of"):
        wire.encoded({"a": np.array(["x"])})


def test_prefixes_and_choices(tmp_path):
    net = oracle.net(srcad)
    path = tmp_path / "net.ckpt"
    save_checkpoint(net, path, choice_func=lambda name: "moving" not in name)
    names = set(load_checkpoint(path))
    assert names == {p.name for p in net.trainable_params()}
    assert set(load_checkpoint(path, specify_prefix="head")) == {
        "head.weight",
        "head.bias",
    }
    assert "head.bias" not in load_checkpoint(path, filter_prefix=("head", "x"))
    chosen = load_checkpoint(path, choice_func=lambda name: name.endswith("bias"))
    assert all(name.endswith("bias") for name in chosen)
    with pytest.raises(ValueError, match="empty"):
        load_checkpoint(path, specify_prefix="no")


def test_what_was_not_loaded_is_said():
    net = nn.Dense(2, 1)
    given = {"weight": Parameter(Tensor([[1.0, 2.0]]), "weight"), "other": Tensor(1.0)}
    with pytest.warns(UserWarning, match="bias"):
        assert load_param_into_net(net, given) == (["bias"], ["other"])
    assert net.weight.asnumpy().tolist() == [[1, 2]]


def test_dtypes_and_shapes_that_do_not_fit():
    net = nn.Dense(2, 1, has_bias=False)
    wide = {"weight": Tensor(np.array([[1.0, 2.0]]))}
    load_param_into_net(net, wide)
    assert net.weight.dtype == srcad.float32
    for given, strict in (
        (wide, True),
        ({"weight": Tensor([[1, 2]])}, False),
        ({"weight": Tensor([[1.0]])}, False),
    ):
        with pytest.raises(RuntimeError, match="weight"):
            load_param_into_net(net, given, strict)
    for call in (
        lambda: load_param_into_net(3, {}),
        lambda: load_param_into_net(net, [wide]),
        lambda: load_param_into_net(net, {"weight": "text"}),
        lambda: save_checkpoint(3, "a"),
        lambda: save_checkpoint([3], "a"),
        lambda: save_checkpoint({3: Tensor(1.0)}, "a"),
        lambda: save_checkpoint({"a": object()}, "a"),
    ):
        with pytest.raises(TypeError):
            call()


def test_what_is_refused(tmp_path):
    for call in (
        lambda: save_checkpoint({"a": Tensor(1.0)}, tmp_path / "a", enc_key=b"k"),
        lambda: save_checkpoint({"a": Tensor(1.0)}, tmp_path / "a", format="pickle"),
        lambda: save_checkpoint({"a": "text"}, tmp_path / "a", format="npz"),
        lambda: load_checkpoint(FILES / "net.ckpt", dec_key=b"k"),
    ):
        with pytest.raises(ValueError, match=r"srcad|format"):
            call()
    assert list(tmp_path.iterdir()) == []


def test_an_optimizer_goes_on_where_it_stood(tmp_path):
    def made():
        srcad.set_seed(1)
        net = nn.Dense(2, 1)
        return nn.Adam(net.trainable_params(), 0.1), net

    slopes = (Tensor([[1.0, -2.0]]), Tensor([0.5]))
    optimizer, net = made()
    optimizer(slopes)
    save_checkpoint(nn.TrainOneStepCell(net, optimizer), tmp_path / "a.ckpt")
    optimizer(slopes)
    again, other = made()
    assert load_checkpoint(tmp_path / "a.ckpt", nn.TrainOneStepCell(other, again))
    again(slopes)
    assert (other.weight == net.weight).all()
