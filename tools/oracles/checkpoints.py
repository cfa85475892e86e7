"""Checkpoints between srcad and MindSpore, and the library of safetensors.

    <python with MindSpore> tools/oracles/checkpoints.py write FOLDER
    srcad run tools/oracles/checkpoints.py read FOLDER

and the other way round, ``srcad run`` first.
``read`` exits 1 where a name, a dtype, a shape or a number is another than what
``write`` writes. The files of tests/srcad/train/files are MindSpore 2.10's.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

FORMATS = ("ckpt", "safetensors")


def entries() -> dict[str, Any]:
    """Arrays of several dtypes and shapes, by their names."""
    return {
        "fc.weight": np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3),
        "half": np.array([0.5, -2.0], np.float16),
        "double": np.array([[1e-300]], np.float64),
        "count": np.array([3, -4], np.int32),
        "long": np.array([2**40], np.int64),
        "flag": np.array([True, False]),
        "number": np.array(2.5, np.float32),
        "bytes": np.arange(3, dtype=np.uint8),
    }


def net(ms: Any) -> Any:
    """A network with Cells in lists, whose names tell the prefixes."""

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.blocks = ms.nn.CellList(
                [ms.nn.SequentialCell([ms.nn.Dense(2, 3), ms.nn.BatchNorm1d(3)])]
            )
            self.head = ms.nn.Dense(3, 1)

    made = Net()
    for number, parameter in enumerate(made.get_parameters()):
        parameter.set_data(
            ms.Tensor(np.full(parameter.shape, number + 0.5, np.float32))
        )
    return made


def write(folder: Path) -> None:
    """Write the arrays and the network, in each format."""
    import mindspore as ms

    folder.mkdir(parents=True, exist_ok=True)
    for form in FORMATS:
        arrays = [
            {"name": name, "data": ms.Tensor(array)}
            for name, array in entries().items()
        ]
        ms.save_checkpoint(arrays, str(folder / f"arrays.{form}"), format=form)
        ms.save_checkpoint(net(ms), str(folder / f"net.{form}"), format=form)
    ms.save_checkpoint(
        arrays[:1],
        str(folder / "checked.ckpt"),
        append_dict={"epoch": 3, "note": "übung"},
        crc_check=True,
    )


def read(folder: Path) -> int:
    """Print what differs; 1 where something does."""
    import mindspore as ms

    wrong = 0
    for form in FORMATS:
        found = ms.load_checkpoint(str(folder / f"arrays.{form}"), format=form)
        wrong += sorted(found) != sorted(entries())
        for name, array in entries().items():
            have = found[name].asnumpy()
            if (have.dtype, have.shape) != (array.dtype, array.shape) or (
                have != array
            ).any():
                wrong += 1
                print(f"{form} {name}: {have.dtype}{have.shape} {have}")
        other = net(ms)
        for parameter in other.get_parameters():
            parameter.set_data(ms.Tensor(np.zeros(parameter.shape, np.float32)))
        loaded = ms.load_checkpoint(str(folder / f"net.{form}"), format=form)
        missing, left = ms.load_param_into_net(other, loaded)
        same = zip(other.get_parameters(), net(ms).get_parameters(), strict=True)
        if missing or left or any((a.asnumpy() != b.asnumpy()).any() for a, b in same):
            wrong += 1
            print(f"{form} net: {missing} {left}")
    found = ms.load_checkpoint(str(folder / "checked.ckpt"), crc_check=True)
    if int(found["epoch"].asnumpy()) != 3 or str(found["note"]) != "übung":
        wrong += 1
        print(f"checked: {found}")
    print(f"{wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(Path(sys.argv[2]))
    else:
        sys.exit(read(Path(sys.argv[2])))
