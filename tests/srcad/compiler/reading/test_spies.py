"""What a compilation reads is in its record: objects that note reads bear witness.

``spies.py`` has the spies and the programs.
"""

import re

import numpy as np
import pytest

import srcad
from srcad.gradient.modules import MODULES
from tests.srcad.compiler.reading.spies import PROGRAMS, X, spying

WHOLE = "all_keys"


@pytest.fixture(autouse=True)
def _fresh_store(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    srcad.gradient.modules.default_store.cache_clear()
    MODULES.clear()
    yield
    srcad.gradient.modules.default_store.cache_clear()


def recorded_paths(function, *args):
    """The paths in the record of the modules that a call of the gradient is built from.

    A record is the manifest's list of guards: the text of a path, the question and its
    answer, and the question as the store asks it, with its detail (an absent name).
    A guard on all keys of a dict speaks of those that are absent, too.
    """
    MODULES.clear()
    srcad.value_and_grad(function)(*args)
    modules = [module for known in MODULES.values() for module in known]
    guards = [guard for module in modules for guard in module.manifest["guards"]]
    return [
        f"{path} {WHOLE if ask == 'mapping' else question[-1]}"
        for path, ask, _, question in guards
    ]


def unrecorded(reads, paths):
    """The reads that no path speaks of.

    A path speaks of a read if its words have the attribute or the key that was read,
    whatever holds the spy. All of a container is spoken of by the container's own name.
    """
    words = [set(re.findall(r"\w+", path)) for path in paths]
    return [
        read
        for read in reads
        if not any(
            _word(read) in one or {WHOLE, _word(read, 0)} <= one for one in words
        )
    ]


def _word(read, place=-1):
    return re.findall(r"\w+", read)[place]


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_the_spies_note_what_a_plain_run_reads(program):
    with spying() as reads:
        program.function(X)
    assert set(reads) == program.reads


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_what_is_spied_on_is_compiled_or_refused(program):
    try:
        out, _ = srcad.value_and_grad(program.function)(X)
    except srcad.CompileError:
        return
    assert np.allclose(out, program.function(X))


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_every_read_while_compiling_is_in_the_record(program):
    try:
        with spying() as reads:
            paths = recorded_paths(program.function, X)
    except srcad.CompileError:
        return
    assert unrecorded(reads, paths) == []
    assert unrecorded(program.reads, paths) == []


def test_a_read_without_a_path_is_noticed():
    reads = ["settings.scale", "table['rate']", "rows[...]"]
    paths = ["function.__globals__['settings'].scale", "table['rate']"]
    assert unrecorded(reads, paths) == ["rows[...]"]
    assert unrecorded(["settings.scale"], ["settings.shift"]) == ["settings.scale"]
