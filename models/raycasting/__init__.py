"""A ray caster for the pictures that networks learn from: chips, cards and cloth, from anywhere."""
