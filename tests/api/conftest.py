"""What the tests of `api` share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A table whose sources are live."""
    made = Desk(tmp_path / "table.log")
    made.all_live()
    yield made
    made.close()
