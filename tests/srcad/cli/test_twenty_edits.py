"""The review of a project: ten targets, and edits as people make them.

The project is in ``reviewed/``. For each edit it stands here which targets differ, and
what the five lines of each are: the cause; which numbers are the same; whether the new
gradient is true; what the cost has become; of what class the change is. The costs are
counted by hand, as the comments say. ``n`` elements of a float64 array are ``8*n`` bytes.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.review import lock, record
from tests import processes

pytestmark = pytest.mark.long

REVIEWED = Path(__file__).parent / "reviewed"
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
            "+8*k*m*n + 8*k*m + 4*k*n + 20*m*n",
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
        # A step: three products of 2 * 3 * 3, and six times 3; a state is kept, and
        # eight times as much is on the way.
        ("+144*batch", "+48*batch", "+384*batch"),
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


@pytest.fixture(scope="module")
def accepted(tmp_path_factory):
    """The project, with goldens and a lock."""
    folder = tmp_path_factory.mktemp("reviewed") / "project"
    shutil.copytree(REVIEWED, folder)
    run(folder, "check", "-q")
    assert run(folder, "accept", "--all", "-q").returncode == 0
    return folder


@pytest.fixture
def project(accepted, tmp_path):
    return shutil.copytree(accepted, tmp_path / "project")


def run(folder, *words):
    environment = {
        **os.environ,
        "SRCAD_CACHE_DIR": str(folder.parent / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("CI", None)
    return processes.run(words, folder, environment)


def change(project, changes):
    for file, pairs in changes.items():
        text = (project / file).read_text()
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new)
        (project / file).write_text(text)


def five_lines(project, *words):
    """The five lines of each target that differs."""
    out = run(project, "diff", "-q", *words).stdout
    found, lines = {}, {}
    for line in out.splitlines():
        if line.startswith("golden "):
            lines = found.setdefault(line.split()[2], {})
        elif named := re.match(r"(cause|numbers|truth|cost|class): +(.*)", line):
            lines[named[1]] = named[2]
    return found


def differences(cost):
    """What the line says of operations, residuals and temporaries: what they are more,
    or "" where they are as before."""
    found = []
    for part in cost.split(" · "):
        part = re.sub(r" \(at [^()]*\)$", "", part)
        if part.endswith(" as before"):
            found.append("")
        else:
            assert " -> " in part, part
            found.append(part.rpartition(", ")[2])
    return tuple(found)


def check_lines(said, edit):
    assert list(said) == ["cause", "numbers", "truth", "cost", "class"]
    assert said["cause"] == edit.cause
    numbers = re.sub(r"(moved|max rel) \S+?(?=[ ;]|$)", r"\1", said["numbers"])
    # Of many, those that moved most are named.
    if more := re.match(r"out moved · (.*) · (\d+) more are apart", numbers):
        count = more[1].count("moved") + int(more[2])
        numbers = f"out and {count} gradients moved{numbers[more.end() :]}"
    assert sorted(numbers.split(" · ")) == sorted(edit.numbers.split(" · "))
    truth = re.sub(r"\[.*finite differences [^;]*(;|$)", r" off\1", said["truth"])
    assert re.sub(r"^ok: .*", "ok", truth) == edit.truth
    if edit.truth == "ok":
        # The worst is that of float32, checked in float64.
        assert re.match(
            r"ok: finite differences \de-0[5-9]|ok: finite differences \de-1\d",
            said["truth"],
        )
    assert differences(said["cost"]) == edit.cost
    assert said["class"] == edit.kind


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.title)
def test_the_five_lines(project, edit):
    change(project, edit.changes)
    said = five_lines(project)
    assert list(said) == [edit.target]
    check_lines(said[edit.target], edit)
    same = "bitwise same" in edit.numbers and "moved" not in edit.numbers
    taken = same and edit.kind in ("rename", "order", "formatting", "header only")
    run(project, "check", "-q")
    assert run(project, "accept", "--same-numbers", "-q").returncode == 0
    assert run(project, "check", edit.target, "-q").returncode == (0 if taken else 1)


def test_a_comment_changes_nothing(project):
    comment = "    # Quadratic near 0, linear far from it.\n"
    change(project, {"models/losses.py": [(comment, "    # As usual.\n\n")]})
    assert five_lines(project) == {}
    assert run(project, "check").returncode == 0


def test_a_deleted_target(project):
    text = (project / PYPROJECT).read_text()
    start = text.index('[[tool.srcad.targets]]\nname = "root"')
    (project / PYPROJECT).write_text(text[:start])
    assert five_lines(project) == {}
    done = run(project, "check")
    assert (done.returncode, done.stdout) == (
        1,
        "golden obsolete: root (golden/root.py; no target makes it)\n",
    )
    assert run(project, "prune").returncode == 0
    assert "root" not in lock.read(project / "golden")
    assert run(project, "check").returncode == 0


def test_an_upgraded_rule_of_srcad(project, monkeypatch):
    row = PRIMITIVES["tanh"]
    changed = replace(row, derivative=("(1 - out) * (1 + out)",))
    monkeypatch.setitem(PRIMITIVES, "tanh", changed)
    record._rules.cache_clear()
    said = five_lines(project, "--no-cache")
    expected = Edit(
        "",
        {},
        "recurrent",
        "rule of np.tanh changed",
        "out bitwise same · dx max rel · weight max rel",
        "structure",
        # A sum more in each of the four steps, of three numbers.
        ("+12*batch", "", "+96*batch"),
    )
    assert list(said) == ["recurrent"]
    check_lines(said["recurrent"], expected)


def test_another_version_of_srcad(project):
    """What an older one has written: other names for what has none."""
    path = project / "golden" / "distance.py"
    path.write_text(path.read_text().replace("dout_sum", "dsquares"))
    known = lock.read(path.parent)["distance"]
    known |= {"srcad": "0.0.9", "golden": lock.text_digest(path.read_text())}
    lock.update(path.parent, {"distance": known})
    said = five_lines(project)
    version = record._version()
    expected = Edit(
        "",
        {},
        "distance",
        f"srcad 0.0.9 -> {version}: text only",
        "out, dx, dy bitwise same",
        "rename",
    )
    assert list(said) == ["distance"]
    check_lines(said["distance"], expected)
    run(project, "check", "-q")
    done = run(project, "accept", "--same-numbers")
    assert done.stdout == "distance  rename, out, dx, dy bitwise same\n"
    assert run(project, "check", "-q").returncode == 0


WITH_GIT = (
    "a changed constant",
    "a new layer",
    "an upgraded rule of the project",
    "a default of __init__",
    "another activation",
    "a loop count",
    "a new Parameter",
)


def test_the_cause_of_git_where_there_is_no_lock(project, tmp_path):
    """The commit of the golden has the text of constructors and constants, too."""
    (project / "golden" / lock.NAME).unlink()
    names = ("-c", "user.name=a", "-c", "user.email=b")
    for words in (["init", "-q"], ["add", "."], [*names, "commit", "-qm", "x"]):
        subprocess.run(["git", *words], cwd=project, check=True)
    for edit in (one for one in EDITS if one.title in WITH_GIT):
        edited = shutil.copytree(project, tmp_path / edit.title)
        change(edited, edit.changes)
        assert five_lines(edited)[edit.target]["cause"] == edit.cause


def test_the_cause_of_the_golden_alone(project, tmp_path):
    """Without a lock and without git: what it quotes, and what its docstring says."""
    (project / "golden" / lock.NAME).unlink()
    for title in (
        "a bug in a bprop",
        "a swapped axis",
        "a renamed local",
        "a tolerance",
    ):
        (edit,) = (one for one in EDITS if one.title == title)
        edited = shutil.copytree(project, tmp_path / edit.title)
        change(edited, edit.changes)
        assert five_lines(edited)[edit.target]["cause"] == edit.cause
