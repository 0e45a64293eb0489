"""`betline emulate`: a panel or a shoe without hardware, worked from the keyboard."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from firmware_bridge.emulator import EmulatedDevice

HELP = {
    "panel": "Type: 3 raise 500 | 4 call | confirm | undo | floor | unplug | plug | reset | quit",
    "shoe": "Type: Qc | unread | deck | unplug | plug | reset | quit",
}
CABLE = ("unplug", "plug", "reset")


def emulate(
    device: Annotated[str, typer.Argument(help="panel or shoe.")] = "panel",
) -> None:
    """Run the firmware of a panel or a shoe on this machine, and press its buttons by typing.

    It prints the port to put into the table file. The same C code runs as on a real device; a C
    compiler and make are needed. What is typed while it is unplugged waits in the device.

    Example: betline emulate panel
    """
    from api.terminal import stop
    from firmware_bridge.emulator import EmulatedDevice, EmulatorError

    if device not in HELP:
        typer.echo(f"There is no device {device}: say panel or shoe.", err=True)
        raise typer.Exit(2)
    try:
        with EmulatedDevice("shoe" if device == "shoe" else "panel") as emulated:
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
    lamps = [str(bit + 1) for bit in range(16) if emulated.outputs.lamps >> bit & 1]
    print(f"ok; lamps: {' '.join(lamps) or 'none'}", flush=True)


def _deal(emulated: "EmulatedDevice", card: str) -> None:
    from table.cards import Card

    emulated.deal(None if card == "unread" else Card.parse(card))


def _press_dealer(emulated: "EmulatedDevice", button: str) -> None:
    from table.observations import DealerButton

    if button not in list(DealerButton):
        raise ValueError(f"the dealer has no button {button}")
    emulated.press_dealer(DealerButton(button))


def _say(emulated: "EmulatedDevice", seat: str, word: str, figure: list[str]) -> None:
    from pydantic import ValidationError

    from table.observations import SpokenWord

    if word not in list(SpokenWord):
        raise ValueError(f"a player has no button {word}")
    if not seat.isdecimal() or not all(text.isdecimal() for text in figure) or len(figure) > 1:
        raise ValueError("a seat and a figure are numbers")
    try:
        emulated.say(int(seat), SpokenWord(word), int(figure[0]) if figure else None)
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"].removeprefix("Value error, ")) from error
