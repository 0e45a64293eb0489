"""Errors that a person can cause and put right; their text says how."""


class TableUnavailableError(Exception):
    """The table cannot be run."""


class LogUnavailableError(Exception):
    """The log cannot be opened or written."""


class LogDamagedError(Exception):
    """The log is not what was written."""


class DrawUnavailableError(Exception):
    """A file of a seating draw cannot be used."""
