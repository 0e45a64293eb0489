"""The exported networks are loaded from the package, or refused with the remedy."""

import pytest

from vision.weights import WeightsError, network


def test_a_network_that_is_not_there_is_refused_with_the_remedy() -> None:
    with pytest.raises(WeightsError, match=r"nothing-of-ours .*python -m models export"):
        network("nothing-of-ours")
