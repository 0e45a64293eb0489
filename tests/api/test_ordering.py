"""Facts pass in the order in which they happened, whatever the order in which they are told."""

from hypothesis import given
from hypothesis import strategies as st

from api.ordering import LONGEST_WAIT_NS, Ordering

SOURCES = ("overhead", "side", "panel")
FACTS = st.lists(st.tuples(st.sampled_from(SOURCES), st.integers(1, 30)), max_size=25)


@st.composite
def tellings(draw: st.DrawFn) -> list[tuple[str, int, bool]]:
    """An interleaving of what the sources tell: each in its own order, facts and progress."""
    facts = draw(FACTS)
    lines = {source: sorted(at_ns for name, at_ns in facts if name == source) for source in SOURCES}
    told: list[tuple[str, int, bool]] = []
    while any(lines.values()):
        source = draw(st.sampled_from([name for name in SOURCES if lines[name]]))
        at_ns = lines[source].pop(0)
        told.append((source, at_ns, True))
        following = lines[source][0] if lines[source] else 31
        if draw(st.booleans()) and following > at_ns:
            told.append((source, draw(st.integers(at_ns, following - 1)), False))
    return told


@given(tellings())
def test_any_interleaving_gives_one_order(told: list[tuple[str, int, bool]]) -> None:
    ordering: Ordering[tuple[int, int]] = Ordering(SOURCES)
    for source in SOURCES:
        ordering.set_live(source, True)
    released: list[tuple[int, int]] = []
    for source, at_ns, is_fact in told:
        if is_fact:
            ordering.add(source, at_ns, (at_ns, SOURCES.index(source)), now_ns=0)
        else:
            ordering.progress(source, at_ns)
        released += ordering.release(now_ns=0)
    released += ordering.flush()
    expected = sorted((at, SOURCES.index(source)) for source, at, is_fact in told if is_fact)
    assert released == expected


def test_a_fact_waits_for_a_slower_source() -> None:
    ordering: Ordering[str] = Ordering(SOURCES, LONGEST_WAIT_NS)
    ordering.set_live("overhead", True)
    ordering.set_live("panel", True)
    ordering.add("panel", 100, "word", now_ns=100)
    ordering.progress("panel", 100)
    assert ordering.release(now_ns=110) == []
    ordering.add("overhead", 90, "chips", now_ns=120)
    ordering.progress("overhead", 100)
    assert ordering.release(now_ns=120) == ["chips", "word"]


def test_no_live_fact_waits_longer_than_the_bound() -> None:
    ordering: Ordering[str] = Ordering(SOURCES, LONGEST_WAIT_NS)
    ordering.set_live("overhead", True)
    ordering.add("panel", 100, "word", now_ns=100)
    assert ordering.release(now_ns=100 + LONGEST_WAIT_NS - 1) == []
    assert ordering.release(now_ns=100 + LONGEST_WAIT_NS) == ["word"]


def test_a_fact_of_the_future_holds_nothing_up() -> None:
    ordering: Ordering[str] = Ordering(SOURCES, LONGEST_WAIT_NS)
    ordering.set_live("overhead", True)
    ordering.add("panel", 10**15, "wrong clock", now_ns=100)
    ordering.add("panel", 200, "word", now_ns=200)
    assert ordering.release(now_ns=100 + LONGEST_WAIT_NS) == ["word", "wrong clock"]


def test_a_recording_waits_however_long_it_takes() -> None:
    ordering: Ordering[str] = Ordering(SOURCES)
    ordering.set_live("overhead", True)
    ordering.add("panel", 100, "word", now_ns=100)
    assert ordering.release(now_ns=10**15) == []
    assert ordering.flush() == ["word"]


def test_a_source_that_is_not_live_is_not_waited_for() -> None:
    ordering: Ordering[str] = Ordering(SOURCES)
    ordering.set_live("overhead", True)
    ordering.set_live("panel", True)
    ordering.progress("panel", 100)
    ordering.add("panel", 100, "word", now_ns=100)
    assert ordering.release(now_ns=100) == []
    ordering.set_live("overhead", False)
    assert ordering.release(now_ns=100) == ["word"]


def test_a_watermark_never_falls() -> None:
    ordering: Ordering[str] = Ordering(SOURCES)
    ordering.set_live("overhead", True)
    ordering.progress("overhead", 100)
    ordering.progress("overhead", 50)
    ordering.add("overhead", 100, "chips", now_ns=0)
    assert ordering.release(now_ns=0) == ["chips"]
