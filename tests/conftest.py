"""What all tests share: they leave the developer's own folders alone."""

import os

# Else the key of the store would be made in the developer's configuration folder. Set
# while this is imported, so that what tests run in other processes has it too.
os.environ["SRCAD_CACHE_KEY"] = "of the tests"
