"""The network that reads the index in a card's corner, and the drawn cards that it learns from."""
