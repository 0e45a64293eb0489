"""Held-out pictures: the same kind of scenes from a path tracer that no network has learnt from."""
