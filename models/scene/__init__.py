"""A poker table as a camera above it would see it: drawn, lit, moved and photographed."""
