"""The WebSocket of a screen: a whole snapshot first, then one after each change, and a beat."""

import asyncio
import json
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from api.broadcast import BEAT_S, Broadcast, Screen, TooManyScreensError
from api.pairing import admits
from api.views import COMMANDING_ROLES, Role
from table.sentences import LANGUAGES

SEND_TIMEOUT_S = 5.0
"""A screen that takes nothing for so long is gone; it comes back by itself."""

MOST_MESSAGES = 20
"""That a screen may send within `MESSAGE_WINDOW_S`; it needs one after a gap."""

MESSAGE_WINDOW_S = 10.0
NOT_PAIRED = 4401

router = APIRouter()


@router.websocket("/ws")
async def websocket(socket: WebSocket, role: str = "", language: str = "en") -> None:
    """Serve one screen."""
    if role not in set(Role) or language not in LANGUAGES:
        await socket.close(1008, "unknown role or language")
        return
    await socket.accept()
    if role in COMMANDING_ROLES and not admits(socket.app.state.pairing, socket):
        await socket.close(NOT_PAIRED, "pair this screen first")
        return
    table: Broadcast = socket.app.state.broadcast
    try:
        screen = table.join()
    except TooManyScreensError as error:
        await socket.close(1013, str(error))
        return
    try:
        await _serve(socket, table, screen, role, language)
    finally:
        table.leave(screen)


async def _serve(
    socket: WebSocket, table: Broadcast, screen: Screen, role: str, language: str
) -> None:
    """Talk until either side ends it."""
    listening = asyncio.create_task(_listen(socket, screen))
    talking = asyncio.create_task(_talk(socket, table, screen, role, language))
    _, unfinished = await asyncio.wait({listening, talking}, return_when=asyncio.FIRST_COMPLETED)
    for task in unfinished:
        task.cancel()
    # A screen may vanish at any point; that is no fault of the table.
    await asyncio.gather(listening, talking, return_exceptions=True)
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(1008 if listening in unfinished or not listening.result() else 1000)


async def _talk(
    socket: WebSocket, table: Broadcast, screen: Screen, role: str, language: str
) -> None:
    while True:
        try:
            await asyncio.wait_for(screen.changed.wait(), BEAT_S)
        except TimeoutError:
            message = table.beat()
        else:
            screen.changed.clear()
            message = table.snapshot(role, language)
        if message is not None:
            await asyncio.wait_for(socket.send_json(message), SEND_TIMEOUT_S)


async def _listen(socket: WebSocket, screen: Screen) -> bool:
    """The one thing that a screen may say: that it wants a whole snapshot.

    Returns:
        Whether the screen went away by itself, rather than for what it sent.
    """
    arrived_s: list[float] = []
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return True
        now_s = asyncio.get_running_loop().time()
        arrived_s = [then for then in arrived_s if now_s - then < MESSAGE_WINDOW_S] + [now_s]
        try:
            wanted = json.loads(message.get("text") or "")
        except (ValueError, RecursionError):
            return False
        if wanted != {"want": "snapshot"} or len(arrived_s) > MOST_MESSAGES:
            return False
        screen.changed.set()
