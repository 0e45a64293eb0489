"""Who sits at the demo's table."""

from models.scene.arms import Person
from vision.layout import Point

PLAYERS: dict[str, Person] = {
    "1": Person(
        shoulder_mm=(-470, 352), skin=(112, 152, 214), sleeve=(122, 74, 44), left_handed=True
    ),
    "2": Person(shoulder_mm=(232, -470), skin=(62, 92, 152), sleeve=(196, 196, 190)),
    "3": Person(
        shoulder_mm=(668, -470), skin=(138, 176, 230), sleeve=(52, 48, 142), left_handed=True
    ),
    "4": Person(shoulder_mm=(1370, 284), skin=(86, 124, 188), sleeve=(78, 96, 70)),
}

DEALER = Person(shoulder_mm=(470, 1120), skin=(126, 162, 220), sleeve=(236, 234, 232))

PLAYERS_HOME: dict[str, Point] = {
    "1": (-150, 318),
    "2": (280, -140),
    "3": (620, -140),
    "4": (1050, 318),
}
"""Where a hand is when it cannot be seen."""

DEALER_HOME: Point = (460, 660)
