"""The chapters of the rulebook, one subject a file; `table.rules` is their table of contents."""
