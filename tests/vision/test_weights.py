"""The exported networks are loaded from the package, or refused with the remedy."""

import re
from pathlib import Path

import pytest

from vision.weights import WeightsError, network

WEIGHTS = Path(__file__).parents[2] / "models" / "weights"


def test_a_network_that_is_not_there_is_refused_with_the_remedy() -> None:
    with pytest.raises(WeightsError, match=r"nothing-of-ours .*python -m models export"):
        network("nothing-of-ours")


@pytest.mark.parametrize("name", sorted(path.stem for path in WEIGHTS.glob("*.onnx")))
def test_a_network_tells_nothing_of_the_machine_that_trained_it(name: str) -> None:
    told = network(name).get_modelmeta().custom_metadata_map
    assert [value for value in told.values() if re.search(r"(^|\s)/\w+/", value)] == []
    assert (WEIGHTS / f"{name}.md").is_file()
