# The rule that a ruling rests on, in one sentence with its clause.
# $clause the rulebook and the number; $source: printed, or assumed where the book is silent.

cited = { $source ->
    [assumed] { $clause } (assumed: the book is silent)
   *[printed] { $clause }
}

rule-check = The player checks. { cited }
rule-tap = A tap of the table in turn is a check. { cited }
rule-check-facing-bet = There is a bet: a check is no answer, only call or fold. { cited }
rule-call-said = Call binds to the whole bet. { cited }
rule-call-without-bet = Call with no bet to call is a check. { cited }
rule-fold = The hand is folded. { cited }
rule-fold-before-amount = A fold before the amount is known stands; the player is warned. { cited }
rule-fold-out-of-turn = A fold out of turn always binds. { cited }
rule-cards-forward = Cards pushed forward are folded. { cited }
rule-mucked-bettor = A bettor who throws his hand away gets the uncalled part back. { cited }
rule-hand-retrieved = A hand that is identified and retrieved beyond doubt lives. { cited }
rule-exposed-fold = Cards shown without answering the bet are folded. { cited }
rule-exposed-penalty = Cards shown with action pending: the hand lives, a penalty may follow. { cited }
rule-one-chip = One chip without a word is a call, whatever its size. { cited }
rule-chip-opens = With no bet to face, one chip is a bet of its whole value. { cited }
rule-several-open = With no bet to face, the chips of the first motion are the bet. { cited }
rule-opening-minimum = A bet under the minimum is brought up to it. { cited }
rule-option-overchip = One chip from the big blind, with no raise before, is a check. { cited }
rule-covered-overchip = A bigger chip in place of chips that covered the call counts for its value. { cited }
rule-every-chip-needed = Every chip is needed for the call: a call. { cited }
rule-exact-call = Exactly the bet: a call. { cited }
rule-half = Half a raise or more is a raise, less is a call. { cited }
rule-any-excess = Several chips, more than the call: a raise. { cited }
rule-half-or-floor = Half a raise is reached, but the chips may also be meant as a call. { cited }
rule-same-denomination = Chips of one denomination without a word are a call. { cited }
rule-several-chips-call = Several chips without a word are a call. { cited }
rule-last-chips = His last chips, not all needed for the call: all-in. { cited }
rule-string-bet = Without a word only the first motion counts. { cited }
rule-string-call = A call may be finished in several motions, a raise may not. { cited }
rule-raise-in-motions = Raise was said, the chips came in several motions. { cited }
rule-raise-by-chips = Raise was said first: the chips are the total. { cited }
rule-raise-without-amount = Raise without an amount is the least raise. { cited }
rule-raise-without-bet = Raise with no bet before is the least bet. { cited }
rule-amount-is-total = The amount said is the total. { cited }
rule-amount-only = An amount alone counts as the same chips pushed silently. { cited }
rule-no-raise-left = No raise is open to the player: a call. { cited }
rule-reopening-consecutive = Short all-ins with a caller between them may not reopen the betting. { cited }
rule-all-in = All that the player has, as far as the limit allows. { cited }
rule-whole-stack = The whole stack pushed forward is all-in, as far as the limit allows. { cited }
rule-pot = Pot: call first, then raise by what is in the pot. { cited }
rule-pot-word = Pot is no amount here: it binds to the least bet or raise. { cited }
rule-conditional = If-then talk may be held binding and may be penalised. { cited }
rule-unclear-amount = An unclear figure is the largest reasonable one not above the pot. { cited }
rule-unheard = Words come first, but not everybody heard them. { cited }
rule-late-word = The chips lay on the table before the word. { cited }
rule-which-came-first = Word or chips: whichever came first decides. { cited }
rule-call-before-amount = A call before the amount is known may be held to any amount. { cited }
rule-wait-for-amount = Nobody acts before the amount is known. { cited }
rule-undercall-made-full = Less than the bet is made up to the full call. { cited }
rule-undercall-floor = Less than a raise, several players in: full call, or fold and leave the chips. { cited }
rule-undercalls-in-a-row = Undercalls in a row: seat { $first } first makes his call right. { cited }
rule-misunderstanding = A gross misunderstanding of the bet may be excused. { cited }
rule-tiny-chip = One tiny chip against a big bet is no standard call. { cited }
rule-pulled-back = Own chips taken back facing a raise bind to call or raise. { cited }
rule-unofficial-gesture = An unofficial gesture is at the player's risk: ask what he means. { cited }
rule-bounty-chip = A bounty chip or a time token has no value: the floor decides what it was. { cited }
rule-forward-motion = Chips in the hand do not bind, unless they drew an act. { cited }
rule-not-committed = Nothing that binds has happened yet. { cited }
rule-stack-cut = A stack carried forward and cut: the house has not chosen a standard. { cited }
rule-out-of-turn = It stands if the action to him does not change. { cited }
rule-round-over = All have answered the bet.
