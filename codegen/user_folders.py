"""The user's folders for caches and configuration, as platformdirs names them.

To import platformdirs takes longer than to run a module out of the store. On Linux what
it says is plain where the variables hold absolute paths; anything else it is asked.
"""

import os
import sys
from pathlib import Path

_NAME = "srcad"


def cache_folder() -> Path:
    """Return srcad's folder among the user's caches."""
    plain = _plain_folder("XDG_CACHE_HOME", ".cache")
    if plain is not None:
        return plain
    import platformdirs

    return Path(platformdirs.user_cache_dir(_NAME, appauthor=False))


def configuration_folder() -> Path:
    """Return srcad's folder in the user's configuration; relative without a home."""
    plain = _plain_folder("XDG_CONFIG_HOME", ".config")
    if plain is not None:
        return plain
    import platformdirs

    return Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def _plain_folder(variable: str, in_home: str) -> Path | None:
    """What the variable says, or the folder in the home; None where that is not all."""
    android = "ANDROID_DATA" in os.environ or hasattr(sys, "getandroidapilevel")
    if sys.platform != "linux" or android:
        return None
    configured = os.environ.get(variable, "")
    if configured:
        absolute = configured.startswith("/") and configured == configured.strip()
        return Path(configured, _NAME) if absolute else None
    home = os.environ.get("HOME", "")
    return Path(home, in_home, _NAME) if home.startswith("/") else None
