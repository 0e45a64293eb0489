"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is slow, not wrong: no property fails by the clock.
settings.register_profile("betline", deadline=None)
settings.load_profile("betline")

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The reference material that is not part of this repository: photographs and worked cases."""
    if not SHARED.is_dir():
        pytest.skip("the reference material is not beside this checkout")
    return SHARED
