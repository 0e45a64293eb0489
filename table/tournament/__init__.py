"""The tournament around the table: regulation, clock, draw, balancing, elimination and chips.

Pure like all of `table`: what happened comes in as events, what follows from it goes out. Seats
are numbered here, clockwise from the dealer's left, as seat cards print them.
"""
