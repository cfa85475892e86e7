"""Time the gradients of models of mindcv, on MindSpore and on srcad.

    <python with MindSpore> tools/oracles/time_models.py run real.json
    srcad run tools/oracles/time_models.py run ours.json
    python tools/oracles/time_models.py compare real.json ours.json [stored.json]

Of each model the loss of a few small images is differentiated by every Parameter, in
MindSpore's PyNative mode: the seconds until the first gradient is there, and the median
of later calls; then those of the processor, for a machine that does other things, too.
srcad compiles a model when it is first called, and finds it in its store in the next
process: with the store of a first run, ``stored.json`` says what that takes. Both sides
need mindcv on their path; ``compare`` prints ratios, srcad's seconds over MindSpore's.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

MODELS = {
    "squeezenet": "squeezenet1_1",
    "resnet": "resnet18",
    "mobilenetv2": "mobilenet_v2_050_224",
    "shufflenetv2": "shufflenet_v2_x0_5",
    "mobilenetv3": "mobilenet_v3_small_100",
}
SIDE, BATCH, CALLS = 64, 4, 5


def run(path: str) -> None:
    """Time every model on the ``mindspore`` that there is."""
    import mindspore as ms

    ms.set_context(mode=ms.PYNATIVE_MODE)
    found: dict[str, list[float]] = {}
    for module, name in MODELS.items():
        net = getattr(import_module(f"mindcv.models.{module}"), name)(num_classes=10)
        net.set_train(True)
        found[name] = seconds(ms, net)
        print(name, *(f"{one:.3f}" for one in found[name]), flush=True)
    Path(path).write_text(json.dumps(found))


def seconds(ms: Any, net: Any) -> list[float]:
    """Until the first gradient, and of later ones; of the processor, the same two."""
    criterion = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")

    def loss(images: Any, labels: Any) -> Any:
        return criterion(net(images), labels)

    random = np.random.default_rng(0)
    images = random.normal(size=(BATCH, 3, SIDE, SIDE)).astype(np.float32)
    given = ms.Tensor(images), ms.Tensor(np.arange(BATCH, dtype=np.int32))
    gradient = ms.value_and_grad(loss, None, net.trainable_params())
    times, busy = [], []
    for _ in range(CALLS + 1):
        start, worked = time.perf_counter(), time.process_time()
        _, slopes = gradient(*given)
        # MindSpore computes later than it is asked to.
        for slope in slopes:
            slope.asnumpy()
        times.append(time.perf_counter() - start)
        busy.append(time.process_time() - worked)
    return [float(x) for t in (times, busy) for x in (t[0], np.median(t[1:]))]


def compare(real: str, *ours: str) -> None:
    """Print the seconds of both sides and their ratios."""
    theirs, *sides = (json.loads(Path(one).read_text()) for one in (real, *ours))
    for name, want in theirs.items():
        print(f"{name}: MindSpore {_words(want)}")
        for file, side in zip(ours, sides, strict=True):
            have = side[name]
            ratios = " ".join(f"{x / y:.2f}" for x, y in zip(have, want, strict=True))
            print(f"    {Path(file).stem}: {_words(have)}: {ratios}")


def _words(times: list[float]) -> str:
    first, later, busy_first, busy = times
    wall = f"{first:.2f} s, then {later * 1000:.0f} ms"
    return f"{wall} (of the processor {busy_first:.2f} s, {busy * 1000:.0f} ms)"


if __name__ == "__main__":
    if sys.argv[1] == "run":
        run(sys.argv[2])
    else:
        compare(*sys.argv[2:])
