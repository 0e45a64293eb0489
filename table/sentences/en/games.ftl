# Games other than hold'em and Omaha: the bring-in, and who opens.

ruling-bring-in = { $chips ->
    [back] BRING-IN { $total } — give back { $back }
    [add] BRING-IN { $total } — { $add } more to put in
   *[even] BRING-IN { $total }
}
ruling-complete = { $chips ->
    [back] COMPLETE TO { $total } — give back { $back }
    [add] COMPLETE TO { $total } — { $add } more to put in
   *[even] COMPLETE TO { $total }
}
ruling-bring-in-first = NOT YET — seat { $seat } must bring it in first
rule-bring-in = The door card must bring it in before anything else; it may open for a full bet instead. { cited }
rule-bring-in-full = The bring-in may open for a full bet, which is a bet and no raise. { cited }

refused-opener-unknown = The cards that show do not say who opens: enter who acts first
refused-game-unknown = No game is called "{ $game }". There are { $games }
refused-misdeal-too-late = No misdeal: there was substantial action. The hand is played on, unless the deck is fouled
