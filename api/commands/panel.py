"""`betline panel`: a panel without hardware, opened in the terminal, or a shoe."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from firmware_bridge.emulator import EmulatedDevice
    from firmware_bridge.messages import Outputs

HELP = {
    "panel": "Type: 3 raise 500 | 4 call | confirm | undo | floor | unplug | plug | reset | quit",
    "shoe": "Type: Qc | unread | deck | unplug | plug | reset | quit",
}
CABLE = ("unplug", "plug", "reset")


def panel(
    shoe: Annotated[bool, typer.Option("--shoe", help="Open a card shoe instead.")] = False,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Where its port appears, as panel or shoe; a new folder if not given.",
            exists=True,
            file_okay=False,
        ),
    ] = None,
) -> None:
    """Open a panel without hardware: type what players say, and see the lamps.

    It prints the port to put into the table file. The same C code runs as on a real device; a C
    compiler and make are needed. What is typed while it is unplugged waits in the device.

    Example: betline panel --folder .

    Then, in the table file: bridges: [{name: panel, port: ./panel}]
    """
    from api.terminal import stop
    from firmware_bridge.emulator import EmulatedDevice, EmulatorError

    device = "shoe" if shoe else "panel"
    try:
        with EmulatedDevice(
            "shoe" if shoe else "panel", folder=folder, on_outputs=_show
        ) as emulated:
            print(f"port: {emulated.port}\n{HELP[device]}", flush=True)
            for line in sys.stdin:
                if line.strip() == "quit":
                    break
                try:
                    _do(emulated, device, line.split())
                except ValueError as error:
                    print(f"▲ {error}", flush=True)
    except EmulatorError as error:
        stop(str(error))
    except KeyboardInterrupt:
        print()


def _show(outputs: "Outputs") -> None:
    """Print lamps and buzzer when they change; called from another thread."""
    lit = [str(bit + 1) for bit in range(16) if outputs.lamps >> bit & 1]
    print(f"lamps: {' '.join(lit) or 'none'}{'; buzzer' if outputs.buzzer else ''}", flush=True)


def _do(emulated: "EmulatedDevice", device: str, words: list[str]) -> None:
    """Obey one line.

    Raises:
        ValueError: it is not understood.
    """
    match words:
        case []:
            return
        case [action] if action in CABLE:
            emulated.command(action)
        case ["deck"] if device == "shoe":
            emulated.load_deck()
        case [card] if device == "shoe":
            _deal(emulated, card)
        case [button] if device == "panel":
            _press_dealer(emulated, button)
        case [seat, word, *figure] if device == "panel":
            _say(emulated, seat, word, figure)
        case _:
            raise ValueError(f"not understood: {' '.join(words)}")
    print("ok", flush=True)


def _deal(emulated: "EmulatedDevice", card: str) -> None:
    from table.cards import Card

    emulated.deal(None if card == "unread" else Card.parse(card))


def _press_dealer(emulated: "EmulatedDevice", button: str) -> None:
    from table.observations import DealerButton

    if button not in list(DealerButton):
        raise ValueError(f"the dealer has no button {button}: use {', '.join(DealerButton)}")
    emulated.press_dealer(DealerButton(button))


def _say(emulated: "EmulatedDevice", seat: str, word: str, figure: list[str]) -> None:
    from pydantic import ValidationError

    from firmware_bridge.schema import SCHEMA
    from table.observations import SpokenWord

    if word not in list(SpokenWord):
        raise ValueError(f"a player has no button {word}: use {', '.join(SpokenWord)}")
    if not seat.isdecimal() or not all(text.isdecimal() for text in figure) or len(figure) > 1:
        raise ValueError("a seat and a figure are numbers")
    if not 1 <= int(seat) <= SCHEMA.limits.seats:
        raise ValueError(f"a panel has seats 1 to {SCHEMA.limits.seats}, and no seat {seat}")
    try:
        emulated.say(int(seat), SpokenWord(word), int(figure[0]) if figure else None)
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"].removeprefix("Value error, ")) from error
