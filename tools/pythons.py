"""The Pythons of this machine, whatever brought them here.

    python tools/pythons.py                  a line for each version
    python tools/pythons.py --path 3.9       one that runs; exits with 1 without it
    python tools/pythons.py --others 3.11    versions from 3.11 on, but not this one's

Looks for `python3.9` and the like on PATH, then asks pyenv, where there is one. A name
says little: it may be a launcher for a version that is not installed, or lack what
`venv` needs. So each candidate is run.
"""

import argparse
import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENTS = ROOT / ".venvs"

# The versions that generated modules run on.
VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13")

PROBE = """
import ensurepip, sys, venv
print(sys.implementation.name, "%d.%d" % sys.version_info[:2])
print(getattr(sys, "_base_executable", sys.executable))
"""


@functools.cache
def found(version: str) -> Path | None:
    """A CPython of a version that runs and can make environments, or None."""
    for candidate in _candidates(version):
        said = _said(candidate, "-I", "-c", PROBE).splitlines()
        if said[:1] == [f"cpython {version}"]:
            return Path(said[1])
    return None


def _candidates(version: str) -> Iterator[str]:
    folders = os.get_exec_path()
    for name in (f"python{version}", "python3", "python"):
        for folder in folders:
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK):
                yield path
    if pyenv := shutil.which("pyenv"):
        for name in reversed(_said(pyenv, "versions", "--bare").split()):
            if name.startswith(f"{version}."):
                yield os.path.join(_said(pyenv, "prefix", name).strip(), "bin/python")
    yield sys.executable


def _said(*command: str) -> str:
    """What a command prints; nothing where it fails."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def environment(version: str, requirements: Path) -> Path:
    """The Python of an environment with what a file pins, made where it is missing.

    Who asks while another process makes it waits for that one. Raises RuntimeError,
    with what pip or venv says, where that fails, and LookupError where the version is
    not found.
    """
    python = found(version)
    if python is None:
        raise LookupError(f"no Python {version} was found")
    folder = ENVIRONMENTS / f"{version}-{requirements.stem}"
    stamp, own = folder / ".installed", folder / "bin" / "python"
    wanted = f"{python} {hashlib.sha256(requirements.read_bytes()).hexdigest()}"
    ENVIRONMENTS.mkdir(exist_ok=True)
    with ENVIRONMENTS.joinpath(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if own.exists() and stamp.exists() and stamp.read_text() == wanted:
            return own
        pip = [str(own), "-m", "pip", "install", "--quiet", "--require-hashes"]
        for command in (
            [str(python), "-m", "venv", "--clear", str(folder)],
            [*pip, "--requirement", str(requirements)],
        ):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(done.stdout + done.stderr)
        stamp.write_text(wanted)
    return own


def main() -> int:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--path", metavar="VERSION")
    parser.add_argument("--others", metavar="LEAST")
    options = parser.parse_args()
    if options.path:
        python = found(options.path)
        if python is not None:
            print(python)
        return int(python is None)
    if options.others:
        if options.others not in VERSIONS:
            parser.error(f"{options.others} is none of {', '.join(VERSIONS)}")
        own = "{}.{}".format(*sys.version_info)
        for version in VERSIONS[VERSIONS.index(options.others) :]:
            if version != own and found(version):
                print(version)
        return 0
    for version in VERSIONS:
        print(f"{version:4}  {found(version) or 'not found'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
