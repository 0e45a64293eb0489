"""The detector of chips, stacks, cards and hands: its pictures, its training, its export."""
