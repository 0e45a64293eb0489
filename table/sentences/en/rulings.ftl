# The ruling, as the dealer reads it. A total is always "to" or stands alone after the action; what
# is above the bet before is always "raise by".
# $seat who acted; $total his total on this street; $by the raise by; $chips which chips move:
# back (give back $back), add ($add more to put in), even.

ruling-fold = { $chips ->
    [back] FOLD — give back { $back }
   *[even] FOLD
}
ruling-check = { $chips ->
    [back] CHECK — give back { $back }
   *[even] CHECK
}
ruling-call = { $chips ->
    [back] CALL { $total } — give back { $back }
    [add] CALL { $total } — { $add } more to put in
   *[even] CALL { $total }
}
ruling-bet = { $chips ->
    [back] BET { $total } — give back { $back }
    [add] BET { $total } — { $add } more to put in
   *[even] BET { $total }
}
ruling-raise = { $chips ->
    [back] RAISE TO { $total } (raise by { $by }) — give back { $back }
    [add] RAISE TO { $total } (raise by { $by }) — { $add } more to put in
   *[even] RAISE TO { $total } (raise by { $by })
}
ruling-all-in = { $chips ->
    [back] ALL-IN, total { $total } (raise by { $by }) — give back { $back }
    [add] ALL-IN, total { $total } (raise by { $by }) — { $add } more to put in
   *[even] ALL-IN, total { $total } (raise by { $by })
}
ruling-all-in-call = { $chips ->
    [back] ALL-IN CALL { $total } — give back { $back }
    [add] ALL-IN CALL { $total } — { $add } more to put in
   *[even] ALL-IN CALL { $total }
}
ruling-illegal = NOT ALLOWED — the player chooses
ruling-released = OUT OF TURN — does not bind; give the chips back
ruling-call-or-fold = CALL OR FOLD — no raise
ruling-check-or-fold = CHECK OR FOLD — no bet
ruling-hand-retrieved = THE HAND LIVES — its fold does not count
ruling-pending = WAIT
ruling-none = No act yet
ruling-no-change = Play goes on as it stands

string-check = STRING BET: CHECK — give back { $back }
string-call = { $chips ->
    [back] STRING BET: CALL { $total } — give back { $back }
    [add] STRING BET: CALL { $total } — { $add } more to put in
   *[even] STRING BET: CALL { $total }
}
string-bet = { $chips ->
    [back] STRING BET: BET { $total } — give back { $back }
    [add] STRING BET: BET { $total } — { $add } more to put in
   *[even] STRING BET: BET { $total }
}
string-raise = { $chips ->
    [back] STRING BET: RAISE TO { $total } (raise by { $by }) — give back { $back }
    [add] STRING BET: RAISE TO { $total } (raise by { $by }) — { $add } more to put in
   *[even] STRING BET: RAISE TO { $total } (raise by { $by })
}
string-all-in = { $chips ->
    [back] STRING BET: ALL-IN, total { $total } — give back { $back }
   *[even] STRING BET: ALL-IN, total { $total }
}

ask-player = ASK THE PLAYER what the gesture means
ask-which-came-first = WHICH CAME FIRST, the word or the chips? The dealer must say
bound-to-call-or-raise = WAIT — the player must call or raise
wait-for-amount = WAIT — the bet before is not complete
out-of-turn-pending = OUT OF TURN — back to the right player; the act waits
round-over = The round is over, pot { $pot }
