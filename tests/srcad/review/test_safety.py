"""What a golden may hold to be run; ``test_compared`` shows that it is not."""

import ast

from srcad.review.safety import refusal
from tests.srcad.review.conftest import GOLDEN


def refused(old, new=""):
    return refusal(ast.parse(old), ast.parse(new))


def test_every_golden_of_this_project_may_be_run():
    plain = ast.parse("import numpy as np")
    spliced = {"hook", "spiking_neuron"}
    for path in sorted(GOLDEN.rglob("*.py")):
        if path.stem not in spliced:
            tree = ast.parse(path.read_text())
            found = refusal(tree, plain)
            assert not found or "import" in found, path
            assert not refusal(tree, tree)


def test_what_the_new_module_has_as_well_may_be_there():
    assert "import os" in refused("import os")
    assert not refused("import os", "import os")
    assert "from model import f" in refused("from model import f", "import model")
    assert "`exec`" in refused("exec('1')", "import os")
    assert "`__class__`" in refused("().__class__")
    assert not refused("import numpy as np\nx = np.exp(getattr(y, 'shape', None))")
