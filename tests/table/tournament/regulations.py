"""A regulation that the tests share."""

from table.tournament.regulation import Regulation, parse

TEXT = """\
name: City Open
rulebook: tda2024
seats_per_table: 9
starting_stack:
  - {chip: 25, count: 8}
  - {chip: 100, count: 8}
  - {chip: 500, count: 2}
  - {chip: 1000, count: 8}
more_chips: [5000]
levels:
  - {small_blind: 25, big_blind: 50, minutes: 20}
  - {small_blind: 50, big_blind: 100, minutes: 20, break_minutes: 10}
  - {small_blind: 75, big_blind: 150, minutes: 20, colour_up: 25, break_minutes: 5}
  - {small_blind: 100, big_blind: 200, ante: 200, minutes: 20}
late_registration_levels: 2
re_entries: 1
payouts: [500, 300, 200]
"""


def regulation(**changes: object) -> Regulation:
    """The regulation, with some of its values replaced."""
    return parse(TEXT, "city.yaml").model_copy(update=changes)
