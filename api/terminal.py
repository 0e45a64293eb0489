"""What betline says in the terminal: each ruling as it falls, and what a person must know."""

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from typing import NoReturn, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.logging import RichHandler
from rich.markup import escape

from api.errors import (
    DrawUnavailableError,
    LogDamagedError,
    LogUnavailableError,
    TableUnavailableError,
)
from api.session import Published
from table.documents import DocumentError
from table.events import CannotTell, Event, HandStarted, RulingGiven
from table.sentences import say

PERSONS_ERRORS = (
    DocumentError,
    DrawUnavailableError,
    LogUnavailableError,
    LogDamagedError,
    TableUnavailableError,
)
"""Errors that a person can cause and put right; their text says how."""

NS_PER_S = 1_000_000_000

P = ParamSpec("P")
R = TypeVar("R")


def stop(text: str) -> NoReturn:
    """End the command with a sentence for a person."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(escape(text), style="bold")
    raise typer.Exit(1)


def told(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose errors that a person can put right are told, without a traceback."""

    @wraps(command)
    def telling(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except PERSONS_ERRORS as error:
            stop(str(error))

    return telling


def log_to_terminal(console: Console) -> None:
    """Warnings of all parts, one line each."""
    handler = RichHandler(console=console, show_path=False, rich_tracebacks=False)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], format="%(message)s")


class RulingPrinter:
    """Prints each answer as it is published."""

    def __init__(self, console: Console, language: str) -> None:
        self._console = console
        self._language = language

    def __call__(self, published: Published, event: Event | None, answers: Sequence[Event]) -> None:
        """Print what this change brought."""
        if published.log_fault:
            self._print(published.at_ns, "▲", published.log_fault, "bold red")
        if isinstance(event, HandStarted):
            game = event.game
            stakes = f"{game.small_blind}/{game.big_blind}"
            title = f"hand {event.number}: {game.limit} {game.variant} {stakes}"
            self._console.print(f"\n[dim]{escape(title)}[/dim]", highlight=False)
        for answer in answers:
            if isinstance(answer, RulingGiven):
                self._ruling(answer)
            elif isinstance(answer, CannotTell):
                mark, style = ("▲", "bold red") if answer.fault else ("?", "bold yellow")
                self._print(answer.at_ns, mark, say(answer.message, self._language), style)

    def _ruling(self, given: RulingGiven) -> None:
        ruling = given.ruling
        line = f"seat {ruling.seat:<2} {say(ruling.message, self._language)}"
        mark, style = ("⚑", "bold yellow") if ruling.ask_floor else ("■", "bold")
        self._print(given.at_ns, mark, line, style)
        if ruling.rule.name:
            rule = escape(say(ruling.rule, self._language))
            self._console.print(f"             [dim]{rule}[/dim]", highlight=False, soft_wrap=True)

    def _print(self, at_ns: int, mark: str, line: str, style: str) -> None:
        seconds = at_ns / NS_PER_S
        self._console.print(
            f"[dim]{seconds:8.2f} s[/dim] {mark} [{style}]{escape(line)}[/{style}]",
            highlight=False,
            soft_wrap=True,
        )
