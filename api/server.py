"""The web server: screens, REST and the WebSocket. It decides nothing; it asks and shows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse
from starlette.staticfiles import StaticFiles

from api import rest, websocket
from api.broadcast import Broadcast
from api.guard import Guard
from api.pairing import Pairing

SCREENS = Path(__file__).parent / "screens"


def make_app(broadcast: Broadcast, pairing: Pairing | None) -> FastAPI:
    """The web server of one table.

    Args:
        broadcast: what it shows, and where commands go.
        pairing: the code that commanding from other machines needs; None on loopback.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        broadcast.attach(asyncio.get_running_loop())
        yield
        broadcast.detach()

    # The usual documentation pages load scripts from elsewhere; /openapi.json itself is here.
    app = FastAPI(
        title=f"betline: {broadcast.table_file.name}",
        version="1",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.broadcast = broadcast
    app.state.pairing = pairing
    app.add_exception_handler(RequestValidationError, _refuse_body)
    app.include_router(rest.reading)
    app.include_router(rest.commands)
    app.include_router(websocket.router)
    app.mount("/screens", StaticFiles(directory=SCREENS), name="screens")
    _add_pages(app)
    app.add_middleware(Guard, loopback_only=pairing is None)
    return app


async def _refuse_body(_: Request, error: Exception) -> JSONResponse:
    """Say what is wrong with a request, without repeating what it sent."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    sentences = [f"{'.'.join(map(str, fault['loc'][1:]))}: {fault['msg']}" for fault in faults]
    return JSONResponse({"detail": "; ".join(sentences)}, status_code=422)


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def root() -> RedirectResponse:
        return RedirectResponse("/dealer")

    @app.get("/dealer", include_in_schema=False)
    def dealer() -> FileResponse:
        return FileResponse(SCREENS / "dealer.html")

    @app.get("/overlay", include_in_schema=False)
    def overlay() -> FileResponse:
        return FileResponse(SCREENS / "overlay.html")
