"""The dealer's duties: what is done without a player's choice, from the button to the pots."""
