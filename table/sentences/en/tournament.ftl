# The tournament around the table: the draw, seats, chips, moves, places.
# $place is a table and a seat, 3/7; $player a name; $clause the rulebook and the number.

draw-fault-commitment = The commitment is not { $published }, which was published before the draw
draw-fault-seed = The seed is not the one that the notice commits to
draw-fault-word = A public word was announced and is missing, or was given though none was announced
draw-fault-place-twice = A seat stands twice
draw-fault-seat = Seat { $place }: drawn was { $drawn }, the record says { $listed }

draw-seat-wrong = Seat { $seat }: { $player } belongs at table { $right_table }, seat { $right_seat }, and moves there with all chips ({ $clause })
draw-seat-stranger = Seat { $seat }: { $player } is not in the draw{ $closest }. Call the floor
draw-seat-absent = Seat { $seat }: { $player } is not here

card-place = Table { $table } · Seat { $seat }
card-table = Table
card-seat = Seat
card-changed = Changed by the chief judge
card-check = Draw { $commitment }
cards-title = Seat cards, { $event }
