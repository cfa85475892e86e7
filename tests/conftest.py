"""What all tests share: they leave the developer's own folders alone."""

import os

from hypothesis import HealthCheck, settings

# Else the key of the store would be made in the developer's configuration folder. Set
# while this is imported, so that what tests run in other processes has it too.
os.environ["SRCAD_CACHE_KEY"] = "of the tests"

# How long an example takes says how busy the machine is, and nothing of what is tested.
settings.register_profile(
    "srcad", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("srcad")
