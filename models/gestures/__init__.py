"""Gestures: rendered clips of hands over a bet area, and how the watcher does on them."""
