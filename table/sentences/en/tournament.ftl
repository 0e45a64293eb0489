# The tournament around the table: the draw, seats, chips, moves, places.
# $place is a table and a seat, 3/7; $player a name; $clause the rulebook and the number.

draw-fault-commitment = The commitment is not { $published }, which was published before the draw
draw-fault-seed = The seed is not the one that the notice commits to
draw-fault-word = A public word was announced and is missing, or was given though none was announced
draw-fault-place-twice = A seat stands twice
draw-fault-seat = Seat { $place }: drawn was { $drawn }, the record says { $listed }
draw-fault-audit = The audit's entry { $kind } tells of another draw

draw-verified = { $count } seats, as seed and word say. Commitment { $commitment }
draw-compare = Compare the commitment with the one that was published before the draw
draw-without-word = No public word: who committed could have chosen among seeds before
draw-audit = Audit: { $count ->
    [one] one entry
   *[other] { $count } entries
}, unbroken. Last hash { $hash }
draw-changed = Changed by { $judge }: { $player } to { $place }. { $reason }

draw-seat-wrong = Seat { $seat }: { $player } belongs at table { $right_table }, seat { $right_seat }, and moves there with all chips ({ $clause })
draw-seat-stranger = Seat { $seat }: { $player } is not in the draw. Call the floor
draw-seat-misspelt = Seat { $seat }: { $player } is not in the draw. Is it { $closest }?
draw-seat-absent = Seat { $seat }: { $player } is not here
draw-seats-right = Table { $table }: everybody sits where the card says

card-place = Table { $table } · Seat { $seat }
card-table = Table
card-seat = Seat
card-changed = Changed by the chief judge
card-check = Draw { $commitment }
cards-title = Seat cards, { $event }

field-finished = The tournament is finished: { $player } has won
field-chips-differ = There are { $present } chips, but there must be { $expected }
field-registration-closed = { $player } cannot enter: registration is closed
field-entered-already = { $player } is in the tournament already
field-no-more-entries = { $player } has used all entries
field-not-waiting = { $player } has no stack that waits for a seat
field-not-seated = { $player } does not sit at any table
field-no-such-seat = There is no seat { $place }: a table has { $seats }
field-seat-taken = Seat { $place } is taken
field-level-not-next = Level { $level } does not follow level { $now }
field-count-not-of-table = The count of table { $table } and its players differ: look for { $player }
field-count-without-chips = { $player } has no chips: enter the elimination first
field-count-differs = COUNT AGAIN — table { $table } has { $counted }, but there must be { $expected }
field-stack-impossible = COUNT AGAIN — { $player } cannot have { $chips }: at least { $least }, at most { $most }
field-hands-of-several-tables = Players of several tables do not bust in one hand: enter each table, or say hand for hand
field-nobody-won = Not everybody at table { $table } can bust: somebody won their chips
field-had-too-much = COUNT AGAIN — those who bust had as much as all of table { $table }: { $total }
field-no-race-now = Chip { $chip } is not raced off after this level
field-raced-already = Chip { $chip } was raced off at table { $table } already
field-race-of-empty-seat = Nobody sits in seat { $seat } of table { $table }
field-race-winners = { $expected } chips are raced for, one to a player; { $won } were given
field-race-without-odd-chip = Seat { $seat } has no odd chip and cannot win one
field-not-the-last = { $player } has not won: { $count } players are in
field-winner-short = COUNT AGAIN — the winner has { $chips }, but { $expected } are in play
