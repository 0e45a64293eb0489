"""What strangers may do to the web server: nothing that hurts.

Bodies are bounded in size and time, pages of other sites cannot command a table, and on loopback
only names of this machine are served, so that no foreign name can be pointed at it.
"""

import asyncio
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.table_file import LOOPBACK_HOSTS

LARGEST_BODY = 16 * 1024
BODY_TIMEOUT_S = 10.0

HEADERS = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),
)


class Guard:
    """Middleware before everything else."""

    def __init__(self, app: ASGIApp, loopback_only: bool) -> None:
        """Guard `app`.

        Args:
            app: what is guarded.
            loopback_only: serve only names of this machine.
        """
        self._app = app
        self._loopback_only = loopback_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            await _refuse(scope, receive, send, 403, refusal)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._serve(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if self._loopback_only and _name_of(host) not in LOOPBACK_HOSTS:
            return f"This table is served to this machine alone, not as {host[:60]!r}."
        origin = headers.get(b"origin")
        if origin is not None and origin.partition("://")[2] != host:
            return "Pages of other sites may not use this table."
        return ""

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        try:
            async with asyncio.timeout(BODY_TIMEOUT_S):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return
                    body += message.get("body", b"")
                    if len(body) > LARGEST_BODY:
                        text = f"The request is larger than {LARGEST_BODY} bytes."
                        await _refuse(scope, receive, send, 413, text)
                        return
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            await _refuse(scope, receive, send, 408, "The request came too slowly.")
            return
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
            await send(message)

        await self._app(scope, replay, send_with_headers)


def _name_of(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": text})
        return
    response = JSONResponse({"detail": text}, status_code=status)
    await response(scope, receive, send)
