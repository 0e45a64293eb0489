"""Frames in, observations out. Vision knows no poker."""
