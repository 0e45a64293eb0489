"""The WebSocket of a screen: a whole snapshot first, then one after each change, and a beat."""

import asyncio
import json
import logging
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from api.broadcast import BEAT_S, Broadcast, Screen, TooManyScreensError
from api.pairing import admits
from api.views import COMMANDING_ROLES, Role
from table.sentences import LANGUAGES

logger = logging.getLogger(__name__)

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
    talking = asyncio.create_task(_talk(socket, table, screen, role, language))
    listening = asyncio.create_task(_listen(socket, screen))
    done, unfinished = await asyncio.wait({listening, talking}, return_when=asyncio.FIRST_COMPLETED)
    for task in unfinished:
        task.cancel()
    await asyncio.wait({listening, talking})
    for task in (listening, talking):
        _tell_defect(task)
    left = listening in done and listening.exception() is None and listening.result()
    with suppress(RuntimeError, WebSocketDisconnect):  # it may be closed already
        await socket.close(1000 if left else 1008)


def _tell_defect(task: "asyncio.Task[bool] | asyncio.Task[None]") -> None:
    """A screen may vanish or hang at any moment; anything else is a defect of ours."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, WebSocketDisconnect | TimeoutError | OSError):
        logger.error("a screen could not be served", exc_info=error)


async def _talk(
    socket: WebSocket, table: Broadcast, screen: Screen, role: str, language: str
) -> None:
    while True:
        # Not `asyncio.wait_for`: in Python 3.11 it may lose a cancellation.
        try:
            async with asyncio.timeout(BEAT_S):
                await screen.changed.wait()
        except TimeoutError:
            message = table.beat()
        else:
            screen.changed.clear()
            message = table.snapshot(role, language)
        if message is not None:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await socket.send_json(message)


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
