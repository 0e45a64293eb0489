"""Runs a table: puts the parts together, keeps the log, serves the screens and the commands."""
