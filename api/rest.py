"""The REST calls: what may be read, and what may be asked for."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

from api.broadcast import Broadcast
from api.evidence import EvidenceFolder
from api.intake import Command, Status
from api.log import read_log
from api.pairing import COOKIE, admits
from api.pots import PotsError, PotsRequest, PotsView, pots_of
from api.requests import (
    BountyChipRequest,
    ChooseRequest,
    ConfirmRequest,
    DeckRequest,
    FloorRequest,
    HandEndRequest,
    HandRequest,
    MisdealRequest,
    OverrideRequest,
    RedoRequest,
    RequestRefusedError,
    RetrieveRequest,
    StreetRequest,
    UndoRequest,
    WordRequest,
)
from api.view_builders import UnknownRoleError
from api.views import COMMANDING_ROLES, Role
from table.sentences import LANGUAGES, say

COMMAND_TIMEOUT_S = 5.0

Language = Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)})$")]


class PairRequest(BaseModel):
    """The code that the terminal shows."""

    model_config = ConfigDict(extra="forbid", strict=True)

    code: str = Field(max_length=40)


class CommandDone(BaseModel):
    """A command was carried out; `repeated`: already when it came first."""

    repeated: bool = False


class Refusal(BaseModel):
    """Why a command was not carried out, in a sentence for the dealer."""

    detail: str


class LoggedEvent(BaseModel):
    """One event of the log. A sealed card is not among its fields."""

    seq: int
    at_ns: int
    wall_time: str
    kind: str
    payload: dict[str, Any]
    hash: str


def the_table(request: Request) -> Broadcast:
    """The table that this server serves."""
    table: Broadcast = request.app.state.broadcast
    return table


def paired_only(request: Request) -> None:
    """Ask for the pairing code of those who may command."""
    if not admits(request.app.state.pairing, request):
        raise HTTPException(401, "Pair this screen first: type the code that betline printed.")


Table = Annotated[Broadcast, Depends(the_table)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"model": Refusal, "description": "Not paired."},
    409: {"model": Refusal, "description": "Not possible now, or the screen was outdated."},
    503: {"model": Refusal, "description": "The log cannot be written; nothing was done."},
}

reading = APIRouter(prefix="/api", tags=["reading"])
commands = APIRouter(
    prefix="/api", tags=["commands"], dependencies=[Depends(paired_only)], responses=REFUSALS
)


@reading.post("/pair")
def pair(body: PairRequest, request: Request, response: Response) -> CommandDone:
    """Pair this screen, so that it may command."""
    pairing = request.app.state.pairing
    if pairing is not None:
        address = request.client.host if request.client else ""
        if not pairing.accepts(body.code, address):
            raise HTTPException(401, "That is not the code. After ten guesses, wait a minute.")
        response.set_cookie(
            COOKIE, pairing.code, max_age=365 * 86400, httponly=True, samesite="strict"
        )
    return CommandDone()


@reading.get("/snapshot", responses={400: {"model": Refusal}})
def snapshot(
    table: Table, request: Request, role: str, language: Language = "en"
) -> dict[str, Any]:
    """All that a role may see now, as on the WebSocket."""
    if role in COMMANDING_ROLES:
        paired_only(request)
    try:
        return table.snapshot(role, language)
    except UnknownRoleError as error:
        raise HTTPException(400, str(error)) from error


@reading.get("/events", dependencies=[Depends(paired_only)])
def events(
    table: Table,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> list[LoggedEvent]:
    """The log after an event, without what is sealed."""
    found: list[LoggedEvent] = []
    for record in read_log(table.intake.session.log.path):
        if record.seq > after:
            fields = {name: vars(record)[name] for name in LoggedEvent.model_fields}
            found.append(LoggedEvent(**{**fields, "payload": record.content}))
        if len(found) == limit:
            break
    return found


@reading.get("/evidence/{name}", dependencies=[Depends(paired_only)])
def evidence(table: Table, name: str) -> FileResponse:
    """The picture of a bet area that a reading rests on."""
    path = EvidenceFolder(table.intake.session.log.path).path_of(name)
    if path is None:
        raise HTTPException(404, "There is no such picture.")
    return FileResponse(path, media_type="image/jpeg")


@reading.get("/health")
def health(table: Table) -> dict[str, bool]:
    """Whether the session runs and its log can be written: for a watchdog."""
    return {
        "running": table.beat() is not None,
        "writing": not table.intake.published.log_fault,
    }


@commands.post("/confirm")
async def confirm(table: Table, body: ConfirmRequest, language: Language = "en") -> CommandDone:
    """The dealer agrees with the ruling shown."""
    return await obey(table, body.to_command(), language)


@commands.post("/undo")
async def undo(table: Table, body: UndoRequest, language: Language = "en") -> CommandDone:
    """The dealer takes the ruling shown back."""
    return await obey(table, body.to_command(), language)


@commands.post("/redo")
async def redo(table: Table, body: RedoRequest, language: Language = "en") -> CommandDone:
    """The dealer brings back what his last undo took back."""
    return await obey(table, body.to_command(), language)


@commands.post("/override")
async def override(
    table: Table, body: OverrideRequest, role: Role = Role.DEALER, language: Language = "en"
) -> CommandDone:
    """The dealer or the floor rules otherwise."""
    return await obey(table, body.to_command(by=_by(role)), language)


@commands.post("/retrieve")
async def retrieve(
    table: Table, body: RetrieveRequest, role: Role = Role.DEALER, language: Language = "en"
) -> CommandDone:
    """A hand that was thrown away is identified and retrieved beyond doubt: it lives."""
    return await obey(table, body.to_command(by=_by(role)), language)


@commands.post("/deck")
async def deck(table: Table, body: DeckRequest, language: Language = "en") -> CommandDone:
    """The dealer counted the cards that remain, because some may have left the shoe unseen."""
    return await obey(table, body.to_command(), language)


@commands.post("/floor")
async def floor(table: Table, body: FloorRequest, language: Language = "en") -> CommandDone:
    """Somebody asks for the floor."""
    return await obey(table, body.to_command(), language)


@commands.post("/choose")
async def choose(
    table: Table, body: ChooseRequest, role: Role = Role.DEALER, language: Language = "en"
) -> CommandDone:
    """The floor, or the player, chose one of the options shown."""
    return await obey(table, body.to_command(by=_by(role)), language)


@commands.post("/word")
async def word(table: Table, body: WordRequest, language: Language = "en") -> CommandDone:
    """A player said something, and the dealer enters it."""
    if body.seat not in table.seats:
        raise HTTPException(422, f"There is no seat {body.seat} at this table.")
    return await obey(table, body.to_command(), language)


@commands.post("/bounty-chip")
async def bounty_chip(
    table: Table, body: BountyChipRequest, language: Language = "en"
) -> CommandDone:
    """A player put out a bounty chip or a time token, and the dealer enters it."""
    if body.seat not in table.seats:
        raise HTTPException(422, f"There is no seat {body.seat} at this table.")
    return await obey(table, body.to_command(), language)


@commands.post("/hand")
async def hand(table: Table, body: HandRequest, language: Language = "en") -> CommandDone:
    """A new hand begins."""
    game = table.table_file.game(body.game)
    if game is None:
        offered = ", ".join(entry.name for entry in table.table_file.games)
        raise HTTPException(422, f"This table has no game {body.game!r}: use {offered}.")
    try:
        command = body.to_command(game, table.seats)
    except RequestRefusedError as error:
        raise HTTPException(422, str(error)) from error
    return await obey(table, command, language)


@commands.post("/street")
async def street(table: Table, body: StreetRequest, language: Language = "en") -> CommandDone:
    """The bets are drawn in and the next cards are dealt."""
    return await obey(table, body.to_command(), language)


@commands.post("/hand-end")
async def hand_end(table: Table, body: HandEndRequest, language: Language = "en") -> CommandDone:
    """The pot is pushed."""
    return await obey(table, body.to_command(), language)


@commands.post("/pots")
def pots(table: Table, body: PotsRequest) -> PotsView:
    """The pots that are to be pushed, and what each winner takes. Nothing is carried out."""
    state = table.intake.published.state
    if state.hand is None or state.hand.ended:
        raise HTTPException(409, "There is no pot to push: no hand is under way.")
    try:
        return pots_of(state.hand, state.rulebook, body)
    except PotsError as error:
        raise HTTPException(422, str(error)) from error


@commands.post("/misdeal")
async def misdeal(
    table: Table, body: MisdealRequest, role: Role = Role.DEALER, language: Language = "en"
) -> CommandDone:
    """The hand is a misdeal: stacks are as they were before it."""
    return await obey(table, body.to_command(by=_by(role)), language)


def _by(role: Role) -> str:
    if role not in COMMANDING_ROLES:
        raise HTTPException(403, "Only the dealer and the floor may do that.")
    return role.value


async def obey(table: Broadcast, command: Command, language: str) -> CommandDone:
    """Hand a command to the session and tell what became of it."""
    asked = asyncio.wrap_future(table.intake.command(command))
    try:
        async with asyncio.timeout(COMMAND_TIMEOUT_S):
            outcome = await asyncio.shield(asked)
    except TimeoutError as error:
        text = "betline did not answer. Look at the screen, then tap again."
        raise HTTPException(503, text) from error
    if outcome.status is Status.UNAVAILABLE:
        raise HTTPException(
            503, say(outcome.message, language) if outcome.message else outcome.text
        )
    if outcome.message:
        raise HTTPException(409, say(outcome.message, language))
    return CommandDone(repeated=outcome.status is Status.REPEATED)
