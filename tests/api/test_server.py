"""The web server: what it answers, whom it admits, and what strangers cannot do to it."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from desk import Desk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_server import served
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from api.broadcast import MOST_SCREENS
from api.guard import LARGEST_BODY
from api.log import read_log
from api.pairing import COOKIE, Pairing
from api.rest import LoggedEvent
from table.observations import SpokenWord

CODE = "ABCDEFGH"
COMMANDS = (
    "confirm",
    "undo",
    "redo",
    "override",
    "retrieve",
    "deck",
    "floor",
    "choose",
    "word",
    "bounty-chip",
    "hand",
    "street",
    "hand-end",
    "misdeal",
)
ID = "0123456789abcdef"


@pytest.fixture
def running(desk: Desk) -> Iterator[Desk]:
    """A hand is on, and the session takes things in by itself."""
    desk.begins()
    desk.intake = _restarted(desk)
    desk.broadcast.intake = desk.intake
    yield desk
    desk.intake.stop()


def _restarted(desk: Desk) -> Any:
    """An intake on the real clock, as `betline run` has it."""
    from api.intake import Intake
    from api.running import TableClock

    clock = TableClock()
    clock.go_on_after(desk.session.published.at_ns)
    intake = Intake(desk.session, desk.table_file.sources, clock)
    intake.start()
    return intake


@pytest.fixture
def web(running: Desk) -> Iterator[httpx.Client]:
    """A browser on this machine."""
    with served(running) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        yield client


@pytest.fixture
def paired(running: Desk) -> Iterator[httpx.Client]:
    """A browser on another machine, not paired yet."""
    with (
        served(running, Pairing(CODE)) as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}") as client,
    ):
        yield client


def address(client: httpx.Client, query: str = "role=dealer") -> str:
    return str(client.base_url).replace("http", "ws").rstrip("/") + f"/ws?{query}"


def until_closed(screen: ClientConnection, sends: str | None = None) -> int:
    """Receive until the server closes, and tell its reason."""
    for _ in range(200):
        try:
            if sends is not None:
                screen.send(sends)
            screen.recv(timeout=5)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
    raise AssertionError("the server did not close")


def take(screen: ClientConnection, kind: str = "snapshot") -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message = json.loads(screen.recv(timeout=5))
        if message["type"] == kind:
            return dict(message)


class TestReading:
    def test_the_screens_are_served_with_all_that_they_load(self, web: httpx.Client) -> None:
        for page in ("dealer", "overlay"):
            answer = web.get(f"/{page}")
            assert answer.status_code == 200
            for part in answer.text.split('"/screens/')[1:]:
                assert web.get("/screens/" + part.split('"')[0]).status_code == 200
            assert "default-src 'self'" in answer.headers["content-security-policy"]

    def test_the_rest_calls_are_described(self, web: httpx.Client) -> None:
        paths = web.get("/openapi.json").json()["paths"]
        assert {f"/api/{name}" for name in COMMANDS} <= set(paths)
        assert all(paths[f"/api/{name}"]["post"]["description"] for name in COMMANDS)

    def test_a_snapshot_is_what_the_role_may_see(self, web: httpx.Client) -> None:
        dealer = web.get("/api/snapshot", params={"role": "dealer"}).json()
        overlay = web.get("/api/snapshot", params={"role": "overlay"}).json()
        assert "sources" in dealer["view"]
        assert "sources" not in overlay["view"]

    def test_an_unknown_role_is_refused(self, web: httpx.Client) -> None:
        answer = web.get("/api/snapshot", params={"role": "centre"})
        assert answer.status_code == 400
        assert "There is no role" in answer.json()["detail"]

    def test_events_have_no_sealed_card(self, running: Desk, web: httpx.Client) -> None:
        running.tell = None  # type: ignore[assignment,method-assign]
        events = web.get("/api/events", params={"limit": 1000}).json()
        assert [event["seq"] for event in events] == [
            record.seq for record in read_log(running.path)
        ]
        assert set(events[0]) == set(LoggedEvent.model_fields)
        assert web.get("/api/events", params={"after": len(events)}).json() == []

    @pytest.mark.parametrize("name", ["x.jpg", "..%2Ftable.log", "0" * 20 + "-1.jpg", "%00"])
    def test_there_is_no_other_picture(self, web: httpx.Client, name: str) -> None:
        assert web.get(f"/api/evidence/{name}").status_code == 404

    def test_health_tells_whether_the_session_runs(self, running: Desk, web: httpx.Client) -> None:
        assert web.get("/api/health").json() == {"running": True, "writing": True}
        running.intake.stop()
        running.intake.alive_at_ns -= 10_000_000_000
        assert web.get("/api/health").json()["running"] is False


class TestCommands:
    def test_a_word_is_ruled_and_confirmed(self, running: Desk, web: httpx.Client) -> None:
        said = {"command_id": ID + "a", "seat": "1", "word": "check"}
        assert web.post("/api/word", json=said).json() == {"repeated": False}
        assert running.session.published.state.rulings_given == 1
        confirmed = {"command_id": ID + "b", "ruling": 1}
        assert web.post("/api/confirm", json=confirmed).status_code == 200
        assert web.post("/api/confirm", json=confirmed).json() == {"repeated": True}

    def test_a_late_tap_is_refused_in_the_screens_language(self, web: httpx.Client) -> None:
        web.post("/api/word", json={"command_id": ID + "a", "seat": "1", "word": "check"})
        body = {"command_id": ID + "b", "ruling": 0}
        answer = web.post("/api/undo", params={"language": "ru"}, json=body)
        assert answer.status_code == 409
        assert answer.json()["detail"].startswith("Решение изменилось")

    def test_a_hand_needs_known_seats_and_games(self, web: httpx.Client) -> None:
        hand = {"number": 2, "game": "No-limit", "button": "1", "stacks": {"1": 500, "2": 500}}
        for wrong, why in (
            ({"game": "Chess"}, "no game"),
            ({"button": "9"}, "no seat 9"),
            ({"stacks": {"1": 500}}, "two seats"),
            ({"stacks": {"1": 500, "2": 0}}, "two seats"),
        ):
            answer = web.post("/api/hand", json={"command_id": ID + "a", **hand, **wrong})
            assert answer.status_code == 422
            assert why in answer.json()["detail"]
        assert web.post("/api/hand", json={"command_id": ID + "b", **hand}).status_code == 200

    def test_a_misdeal_gives_the_chips_back(self, web: httpx.Client) -> None:
        hand = {"number": 2, "game": "No-limit", "button": "1", "stacks": {"1": 500, "2": 500}}
        web.post("/api/hand", json={"command_id": ID + "a", **hand})
        body = {"command_id": ID + "b", "ruling": 0, "reason": "two cards exposed"}
        refused = web.post("/api/misdeal", params={"role": "overlay"}, json=body)
        assert refused.status_code == 403
        assert web.post("/api/misdeal", json=body).status_code == 200
        view = web.get("/api/snapshot", params={"role": "dealer"}).json()["view"]
        assert (view["stage"], view["pot"]) == ("no_hand", 0)
        again = web.post("/api/misdeal", json={"command_id": ID + "c", "ruling": 0})
        assert again.status_code == 409

    def test_the_overlay_may_not_rule(self, web: httpx.Client) -> None:
        body = {
            "command_id": ID, "ruling": 0, "seat": "1", "action": "fold", "total": None
        }  # fmt: skip
        answer = web.post("/api/override", params={"role": "overlay"}, json=body)
        assert answer.status_code == 403

    def test_a_full_disk_is_told(self, running: Desk, web: httpx.Client) -> None:
        running.log._database.execute("PRAGMA query_only = ON")
        body = {"command_id": ID + "a", "seat": "1", "word": "check"}
        answer = web.post("/api/word", json=body)
        assert answer.status_code == 503
        assert "cannot be written" in answer.json()["detail"]
        assert running.session.published.state.rulings_given == 0
        running.log._database.execute("PRAGMA query_only = OFF")


class TestScreens:
    def test_a_screen_gets_all_first_and_then_each_change(
        self, running: Desk, web: httpx.Client
    ) -> None:
        with connect(address(web)) as screen:
            first = take(screen)
            web.post("/api/word", json={"command_id": ID + "a", "seat": "1", "word": "check"})
            second = take(screen)
        assert second["number"] > first["number"]
        assert second["epoch"] == first["epoch"]
        assert second["view"]["answer"]["line"] == "CHECK"

    def test_a_beat_names_the_newest_number(self, web: httpx.Client) -> None:
        with connect(address(web)) as screen:
            first = take(screen)
            beat = take(screen, "beat")
        assert (beat["epoch"], beat["number"]) == (first["epoch"], first["number"])

    def test_a_stuck_session_sends_no_beat(self, running: Desk, web: httpx.Client) -> None:
        running.intake.stop()
        running.intake.alive_at_ns -= 10_000_000_000
        with connect(address(web)) as screen:
            take(screen)
            with pytest.raises(TimeoutError):
                screen.recv(timeout=1.5)

    def test_a_screen_may_ask_for_all_again(self, web: httpx.Client) -> None:
        with connect(address(web)) as screen:
            first = take(screen)
            screen.send('{"want": "snapshot"}')
            assert take(screen) == first

    def test_a_slow_screen_gets_the_newest(self, running: Desk, web: httpx.Client) -> None:
        """It is sent what is newest when it is ready, not all that it missed."""
        with connect(address(web, "role=overlay")) as screen:
            take(screen)
            for number in range(300):
                body = {"command_id": f"{ID}-{number}"}
                assert web.post("/api/floor", json=body).status_code == 200
            newest = running.session.published.number
            received = [take(screen)["number"]]
            while received[-1] < newest:
                received.append(take(screen)["number"])
        assert received == sorted(received)
        assert received[-1] == newest

    @pytest.mark.parametrize("query", ["", "role=centre", "role=dealer&language=xx"])
    def test_unknown_screens_are_refused(self, web: httpx.Client, query: str) -> None:
        with pytest.raises(InvalidStatus), connect(address(web, query)):
            pass


class TestPairing:
    @pytest.mark.parametrize("name", COMMANDS)
    def test_no_command_without_the_code(self, paired: httpx.Client, name: str) -> None:
        assert paired.post(f"/api/{name}", json={}).status_code == 401

    @pytest.mark.parametrize(
        "path", ["/api/snapshot?role=dealer", "/api/events", "/api/evidence/x.jpg"]
    )
    def test_no_dealers_view_without_the_code(self, paired: httpx.Client, path: str) -> None:
        assert paired.get(path).status_code == 401

    def test_no_dealer_screen_without_the_code(self, paired: httpx.Client) -> None:
        with connect(address(paired)) as screen, pytest.raises(ConnectionClosed) as closed:
            screen.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401

    def test_the_overlay_needs_no_code(self, paired: httpx.Client) -> None:
        assert paired.get("/api/snapshot?role=overlay").status_code == 200
        with connect(address(paired, "role=overlay")) as screen:
            assert take(screen)["view"]["live"]

    def test_the_code_pairs_a_screen(self, paired: httpx.Client) -> None:
        answer = paired.post("/api/pair", json={"code": "abcd-efgh"})
        assert answer.status_code == 200
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=strict" in answer.headers["set-cookie"]
        assert paired.get("/api/events").status_code == 200
        with connect(address(paired), additional_headers={"Cookie": f"{COOKIE}={CODE}"}) as screen:
            assert take(screen)["view"]["table"] == "Test table"

    def test_a_program_brings_the_code_as_a_bearer(self, paired: httpx.Client) -> None:
        headers = {"Authorization": f"Bearer {CODE}"}
        assert paired.get("/api/events", headers=headers).status_code == 200

    def test_guessing_ends_after_ten(self, paired: httpx.Client) -> None:
        for _ in range(10):
            assert paired.post("/api/pair", json={"code": "WRONGONE"}).status_code == 401
        assert paired.post("/api/pair", json={"code": CODE}).status_code == 401


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FIELDS = ("command_id", "ruling", "seat", "action", "total", "token", "word", "stacks", "won")


class TestStrangers:
    """Each of these ends with the table as it was, and the server still serving."""

    @pytest.fixture(autouse=True)
    def nothing_changes(self, running: Desk, web: httpx.Client) -> Iterator[None]:
        before = running.session.published
        yield
        assert running.session.published.state == before.state
        assert web.get("/api/snapshot?role=dealer").status_code == 200

    @pytest.mark.parametrize(
        "content",
        [b"", b"{", b"[" * 10_000, b'{"a":' * 2_000, b"null", b"\xff\xfe", b"NaN", b'"x"', b"[]"],
    )
    @pytest.mark.parametrize("name", ["confirm", "hand"])
    def test_broken_json(self, web: httpx.Client, content: bytes, name: str) -> None:
        headers = {"content-type": "application/json"}
        answer = web.post(f"/api/{name}", content=content, headers=headers)
        assert 400 <= answer.status_code < 500

    @settings(
        max_examples=60,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(
        name=st.sampled_from([name for name in COMMANDS if name != "floor"]),
        body=st.dictionaries(st.sampled_from(FIELDS), JSON_VALUES),
    )
    def test_any_wrong_body(self, web: httpx.Client, name: str, body: dict[str, Any]) -> None:
        answer = web.post(f"/api/{name}", json={**body, "unknown": 1})
        assert answer.status_code == 422

    @pytest.mark.parametrize(
        "wrong",
        [
            {"ruling": "1"},
            {"ruling": True},
            {"ruling": 1.0},
            {"ruling": -1},
            {"ruling": 10**30},
            {"command_id": "short"},
            {"command_id": "x" * 65},
            {"command_id": "'; DROP TABLE events; --"},
            {"extra": 1},
        ],
    )
    def test_wrong_values(self, web: httpx.Client, wrong: dict[str, Any]) -> None:
        body = {"command_id": ID, "ruling": 0, **wrong}
        answer = web.post("/api/undo", json=body)
        if wrong == {"ruling": 10**30}:
            assert answer.status_code == 409
        else:
            assert answer.status_code == 422

    def test_a_huge_body(self, web: httpx.Client) -> None:
        body = b'{"command_id": "' + b"x" * LARGEST_BODY + b'"}'
        assert web.post("/api/undo", content=body).status_code == 413

    def test_a_huge_body_without_its_length(self, web: httpx.Client) -> None:
        chunks = (b"x" * 1024 for _ in range(64))
        assert web.post("/api/undo", content=chunks).status_code == 413

    def test_a_page_of_another_site(self, web: httpx.Client) -> None:
        body = {"command_id": ID, "ruling": 0}
        for origin in ("http://evil.example", "null", str(web.base_url).replace("127", "128")):
            answer = web.post("/api/undo", json=body, headers={"Origin": origin})
            assert answer.status_code == 403
        with (
            pytest.raises(InvalidStatus),
            connect(address(web), origin="http://evil.example"),  # type: ignore[arg-type]
        ):
            pass

    @pytest.mark.parametrize("host", ["evil.example", "", "[", "127.0.0.1.evil.example", "a@b\\c"])
    def test_a_foreign_name_for_this_machine(self, web: httpx.Client, host: str) -> None:
        answer = web.get("/api/snapshot?role=dealer", headers={"Host": host})
        assert answer.status_code in {400, 403}

    @pytest.mark.parametrize("path", ["/screens/../server.py", "/screens/%2e%2e/server.py"])
    def test_files_beside_the_screens(self, web: httpx.Client, path: str) -> None:
        port = web.base_url.port
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert b"404" in line.recv(4096).splitlines()[0]

    @pytest.mark.parametrize(
        "content", ["{", "[" * 500, '{"want": "hole cards"}', "null", b"\x00\xff", ""]
    )
    def test_a_screen_that_says_something_else(
        self, web: httpx.Client, content: str | bytes
    ) -> None:
        with connect(address(web)) as screen:
            screen.send(content)
            assert until_closed(screen) == 1008

    def test_a_screen_that_sends_too_much_at_once(self, web: httpx.Client) -> None:
        with connect(address(web)) as screen:
            screen.send("x" * 100_000)
            assert until_closed(screen) in {0, 1009}

    def test_a_screen_that_asks_without_end(self, web: httpx.Client) -> None:
        with connect(address(web)) as screen:
            assert until_closed(screen, sends='{"want": "snapshot"}') == 1008

    def test_more_screens_than_a_table_has(self, web: httpx.Client) -> None:
        with ExitStack() as connected:
            for _ in range(MOST_SCREENS):
                take(connected.enter_context(connect(address(web))))
            with connect(address(web)) as further:
                assert until_closed(further) == 1013

    def test_screens_that_vanish(self, web: httpx.Client) -> None:
        for _ in range(20):
            line = socket.create_connection(("127.0.0.1", web.base_url.port), timeout=5)
            line.sendall(b"GET /ws?role=dealer HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: webs")
            line.close()

    def test_bytes_that_are_no_request(self, web: httpx.Client) -> None:
        for content in (b"\x16\x03\x01" * 50, b"GET " + b"/" * 100_000, b"\x00" * 1000):
            with socket.create_connection(("127.0.0.1", web.base_url.port), timeout=5) as line:
                line.sendall(content + b"\r\n\r\n")
                line.settimeout(5)
                try:
                    line.recv(4096)
                except ConnectionResetError:
                    continue


def test_the_overlay_hides_what_the_dealer_enters(running: Desk, web: httpx.Client) -> None:
    web.post("/api/word", json={"command_id": ID, "seat": "1", "word": SpokenWord.CHECK.value})
    view = web.get("/api/snapshot?role=overlay").json()["view"]
    assert view["ruling"] == {"seat": "1", "line": "CHECK"}
