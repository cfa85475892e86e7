"""What the tests of srcad share: only commands format the modules that they make."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def _as_printed(request: pytest.FixtureRequest) -> None:
    if request.path.parent.name not in ("cli", "alias"):
        request.getfixturevalue("as_printed")
