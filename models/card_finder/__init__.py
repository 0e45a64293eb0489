"""The network that finds the indices of cards, and how each card lies."""
