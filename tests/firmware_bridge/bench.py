"""The firmware on a bench: compiled for this machine, in virtual time, driven by function calls."""

import ctypes
import shutil
from collections import deque

import pytest

from firmware_bridge.emulator import build_firmware
from firmware_bridge.schema import SCHEMA, DeviceName

_LINE_BYTES = 65536

needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None or shutil.which("make") is None,
    reason="make or a C compiler is missing: the firmware cannot be built",
)


class Bench:
    """The same face as `DeviceModel`, with the C code behind it. One at a time: it has one RAM."""

    def __init__(
        self,
        device: DeviceName = "panel",
        *,
        boot_id: int = 1,
        now_ms: int = 0,
        keys: dict[int, int] | None = None,
    ) -> None:
        self.device = device
        self.boot_id = boot_id
        self.keys = [(keys or {}).get(subject, 0) for subject in range(SCHEMA.limits.seats + 1)]
        self.cards: deque[int] = deque()
        self.loaded = False
        self._code = ctypes.CDLL(str(build_firmware(f"{device}.so")))
        self._code.bench_poll.restype = ctypes.c_uint32
        self._received = b""
        self._sent = ctypes.create_string_buffer(_LINE_BYTES)
        self._move_keys()
        self._code.bench_start(boot_id, ctypes.c_uint32(now_ms))

    def receive(self, data: bytes) -> None:
        self._received += data

    def poll(self, now_ms: int) -> bytes:
        self._move_keys()
        if self.loaded:
            self.loaded = False
            self._code.bench_load()
        if self.cards:
            self._code.bench_card(self.cards.popleft())
        received, self._received = self._received, b""
        count = self._code.bench_poll(
            ctypes.c_uint32(now_ms), received, ctypes.c_uint32(len(received)), self._sent
        )
        return self._sent.raw[:count]

    def _move_keys(self) -> None:
        for subject, keys in enumerate(self.keys):
            self._code.bench_keys(subject, ctypes.c_uint32(keys))
