"""`betline listen`: the dealer's microphone, which suggests words and never enters one."""

import json
import shutil
import subprocess
import sys
import uuid
from tempfile import TemporaryFile
from typing import Annotated
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import typer

TIMEOUT_S = 10.0


def listen(
    url: Annotated[str, typer.Option(help="Where the table's screens are.")] = (
        "http://127.0.0.1:8000"
    ),
    code: Annotated[
        str | None, typer.Option(help="The pairing code, for a table on another machine.")
    ] = None,
    microphone: Annotated[
        str, typer.Option(help="The microphone's name, as `arecord -L` lists it.")
    ] = "default",
) -> None:
    """Repeat what a player said, and the dealer screen asks whether it was so.

    Press Enter, say "seat three raises to five hundred", press Enter. Nothing counts before it is
    confirmed on the dealer screen. English only; it needs the extra `speech`, and arecord.

    Example: betline listen --microphone plughw:1
    """
    from api.terminal import stop
    from firmware_bridge.speech import Recognizer, SpeechMissingError

    if shutil.which("arecord") is None:
        stop("There is no arecord: say `sudo apt-get install alsa-utils`.")
    try:
        recognizer = Recognizer()
        table = _Table(url, code)
        print("Press Enter and talk, then Enter again. End with Ctrl-D.", flush=True)
        while _enter_pressed():
            samples = _record(microphone)
            heard = recognizer.suggestion(samples)
            if heard is None:
                print("▲ not understood: say it again, or enter it on the screen", flush=True)
                continue
            print(f"heard: {heard.heard}; confirm it on the dealer screen", flush=True)
            said = {"seat": str(heard.seat), "word": heard.word.value, "amount": heard.amount}
            table.post("word", {"command_id": str(uuid.uuid4()), "heard": True, **said})
    except (SpeechMissingError, _ListeningError) as error:
        stop(str(error))
    except KeyboardInterrupt:
        print()


class _ListeningError(Exception):
    """What a person can put right; the text says how."""


class _Table:
    """The table's web server."""

    def __init__(self, url: str, code: str | None) -> None:
        if not url.startswith(("http://", "https://")):
            raise _ListeningError(f"{url} is no address of a table: it begins with http://")
        self._url = url.rstrip("/")
        self._headers = {"content-type": "application/json"}
        if code is not None:
            self._headers["authorization"] = f"Bearer {code}"

    def post(self, name: str, body: dict[str, object]) -> None:
        """Ask for something; what the table refuses is printed.

        Raises:
            _ListeningError: nobody answers there, or it does not know us.
        """
        data = json.dumps(body).encode()
        request = Request(f"{self._url}/api/{name}", data, self._headers)  # noqa: S310
        try:
            urlopen(request, timeout=TIMEOUT_S).close()  # noqa: S310
        except HTTPError as error:
            with error:
                text = json.load(error).get("detail", error.reason)
            if error.code == 401:
                raise _ListeningError(f"{text} Give it with --code.") from error
            print(f"▲ {text}", flush=True)
        except URLError as error:
            reason = f"No table answers at {self._url}: {error.reason}."
            raise _ListeningError(f"{reason} Start it with `betline run`.") from error


def _enter_pressed() -> bool:
    """Wait for Enter; False where the input has ended."""
    return bool(sys.stdin.readline())


def _record(microphone: str) -> bytes:
    """Record until Enter.

    Raises:
        _ListeningError: the microphone cannot be used.
    """
    from firmware_bridge.speech import SAMPLE_RATE

    command = ["arecord", "-q", "-D", microphone, "-t", "raw", "-f", "S16_LE", "-c", "1"]
    with TemporaryFile() as file:
        with subprocess.Popen(  # noqa: S603
            [*command, "-r", str(SAMPLE_RATE)], stdout=file, stderr=subprocess.PIPE
        ) as recorder:
            print("● talk", flush=True)
            _enter_pressed()
            recorder.terminate()
            _, errors = recorder.communicate()
        file.seek(0)
        samples = file.read()
    if not samples:
        text = errors.decode(errors="replace").strip() or "it gave no sound"
        raise _ListeningError(f"The microphone {microphone} cannot be used: {text}.")
    return samples
