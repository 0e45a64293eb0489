# The dealer's duties: pots, showdown, button, clock, errors. $seat whose; $pot, $back amounts.

pots = { $back ->
    [0] Pots: { $count }, { $pot } in all
   *[other] Pots: { $count }, { $pot } in all — { $back } that nobody called goes back
}
split = SPLIT { $pot } among { $count }
showdown-one-hand = Seat { $seat } wins without showing
showdown-order = SHOWDOWN — seat { $seat } shows first
showdown-right-to-see = SHOWDOWN — the hand that was asked for is shown
showdown-no-right = SHOWDOWN — nobody has to show
showdown-discretion = CALL THE FLOOR — show the hand or not?
showdown-collusion-judge = CALL THE CHIEF JUDGE — collusion is suspected
button = BUTTON to seat { $seat }
button-stands = The button stays on seat { $seat }
button-corrected = Put the button right: seat { $seat }
post = Seat { $seat } posts: blind { $blind }, ante { $ante }
clock-running = The clock is running
chip-race = Change the chips
no-misdeal = NO MISDEAL — play on
misdeal = MISDEAL
substantial-action = Substantial action has occurred
no-substantial-action = No substantial action yet
dead-hand = { $back ->
    [0] DEAD HAND of seat { $seat }
   *[other] DEAD HAND of seat { $seat } — give back { $back }
}
amount-stands = The amount stands
shared-place = { $count } players share place { $place }
count-allowed = COUNT — the all-in of seat { $seat } is { $total }
count-refused = No count now
floor-hidden-chips = CALL THE FLOOR — hidden chips
floor-skipped = CALL THE FLOOR — a player was skipped
skipped-in-time = BACK TO THE SKIPPED PLAYER

rule-pots = Each pot is won by those who put chips into it. { cited }
rule-split = Odd chips go to the first winners after the button, in stud by a card. { cited }
rule-showdown-one-hand = The only hand left wins without being shown. { cited }
rule-showdown-order = The last to bet or raise shows first, else the first after the button. { cited }
rule-showdown-right-to-see = Who called on the river and kept his cards may see the bettor's hand. { cited }
rule-showdown-no-right = Who has no cards, or no such right, may not ask. { cited }
rule-showdown-discretion = Without that right the floor decides. { cited }
rule-showdown-collusion-judge = Only the chief judge looks at a mucked hand. { cited }
rule-button = Nobody misses a big blind; small blind and button follow, even to empty seats. { cited }
rule-button-stands = After substantial action a wrong button stands. { cited }
rule-button-corrected = A wrong button is put right. { cited }
rule-post = A short big blind who pays the ante too: which of the two comes first. { cited }
rule-clock-running = Time and countdown run from the call of the clock. { cited }
rule-clock-expired = Out of time: a fold, or a check with no bet to face. { cited }
rule-chip-race = One chip each at most, and nobody is raced out. { cited }
rule-no-misdeal = After substantial action there is no misdeal. { cited }
rule-misdeal = Before substantial action the hand is dealt again. { cited }
rule-substantial-action = Two acts with chips in one of them, or three, as the book counts. { cited }
rule-no-substantial-action = Two acts with chips in one of them, or three, as the book counts. { cited }
rule-dead-hand = An unprotected hand is dead; what nobody called goes back. { cited }
rule-amount-stands = Once the next card is dealt a wrong amount stands. { cited }
rule-shared-place = Who busts in the same hand shares the places. { cited }
rule-count-allowed = A player in turn who faces an all-in hears the count. { cited }
rule-count-refused = Only a player in turn who faces an all-in hears the count. { cited }
rule-floor-hidden-chips = Hidden chips are not paid and do not save. { cited }
rule-skipped-in-time = A skipped player who speaks in time acts now. { cited }
rule-skipped-too-late = Too much has happened behind the skipped player; if he spoke in time, undo this. { cited }
