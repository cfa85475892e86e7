"""The user's folders: what platformdirs says, mostly without asking it."""

from pathlib import Path

import platformdirs
import pytest

from codegen.user_folders import cache_folder, configuration_folder

HOMES = ("/home/ann", "/home/ann/", "/", "relative", "", "~", None)
CONFIGURED = ("/var/own", "/var/own/", "/var//own", "relative", " ", " /x ", "", None)


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("configured", CONFIGURED)
@pytest.mark.parametrize("android", [False, True])
def test_they_are_those_that_platformdirs_names(monkeypatch, home, configured, android):
    variables = {
        "HOME": home,
        "XDG_CACHE_HOME": configured,
        "XDG_CONFIG_HOME": configured,
        "ANDROID_DATA": "/data" if android else None,
    }
    for variable, value in variables.items():
        if value is None:
            monkeypatch.delenv(variable, raising=False)
        else:
            monkeypatch.setenv(variable, value)
    caches = Path(platformdirs.user_cache_dir("srcad", appauthor=False))
    configuration = Path(platformdirs.user_config_dir("srcad", appauthor=False))
    assert cache_folder() == caches
    assert configuration_folder() == configuration


def test_platformdirs_is_not_imported_on_linux(run_python):
    source = (
        "import sys\n"
        "from codegen.user_folders import cache_folder, configuration_folder\n"
        "if sys.platform == 'linux':\n"
        "    cache_folder(), configuration_folder()\n"
        "print('platformdirs' in sys.modules)\n"
    )
    variables = {"HOME": "/home/ann", "XDG_CACHE_HOME": "", "XDG_CONFIG_HOME": "/x"}
    assert run_python(source, **variables) == "False\n"
