"""The `betline` command, one file a subject."""
