"""The pins under requirements/ fit pyproject.toml, on each Python that srcad runs on."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
BUILD = PROJECT["dependency-groups"]["build"]
WANTED = {
    "demo": [*PROJECT["project"]["dependencies"], *BUILD, *EXTRAS["examples"]],
    "test": [
        *PROJECT["project"]["dependencies"],
        *BUILD,
        *EXTRAS["examples"],
        *EXTRAS["dev"],
    ],
    "numba": [
        *PROJECT["project"]["dependencies"],
        *BUILD,
        *EXTRAS["dev"],
        *EXTRAS["numba"],
    ],
}
NUMPY = ["numpy"]
FILES = [
    *((name, version) for name in WANTED for version in ("3.11", "3.12", "3.13")),
    *(
        (f"numpy-{name}", version)
        for name in ("oldest", "newest")
        for version in ("3.9", "3.10", "3.11", "3.12", "3.13")
    ),
]


def pins(name: str, version: str) -> dict[str, str]:
    """What a file pins on a version of Python, on Linux."""
    text = (FOLDER / f"{name}.txt").read_text().replace("\\\n", " ")
    found: dict[str, str] = {}
    for line in text.splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", line.strip())
        if not requirement or requirement.startswith("#"):
            continue
        assert hashes, line
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", item) for item in hashes)
        words, _, marker = requirement.partition(" ; ")
        environment = {
            "python_version": version,
            "python_full_version": f"{version}.1",
            "sys_platform": "linux",
        }
        if marker and not Marker(marker).evaluate(environment):
            continue
        package, equals, pinned = words.partition("==")
        assert equals, line
        assert package not in found
        found[package] = pinned
    return found


@pytest.mark.parametrize(("name", "version"), FILES)
def test_what_is_asked_for_is_pinned(name: str, version: str) -> None:
    pinned = pins(name, version)
    for text in WANTED.get(name, NUMPY):
        requirement = Requirement(text)
        found = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(found), f"{text}: {found} is pinned"


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_what_the_tests_run_with_holds_what_the_demo_runs_with(version: str) -> None:
    assert pins("demo", version).items() <= pins("test", version).items()


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_no_file_says_where_packages_are(path: Path) -> None:
    text = path.read_text()
    assert "://" not in text
    assert "-index" not in text
