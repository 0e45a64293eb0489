# Acts and faults: what cannot be told, what was decided, and what cannot be done now.
# $seat the seat; $source the name of a source; $reason and $remedy as the source tells them.

chips-unreadable = CANNOT TELL — spread the chips of seat { $seat } ({ $reason })
chips-unknown = CANNOT TELL — { $count ->
    [one] one chip
   *[other] { $count } chips
} in front of seat { $seat } not of this table: take out what does not belong, spread the rest
chips-uncertain = CANNOT TELL — spread the chips of seat { $seat }
word-uncertain = CANNOT TELL — ask seat { $seat } to say it again
gesture-uncertain = CANNOT TELL — ask seat { $seat } what the gesture means
tapped-out-of-turn = OUT OF TURN — seat { $seat } tapped the table: enter a check if it was one
act-not-watched = CANNOT TELL — seat { $seat } was not watched: confirm what lies there, or enter the act
cards-before-round-over = CANNOT TELL — cards for the { $street ->
    [flop] flop
    [turn] turn
    [river] river
   *[other] next street
} lie there, but seat { $seat } has not acted: enter its act

cards-unverified = CARDS UNVERIFIED — { $source }: { $reason }. Count the cards that remain
cards-skipped = CARDS UNVERIFIED — { $source } counted cards that it did not tell. Count the cards that remain
card-unread = CARDS UNVERIFIED — { $source } could not read a card. Check the cards at the showdown
cards-miscounted = CARDS UNVERIFIED — { $remaining } cards remain, { $expected } should, or some are not known: call the floor
card-twice = ALARM — { $source } told a card that had left the deck before: stop dealing, call the floor
card-too-many = ALARM — { $source } told more cards than a deck has: stop dealing, call the floor

source-not-live = FAULT — { $source }: { $reason }. { $remedy }
source-not-live-yet = FAULT — { $source } gives nothing yet: rule by hand
source-never-live = FAULT — { $source } has never said that it is live: nothing it tells is used
source-late = FAULT — { $source } is late by { $milliseconds } ms: what it told is not used

decided-by-dealer = Decided by the dealer. { $reason }
decided-by-floor = Decided by the floor. { $reason }

refused-nothing-to-confirm = There is nothing to confirm
refused-choose-an-option = Choose one of the options, or enter the decision
refused-nothing-to-undo = There is no act to take back in this hand
refused-no-hand-to-retrieve = Seat { $seat } has folded no hand on this street that could be retrieved
refused-nothing-to-redo = There is nothing to bring back: nothing was undone, or something has happened since
refused-no-hand = No hand is being played: start one first
refused-no-act-of-seat = Seat { $seat } has not acted in this round and is not to act
refused-unknown-action = "{ $action }" is no decision: enter fold, check, call, bet, raise or all-in
refused-check-facing-bet = Seat { $seat } faces a bet of { $bet } and cannot check
refused-total-missing = Enter the total that seat { $seat } bets or raises to
refused-total-out-of-reach = Seat { $seat } cannot have { $total } in front: at least { $least }, at most { $most }
refused-option-not-shown = "{ $option }" is not among the options shown
refused-option-open = "{ $option }" leaves the act open: enter what the player does
refused-round-not-over = The round is not over: seat { $seat } is to act
refused-street-not-next = The next street is the { $next ->
    [flop] flop
    [turn] turn
    [river] river
    [showdown] showdown
   *[other] one that follows
}
refused-won-is-not-the-pot = The winners take { $won }, but the pot is { $pot }: correct the amounts
refused-hand-needs-seats = A hand needs two seats or more, each of them once
refused-first-not-dealt-in = Seat { $seat } is to act first, but is not dealt in
refused-seat-without-chips = Seat { $seat } is dealt in, but has no chips
