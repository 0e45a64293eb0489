# What the floor is asked, and the answers that can be chosen.
# Amounts of an option: $total_bet the total, $must_add, $change_returned, $forfeit, $paid.

floor-several-chips = CALL THE FLOOR — call or raise?
floor-undercall = CALL THE FLOOR — less than the bet
floor-tiny-chip = CALL THE FLOOR — one tiny chip
floor-misunderstanding = CALL THE FLOOR — the bet was misunderstood
floor-option-overchip = CALL THE FLOOR — one chip from the big blind
floor-unheard = CALL THE FLOOR — words and chips differ
floor-late-word = CALL THE FLOOR — raise said after the chips
floor-unclear-amount = CALL THE FLOOR — the amount is unclear
floor-conditional = CALL THE FLOOR — if-then talk
floor-reopening = CALL THE FLOOR — is the betting open to him?
floor-call-before-amount = CALL THE FLOOR — call before the amount
floor-forward-motion = CALL THE FLOOR — chips not released drew an act
floor-bounty-chip = CALL THE FLOOR — a bounty chip or a time token
floor-stack-cut = CALL THE FLOOR — which chips count?

option-call = Call: total { $total_bet }
option-raise = Raise to { $total_bet }
option-check = Check
option-all-in = All-in: total { $total_bet }
option-fold = Fold
option-full-call = Full call: total { $total_bet }, { $must_add } more to put in
option-fold-forfeit = Fold: { $forfeit } stays in the pot, { $change_returned } goes back
option-call-not-binding = The call does not bind: { $change_returned } goes back
option-no-action = It was no act
option-binding = It binds
option-penalty = Penalty
option-discretion = As the floor decides
option-call-any-amount = Held to a call of any amount
option-words-stand = The words stand: total { $total_bet }, { $must_add } more to put in
option-chips-stand = The chips stand: total { $total_bet }
option-words-first = The word came first: total { $total_bet }
option-chips-first = The chips came first: total { $total_bet }
option-released-chips = Only released chips count: total { $total_bet }
option-forward-motion = All chips carried forward count: total { $total_bet }
option-hand-dead = The hand is dead
option-call-or-fold = Call or fold, no raise
option-not-paid = The hidden chips are not paid: { $paid } is won
option-accepted-action = The call covers all of them: { $paid } is won
option-hidden-to-winner = The hidden chips go to the winner: { $paid } is won
option-show = The hand is shown
option-keep-hidden = The hand stays hidden
option-judge-looks-alone = The chief judge looks alone

# Where the hand would stand once an answer is chosen.
standing-acts = { $owed ->
    [0] Pot { $pot }, seat { $seat } acts: nothing to call
   *[other] Pot { $pot }, seat { $seat } acts: { $owed } to call
}
standing-round-over = Pot { $pot }, the round is over
standing-hand-over = Pot { $pot }, the hand is over

# What a correction changed; $line a ruling in its own sentence.
changed-from = Until now: { $line }
changed-pot = Pot { $after }, until now { $before }
changed-next = Seat { $seat } acts now
changed-round-over = The round is over now
changed-hand-over = The hand is over now
changed-taken-back = To be done anew by seat { $seat }: { $line }
