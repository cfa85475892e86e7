"""Edits of the project in ``reviewed/``, and what is to be said of each.

The costs are counted by hand, as the comments say: ``n`` elements of a float64 array are
``8*n`` bytes.
"""

from dataclasses import dataclass

PYPROJECT = "pyproject.toml"
SAME = ("", "", "")


@dataclass(frozen=True)
class Edit:
    """An edit, and what is to be said of the one target that differs.

    ``numbers`` has no magnitudes, ``truth`` no numbers; ``cost`` are the differences of
    operations, bytes of residuals and bytes of temporaries.
    """

    title: str
    changes: dict[str, list[tuple[str, str]]]
    target: str
    cause: str
    numbers: str
    kind: str
    cost: tuple[str, str, str] = SAME
    truth: str = "ok"


EDITS = [
    Edit(
        "a bug in a bprop",
        {"models/clip.py": [("root * root * root", "root * root")]},
        "clip",
        "models/clip.py:17 changed (root * root * root -> root * root)",
        "out bitwise same · dx moved",
        "structure",
        # One product less.
        ("-n", "", "-8*n"),
        "failed: x off; the user's own `bprop` is used for `SoftClip` (models/clip.py:14)",
    ),
    Edit(
        "a swapped axis",
        {"models/attention.py": [("axis=2", "axis=1")]},
        "attention",
        "models/attention.py:19 changed (axis=2 -> axis=1)",
        "out moved · key.weight moved · dx moved",
        "constant",
    ),
    Edit(
        "a renamed local",
        {"models/distance.py": [("apart", "gap")]},
        "distance",
        "models/distance.py:7 changed (apart -> gap); models/distance.py:8 changed (apart * apart -> gap * gap)",
        "out, dx, dy bitwise same",
        "rename",
    ),
    Edit(
        "a changed constant",
        {"models/losses.py": [("delta = 1.0", "delta = 0.5")]},
        "huber",
        "models/losses.py:8 changed (delta = 1.0 -> delta = 0.5)",
        "out moved · dprediction moved · dlabel moved",
        # The product with delta had been left out where delta was 1.
        "structure",
        # It stands in both halves now.
        ("+2*n", "", "+16*n"),
    ),
    Edit(
        "a new layer",
        {
            "models/classifier.py": [
                (
                    "        self.last =",
                    "        self.middle = nn.Dense(hidden, hidden)\n        self.last =",
                ),
                (
                    "        return",
                    "        h = self.relu(self.middle(h))\n        return",
                ),
            ]
        },
        "classifier",
        "models/classifier.py:13 added (self.middle = nn.Dense(hidden, hidden)); models/classifier.py:18 added (h = self.relu(self.middle(h)))",
        "out and 5 gradients moved; middle.weight is new; middle.bias is new",
        "signature",
        # 16 to 16: three products of 2 * 16 * 16 a row, and 16 each of the bias, relu,
        # its mask, the product with that, and the sum for the bias. h is kept, of 4 * 16
        # bytes; on the way there are four such arrays and the mask of 16 bytes.
        ("+1_616*batch", "+64*batch", "+272*batch"),
    ),
    Edit(
        "an upgraded rule of the project",
        {
            "models/chain.py": [
                (
                    "    sign = np.sign(gap - rest)\n    return dout * sign, -(dout * sign).sum()",
                    "    pull = np.where(gap < rest, -dout, dout)\n    return pull, -pull.sum()",
                )
            ]
        },
        "chain",
        "models/chain.py:15 changed (sign = np.sign(gap - rest) -> pull = np.where(gap < rest, -dout, dout)); models/chain.py:16 changed ((dout * sign, -(dout * sign).sum()) -> (pull, -pull.sum()))",
        "out, dx bitwise same",
        "structure",
        # A comparison and a minus for a sign and a product, and a mask more.
        ("", "", "+n - 1"),
    ),
    Edit(
        "a default of __init__",
        {"models/pooled.py": [("sharpness=3.0", "sharpness=5.0")]},
        "pooled",
        "models/pooled.py:11 init sharpness 3.0 -> 5.0",
        "out moved · dx moved",
        "constant",
    ),
    Edit(
        "a formula in __init__",
        {"models/attention.py": [("1.0 / math.sqrt(width)", "1.0 / width")]},
        "attention",
        "models/attention.py:14 changed (math.sqrt(width) -> width)",
        "out moved · dx moved · key.weight moved",
        # That it was written 1 / 8**0.5, and is 0.125, is no structure.
        "constant",
    ),
    Edit(
        "the init of the target",
        {PYPROJECT: [("hidden = 16", "hidden = 32")]},
        "classifier",
        "init hidden 16 -> 32",
        "not compared: first.weight float32[16, 8] -> float32[32, 8]; first.bias float32[16] -> float32[32]; last.weight float32[4, 16] -> float32[4, 32]; the same in both: x, label, last.bias",
        "signature",
        # 16 columns more: three products each of 2 * 16 * 8 and of 2 * 16 * 4, and five
        # times 16 as above.
        ("+1_232*batch", "+64*batch", "+272*batch"),
    ),
    Edit(
        "the dtype of an input",
        {PYPROJECT: [('x = "float32[n, k]"', 'x = "float64[n, k]"')]},
        "distance",
        "input x: float32 -> float64",
        "out max rel · dy max rel · dx max rel",
        "signature",
        # Every array is twice as wide. Kept: apart and out; on the way: two of m*n*k,
        # five of m*n, and for dy and dx what is summed, once of y and once of -y.
        (
            "",
            "+4*k*m*n + 4*m*n",
            "+8*k*m*n + 8*k*m + 20*m*n",
        ),
    ),
    Edit(
        "a moved statement",
        {
            "models/losses.py": [
                ("    near = 0.5 * residual * residual\n", ""),
                (
                    "- 0.5 * delta)\n",
                    "- 0.5 * delta)\n    near = 0.5 * residual * residual\n",
                ),
            ]
        },
        "huber",
        "models/losses.py:11 moved (far = delta * (size - 0.5 * delta))",
        "out, dprediction, dlabel bitwise same",
        "order",
    ),
    Edit(
        "a helper in another file",
        {"models/helpers.py": [("variance + 1e-2", "variance + 1e-3")]},
        "normalized",
        "models/helpers.py:13 changed (variance + 0.01 -> variance + 0.001)",
        "out moved · dx moved · gain moved",
        "constant",
    ),
    Edit(
        "a rename of an attribute",
        {"models/recurrent.py": [("self.tanh", "self.act")]},
        "recurrent",
        "models/recurrent.py:16 changed (self.tanh -> self.act); models/recurrent.py:22 changed (self.tanh -> self.act)",
        "out, dx, weight bitwise same",
        # It is quoted, and stands nowhere else.
        "formatting",
    ),
    Edit(
        "a rename of an attribute with Parameters",
        {"models/classifier.py": [("self.first", "self.entry")]},
        "classifier",
        "models/classifier.py:11 changed (self.first -> self.entry); models/classifier.py:16 changed (self.first -> self.entry)",
        "out and 5 gradients bitwise same; first.weight is entry.weight now; first.bias is entry.bias now",
        "signature",
    ),
    Edit(
        "a new Parameter",
        {
            "models/normalized.py": [
                (
                    "        self.gain =",
                    '        self.shift = Parameter(Tensor(np.zeros(6)), name="shift")\n        self.gain =',
                ),
                ("* self.gain", "* self.gain + self.shift"),
            ]
        },
        "normalized",
        "models/normalized.py:14 added (self.shift = Parameter(Tensor(np.zeros(6)), name='shift')); models/normalized.py:18 changed (standardised(x, 1) * self.gain -> standardised(x, 1) * self.gain + self.shift)",
        "dx, gain bitwise same · out moved; shift is new",
        "signature",
        # A sum of six in each half; the product before it is on the way.
        ("+12*batch", "", "+48*batch"),
    ),
    Edit(
        "another activation",
        {"models/classifier.py": [("nn.ReLU()", "nn.Tanh()")]},
        "classifier",
        "models/classifier.py:12 changed (nn.ReLU -> nn.Tanh)",
        "out and 5 gradients moved",
        "structure",
        # dh * (1 - h * h) for dh * (h > 0): two more arrays of 4 * 16 bytes for a mask.
        ("+16*batch", "", "+112*batch"),
    ),
    Edit(
        "a loop count",
        {"models/recurrent.py": [("STEPS = 4", "STEPS = 6")]},
        "recurrent",
        "models/recurrent.py:7 changed (STEPS = 4 -> STEPS = 6)",
        "out moved · weight moved · dx moved",
        "constant",
        # A step: three products of 2 * 3 * 3, and six times 3; a state is kept as it is
        # before and, among all of them, after it; seven times as much is on the way.
        ("+144*batch", "+96*batch", "+336*batch"),
    ),
    Edit(
        "a gradient that is cut",
        {
            "models/attention.py": [
                (
                    "ops.softmax(scores, axis=2)",
                    "ops.stop_gradient(ops.softmax(scores, axis=2))",
                )
            ]
        },
        "attention",
        "models/attention.py:19 changed (ops.softmax(scores, axis=2) -> ops.stop_gradient(ops.softmax(scores, axis=2)))",
        "out bitwise same · key.weight moved · dx moved",
        "structure",
        # Without three products of 2 * time * time * 8, five operations on scores, two
        # products of 2 * 8 * 8 and two sums of the rest. The key is not kept, but is on
        # the way, where six arrays of scores, a sum along them and four of the key were.
        (
            "-53*batch*time**2 - 272*batch*time",
            "-64*batch*time - 512",
            "-40*batch*time**2 - 200*batch*time",
        ),
        "failed: x off; cut by `stop_gradient` (models/attention.py:19)",
    ),
    Edit(
        "a new input",
        {
            "models/losses.py": [
                ("(prediction, label)", "(prediction, label, weight)"),
                (
                    "np.where(size <= delta, near, far)",
                    "(np.where(size <= delta, near, far) * weight)",
                ),
            ],
            PYPROJECT: [
                ('label = "float64[n]"', 'label = "float64[n]", weight = "float64[n]"')
            ],
        },
        "huber",
        "input weight is new: float64[n]; models/losses.py:6 changed (huber(prediction, label) -> huber(prediction, label, weight)); models/losses.py:13 changed (np.where(size <= delta, near, far) -> np.where(size <= delta, near, far) * weight)",
        "out moved · dprediction moved · dlabel moved; weight is new",
        "signature",
        # A product, and two for the gradients of its factors; what it multiplies is kept.
        ("+3*n", "+8*n", "+8*n"),
    ),
    Edit(
        "another axis of a reduction",
        {"models/normalized.py": [("standardised(x, 1)", "standardised(x, 0)")]},
        "normalized",
        "models/normalized.py:17 changed (standardised(x, 1) -> standardised(x, 0))",
        "out moved · dx moved · gain moved",
        # The size was a number, and is a name now.
        "structure",
        # Seven operations on what is reduced: of 6 for of batch. One such is kept, eight
        # are on the way.
        ("-7*batch + 42", "-8*batch + 48", "-64*batch + 384"),
    ),
    Edit(
        "a tolerance",
        {"models/root.py": [("1e-9", "1e-12")]},
        "root",
        "models/root.py:8 changed (np.abs(x * x - a).max() > 1e-09 -> np.abs(x * x - a).max() > 1e-12)",
        "out moved · da moved",
        "constant",
    ),
]
