"""The deck: no card twice, no card too many, and a mark wherever cards may be unknown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from live_table import LiveTable

from table.cards import RANKS, SUITS, Card
from table.deck import CARDS, Deck, Doubt, Impossible
from table.events import CannotTell, DeckCounted
from table.observations import CardLeftShoe, CardsUnverified, Observation, SourceState

ALL = [Card(rank, suit) for rank in RANKS for suit in SUITS]
SHOE = "shoe"


def left(ordinal: int, card: Card | None) -> CardLeftShoe:
    return CardLeftShoe(source=SHOE, at_ns=ordinal, card=card, ordinal=ordinal)


def deal(cards: list[Card | None], deck: Deck | None = None, after: int = 0) -> Deck:
    deck = deck or Deck()
    for ordinal, card in enumerate(cards, start=after + 1):
        deck, impossible = deck.dealt(left(ordinal, card))
        assert impossible is None
    return deck


@given(st.permutations(ALL), st.integers(0, CARDS))
def test_a_deck_that_is_dealt_to_any_point_is_known(cards: list[Card], count: int):
    deck = deal(list(cards[:count]))
    assert deck.doubt is None
    assert deck.remaining == CARDS - count
    assert deck.counted(CARDS - count).doubt is None


@given(st.permutations(ALL), st.integers(1, CARDS - 1), st.data())
def test_a_card_that_left_before_is_impossible(cards: list[Card], count: int, data: st.DataObject):
    deck = deal(list(cards[:count]))
    again = data.draw(st.sampled_from(cards[:count]))
    after, impossible = deck.dealt(left(count + 1, again))
    assert impossible is Impossible.TWICE
    assert after.doubt is Doubt.IMPOSSIBLE


def test_no_more_cards_leave_than_a_deck_has():
    deck = deal([*ALL[:-1], None])
    assert deck.doubt is Doubt.UNREAD
    _, impossible = deck.dealt(left(CARDS + 1, ALL[-1]))
    assert impossible is Impossible.TOO_MANY


@given(st.permutations(ALL), st.integers(2, 40), st.integers(1, 10))
def test_cards_that_the_shoe_counted_and_nobody_saw_leave_a_mark(
    cards: list[Card], count: int, skipped: int
):
    deck, impossible = deal(list(cards[:count])).dealt(left(count + 1 + skipped, cards[count]))
    assert impossible is None
    assert deck.doubt is Doubt.SKIPPED
    assert deck.remaining == CARDS - count - 1 - skipped
    # The count of the rest is right, but not every card is known.
    assert deck.counted(deck.remaining).doubt is Doubt.SKIPPED


def test_after_a_gap_the_right_count_takes_the_mark_away_and_a_wrong_one_does_not():
    deck = deal(list(ALL[:10])).doubted(Doubt.GAP)
    assert deck.counted(41).doubt is Doubt.GAP
    assert deck.counted(42).doubt is None
    assert deal(list(ALL[:10])).counted(41).doubt is Doubt.MISCOUNTED


def test_a_new_deck_and_a_new_hand_begin_without_a_mark():
    deck = deal(list(ALL[:10])).doubted(Doubt.GAP)
    assert deal(list(ALL[:3]), deck).doubt is None
    assert deck.hand_begins().hand_begins().doubt is None


def test_a_shoe_that_counts_on_begins_a_deck_with_each_hand():
    deck = deal(list(ALL[:20])).hand_begins().hand_begins()
    deck = deal(list(ALL[:20]), deck, after=20)
    assert (deck.doubt, deck.left) == (None, 20)


def test_cards_dealt_before_the_hand_was_entered_belong_to_it():
    deck = deal(list(ALL[:4])).hand_begins()
    assert deck.left == 4
    _, impossible = deck.dealt(left(5, ALL[0]))
    assert impossible is Impossible.TWICE


def test_a_deck_says_no_card():
    assert "Card(" not in repr(deal(list(ALL[:4])))


class TestAtTheTable:
    @pytest.fixture
    def table(self) -> LiveTable:
        table = LiveTable()
        table.source(SHOE, SourceState.LIVE)
        return table

    @staticmethod
    def see(table: LiveTable, kind: type[Observation], **more: object) -> None:
        table.observe(kind(source=SHOE, at_ns=table.wait(), **more))  # type: ignore[arg-type]

    @staticmethod
    def told(table: LiveTable) -> list[tuple[str, bool]]:
        given = [event for event in table.answers if isinstance(event, CannotTell)]
        return [(event.message.name, event.fault) for event in given]

    def test_an_impossible_card_is_an_alarm(self, table: LiveTable):
        self.see(table, CardLeftShoe, card=Card("Q", "c"), ordinal=1)
        assert self.told(table) == []
        self.see(table, CardLeftShoe, card=Card("Q", "c"), ordinal=2)
        assert self.told(table) == [("card-twice", True)]

    def test_a_gap_marks_the_hand_once_and_the_next_hand_is_clean(self, table: LiveTable):
        self.see(table, CardsUnverified, reason="The line was down")
        assert self.told(table) == [("cards-unverified", False)]
        self.see(table, CardsUnverified, reason="The line was down")
        assert self.told(table) == []
        assert table.state.deck.doubt is Doubt.GAP
        table.hand()
        assert table.state.deck.doubt is None

    def test_a_gap_is_noted_while_its_source_is_not_live(self, table: LiveTable):
        table.source(SHOE, SourceState.OFFLINE)
        self.see(table, CardsUnverified, reason="The line was down")
        assert table.state.deck.doubt is Doubt.GAP

    def test_counting_the_deck_takes_the_mark_away_or_says_what_is_wrong(self, table: LiveTable):
        self.see(table, CardLeftShoe, card=Card("Q", "c"), ordinal=1)
        self.see(table, CardsUnverified, reason="The line was down")
        table.take(DeckCounted(at_ns=table.wait(), remaining=50))
        assert self.told(table) == [("cards-miscounted", False)]
        assert table.state.deck.doubt is Doubt.GAP
        table.take(DeckCounted(at_ns=table.wait(), remaining=51))
        assert self.told(table) == []
        assert table.state.deck.doubt is None

    def test_an_unread_card_is_told(self, table: LiveTable):
        self.see(table, CardLeftShoe, card=None, ordinal=1)
        assert self.told(table) == [("card-unread", False)]
