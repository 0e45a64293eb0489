"""`betline ports`: the serial ports of this machine, and what stands in the way of using them."""

import json
import time
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from firmware_bridge.problem import Problem


def ports(
    port: Annotated[
        list[str] | None,
        typer.Argument(
            help="Ports to look at: paths, or addresses such as socket://10.0.0.5:4001."
        ),
    ] = None,
    ask: Annotated[
        bool,
        typer.Option(
            "--ask", help="Open each port and ask who is there. This restarts some boards."
        ),
    ] = False,
    udev: Annotated[
        bool,
        typer.Option("--udev", help="Print udev rules for the adapters that are plugged in."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the serial ports, what they are, and what is wrong with them, with the remedy.

    The name shown stays the same when the device is plugged in again: put it into the table file.

    Example: betline ports --ask

    Example: betline ports rfc2217://10.0.0.5:4001 --ask

    Example: betline ports --udev | sudo tee /etc/udev/rules.d/60-betline.rules
    """
    from firmware_bridge.ports import list_reports, report_of, udev_rules

    if udev:
        print("\n".join(udev_rules() or ["# No USB adapter is plugged in."]))
        return
    reports = [report_of(path) for path in port] if port else list_reports()
    lines = []
    for report in reports:
        problem, device = report.problem, ""
        if ask and problem is None:
            device, problem = _ask(report.path)
        lines.append(
            {
                "port": report.path,
                "description": report.description,
                "device": device,
                "problem": problem.reason if problem else "",
                "remedy": problem.remedy if problem else "",
            }
        )
    if as_json:
        print(json.dumps(lines, indent=2))
    elif not lines:
        print("No serial port. Plug the panel in; a USB cable for charging alone will not do.")
    else:
        for line in lines:
            _print(line)
    if port and any(line["problem"] for line in lines):
        raise typer.Exit(1)


def _ask(path: str) -> tuple[str, "Problem | None"]:
    from firmware_bridge.identify import who_is_there
    from firmware_bridge.problem import Problem
    from firmware_bridge.schema import SCHEMA
    from firmware_bridge.transport import SerialTransport

    answer = who_is_there(SerialTransport(path), time.monotonic_ns)
    if isinstance(answer, Problem):
        return "", answer
    name = SCHEMA.device_by_code.get(answer.device, "unknown device")
    seats = f" with {answer.seats} seats" if answer.seats else ""
    waiting = answer.next_id - answer.oldest_id
    return f"betline {name}{seats}, {waiting} events waiting", None


def _print(line: dict[str, str]) -> None:
    print(line["port"])
    print(f"    {line['device'] or line['description']}")
    if line["problem"]:
        print(f"    ▲ {line['problem']}. {line['remedy']}")
