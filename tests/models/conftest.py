"""The demo's recording, as its script and layout tell it."""

import pytest

from models.staging.recording import FOLDER, Source, read_source


@pytest.fixture(scope="session")
def source() -> Source:
    return read_source(FOLDER)
