"""What the tests of srcad share: only where text is looked at are modules formatted."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def _as_printed(request: pytest.FixtureRequest) -> None:
    if request.path.parent.name not in ("cli", "alias", "printing"):
        request.getfixturevalue("as_printed")
