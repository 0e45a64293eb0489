"""Short recorded hands, written for the tests."""

HOLDEM = """\
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [2000, 10000, 10000]
actions = [
  'd dh p1 AcAd', 'd dh p2 KcKd', 'd dh p3 7h2s',
  'p3 f', 'p1 cbr 300', 'p2 cbr 900 # a comment', 'p1 cbr 2000', 'p2 cc',
  'p1 sm AcAd', 'p2 sm KcKd', 'd db 2c3d4h', 'd db 9s', 'd db 9c',
]
author = 'somebody'
"""

STUD = """\
variant = 'F7S/8'
antes = [10, 10, 10]
bring_in = 20
small_bet = 50
big_bet = 100
starting_stacks = [1000, 1000, 35]
actions = [
  'd dh p1 As2s3d', 'd dh p2 KhKd9c', 'd dh p3 QhJd2c',
  'p3 pb', 'p1 cbr 50', 'p2 cbr 100', 'p3 cc', 'p1 cc',
  'd dh p1 4c', 'd dh p2 Ks', 'd dh p3 8d', 'p2 cbr 50', 'p1 cc',
  'd dh p1 5h', 'd dh p2 8s', 'd dh p3 9d', 'p2 cbr 100', 'p1 cbr 200', 'p2 cc',
  'd dh p1 Jc', 'd dh p2 8h', 'd dh p3 2d', 'p2 cc', 'p1 cbr 100', 'p2 cc',
  'd dh p1 Jh', 'd dh p2 3h', 'd dh p3 7c', 'p2 cc', 'p1 cc',
  'p1 sm As2s3d4c5hJcJh', 'p2 sm KhKd9cKs8s8h3h', 'p3 sm',
]
finishing_stacks = [1017, 1018, 0]
"""

DRAW = """\
variant = 'F2L3D'
antes = [0, 0]
blinds_or_straddles = [25, 50]
small_bet = 50
big_bet = 100
starting_stacks = [500, 500]
actions = [
  'd dh p1 2c3c4c5d8h', 'd dh p2 2d3d5c9hKh', 'p2 cc', 'p1 cc',
  'p1 sd 8h', 'p2 sd 9hKh', 'd dh p1 7s', 'd dh p2 Qs7c', 'p1 cbr 50', 'p2 cc',
  'p1 sd', 'p2 sd Qs', 'd dh p2 ??', 'p1 cbr 100', 'p2 cc',
  'p1 sd', 'p2 sd ??', 'd dh p2 8c', 'p1 cbr 100', 'p2 cc',
  'p1 sm 2c3c4c5d7s', 'p2 sm 2d3d5c7c8c',
]
winnings = [600, 0]
"""

QUARTERS = """\
variant = "FT"
antes = [0, 0]
blinds_or_straddles = [0.25, 0.5]
small_bet = 0.5
big_bet = 1
starting_stacks = [20.75, inf]
actions = [
  "d dh p1 ????", "d dh p2 ????", "p2 cbr 1", "p1 cbr 1.5", "p2 cc",
  "d db AhKhQh", "p1 cbr 0.5", "p2 f",
]
"""
