# What would have changed a ruling on chips: one circumstance is taken otherwise, and the act is ruled
# again. A total is always "to" or stands alone after the action; what is above the bet before is
# always "raise by".
# $outcome what the act would have counted as; $total the total on this street then; $by the raise by.

otherwise-raise-said-first = { $outcome ->
    [fold] Had raise been said before the chips touched the table: fold
    [check] Had raise been said before the chips touched the table: check
    [bet] Had raise been said before the chips touched the table: bet { $total }
    [raise] Had raise been said before the chips touched the table: raise to { $total } (raise by { $by })
    [complete] Had raise been said before the chips touched the table: complete to { $total }
    [all-in] Had raise been said before the chips touched the table: all-in, total { $total } (raise by { $by })
    [all-in-call] Had raise been said before the chips touched the table: all-in call { $total }
    [bring-in] Had raise been said before the chips touched the table: bring-in { $total }
   *[call] Had raise been said before the chips touched the table: call { $total }
}

otherwise-bet-said-first = { $outcome ->
    [fold] Had bet been said before the chips touched the table: fold
    [check] Had bet been said before the chips touched the table: check
    [bet] Had bet been said before the chips touched the table: bet { $total }
    [raise] Had bet been said before the chips touched the table: raise to { $total } (raise by { $by })
    [complete] Had bet been said before the chips touched the table: complete to { $total }
    [all-in] Had bet been said before the chips touched the table: all-in, total { $total } (raise by { $by })
    [all-in-call] Had bet been said before the chips touched the table: all-in call { $total }
    [bring-in] Had bet been said before the chips touched the table: bring-in { $total }
   *[call] Had bet been said before the chips touched the table: call { $total }
}

otherwise-word-first = { $outcome ->
    [fold] Had the word come before the chips touched the table: fold
    [check] Had the word come before the chips touched the table: check
    [bet] Had the word come before the chips touched the table: bet { $total }
    [raise] Had the word come before the chips touched the table: raise to { $total } (raise by { $by })
    [complete] Had the word come before the chips touched the table: complete to { $total }
    [all-in] Had the word come before the chips touched the table: all-in, total { $total } (raise by { $by })
    [all-in-call] Had the word come before the chips touched the table: all-in call { $total }
    [bring-in] Had the word come before the chips touched the table: bring-in { $total }
   *[call] Had the word come before the chips touched the table: call { $total }
}

otherwise-silent = { $outcome ->
    [fold] Had the chips been put in without a word: fold
    [check] Had the chips been put in without a word: check
    [bet] Had the chips been put in without a word: bet { $total }
    [raise] Had the chips been put in without a word: raise to { $total } (raise by { $by })
    [complete] Had the chips been put in without a word: complete to { $total }
    [all-in] Had the chips been put in without a word: all-in, total { $total } (raise by { $by })
    [all-in-call] Had the chips been put in without a word: all-in call { $total }
    [bring-in] Had the chips been put in without a word: bring-in { $total }
   *[call] Had the chips been put in without a word: call { $total }
}

otherwise-no-amount = { $outcome ->
    [fold] Had no amount been said with the word: fold
    [check] Had no amount been said with the word: check
    [bet] Had no amount been said with the word: bet { $total }
    [raise] Had no amount been said with the word: raise to { $total } (raise by { $by })
    [complete] Had no amount been said with the word: complete to { $total }
    [all-in] Had no amount been said with the word: all-in, total { $total } (raise by { $by })
    [all-in-call] Had no amount been said with the word: all-in call { $total }
    [bring-in] Had no amount been said with the word: bring-in { $total }
   *[call] Had no amount been said with the word: call { $total }
}

otherwise-one-motion = { $outcome ->
    [fold] Had all the chips been put in with one motion: fold
    [check] Had all the chips been put in with one motion: check
    [bet] Had all the chips been put in with one motion: bet { $total }
    [raise] Had all the chips been put in with one motion: raise to { $total } (raise by { $by })
    [complete] Had all the chips been put in with one motion: complete to { $total }
    [all-in] Had all the chips been put in with one motion: all-in, total { $total } (raise by { $by })
    [all-in-call] Had all the chips been put in with one motion: all-in call { $total }
    [bring-in] Had all the chips been put in with one motion: bring-in { $total }
   *[call] Had all the chips been put in with one motion: call { $total }
}
