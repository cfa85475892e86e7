"""``pytest --srcad`` makes two tests of each target.

``pyproject.toml::net::golden`` fails where the module of the target ``net`` is not
its golden file, ``pyproject.toml::net::gradient`` where it fails the gradient check.
Nothing has to be written for that. Neither srcad nor NumPy is imported before the
targets are collected: so this is a package of its own, beside srcad.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_srcad.targets import TargetsFile


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--srcad``."""
    parser.getgroup("srcad").addoption(
        "--srcad",
        action="store_true",
        help="test each target of [tool.srcad]: its golden file and its gradient",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect the targets' file as well, where it is in no folder that is collected."""
    if not config.getoption("--srcad"):
        return
    path = _file(config)
    named = [Path(word.partition("::")[0]) for word in config.args]
    folders = [config.invocation_params.dir / one for one in named]
    if path.is_file() and not any(path.is_relative_to(one) for one in folders):
        config.args.append(str(path))


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> TargetsFile | None:
    """Collect the targets of the project's pyproject.toml."""
    if not parent.config.getoption("--srcad") or file_path != _file(parent.config):
        return None
    # Late: a run without `--srcad` imports none of it.
    from pytest_srcad.targets import TargetsFile

    return TargetsFile.from_parent(parent, path=file_path)


def _file(config: pytest.Config) -> Path:
    return config.rootpath / "pyproject.toml"
