### What the screens say besides rulings.

press-to-confirm = CONFIRM — seat { $seat } pressed { $word ->
    [check] CHECK
    [call] CALL
    [bet] BET
    [raise] RAISE
    [fold] FOLD
    [all_in] ALL-IN
    [pot] POT
   *[amount] an amount
}{ $amount ->
    [0] { "" }
   *[other] { " " }{ $amount }
} while the line was down
dealer-press-to-confirm = CONFIRM — a button of the dealer's panel was pressed while the line was down
log-not-writable = FAULT — the log cannot be written: rule by hand
refused-outdated = The ruling changed while you tapped: look at the new one
refused-too-many-taps = Too many taps at once: wait a moment
