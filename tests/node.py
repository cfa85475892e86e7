"""Programs of npm that tests use: a browser, and what checks documents by a schema.

``make test-more`` installs them from ``tests/browser/package.json`` into
``.venvs/browser``; SRCAD_BROWSER names another folder.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = Path(os.environ.get("SRCAD_BROWSER", ROOT / ".venvs" / "browser"))


def run(script: str, **given):
    """Give values to a script of ``tests/browser``, and return what it prints.

    The test is skipped where node or the modules are not there.
    """
    if shutil.which("node") is None or not (MODULES / "node_modules").is_dir():
        pytest.skip("node or its modules are not there: make test-more installs them")
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "browser" / script)],
        input=json.dumps({"modules": str(MODULES), **given}),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
