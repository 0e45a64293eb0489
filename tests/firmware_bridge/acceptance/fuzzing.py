"""Damaged frames against both decoders: the firmware's under sanitizers, and the host's."""

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from acceptance.rows import Row
from firmware_bridge.emulator import FIRMWARE
from firmware_bridge.frames import Frame, FrameDecoder, encode

_SOURCE = Path(__file__).with_name("fuzz_frames.c")
_CORE = ("device.c", "link.c", "frame.c", "panel.c", "debounce.c", "hal_bench.c")
_SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_WHOLE = Frame(kind=0x50, sequence=1, body=b"")


def measure(frames: int, firmware: Path = FIRMWARE) -> list[Row]:
    """Give so many damaged frames to each decoder.

    Args:
        frames: how many.
        firmware: the folder of its sources.
    """
    with TemporaryDirectory(prefix="betline-fuzz-") as folder:
        sanitized = _build(Path(folder) / "sanitized", firmware, _SANITIZERS)
        plain = _build(Path(folder) / "plain", firmware, ())
        workers = min(2, os.cpu_count() or 1)
        share = frames // workers
        with ProcessPoolExecutor(workers) as pool:
            device_counts = list(pool.map(_against_firmware, *_jobs(sanitized, share, workers)))
            host_counts = list(pool.map(_against_host, *_jobs(plain, share, workers)))
    wrong, deaf, device = (sum(counts) for counts in zip(*device_counts, strict=True))
    wrong_host, deaf_host = (sum(counts) for counts in zip(*host_counts, strict=True))
    wanted = "none taken wrongly, no crash"
    return [
        Row(
            f"{share * workers:,} damaged frames to the firmware, under sanitizers",
            wanted,
            f"{wrong} taken wrongly, {device} had an effect, {deaf} hid the next whole frame",
            wrong == deaf == device == 0,
        ),
        Row(
            f"{share * workers:,} damaged frames to the host",
            wanted,
            f"{wrong_host} taken wrongly, {deaf_host} hid the next whole frame",
            wrong_host == deaf_host == 0,
        ),
    ]


def _jobs(program: Path, share: int, workers: int) -> tuple[list[Path], list[int], list[int]]:
    return [program] * workers, [share] * workers, list(range(1, workers + 1))


def _build(program: Path, firmware: Path, flags: tuple[str, ...]) -> Path:
    sources = [_SOURCE, *(firmware / name for name in _CORE)]
    command = ["cc", "-O2", "-g", "-std=c11", *flags, f"-I{firmware}", "-o", program, *sources]
    subprocess.run(command, check=True)
    return program


def _against_firmware(program: Path, frames: int, seed: int) -> tuple[int, int, int]:
    """Taken wrongly, deaf afterwards, and with an effect on the device. A crash raises."""
    ran = subprocess.run(
        [program, "check", str(frames), str(seed)], capture_output=True, text=True, check=True
    )
    wrong, deaf, device = map(int, ran.stdout.split())
    return wrong, deaf, device


def _against_host(program: Path, frames: int, seed: int) -> tuple[int, int]:
    """Taken wrongly, and deaf afterwards."""
    decoder = FrameDecoder()
    whole = encode(_WHOLE)
    wrong = deaf = 0
    command = [str(program), "emit", str(frames), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as emitting:
        assert emitting.stdout is not None
        for genuine, damaged in _emitted(emitting.stdout, frames):
            for frame in decoder.feed(damaged + b"\0"):
                wrong += bytes([frame.kind, frame.sequence]) + frame.body not in genuine
            deaf += list(decoder.feed(whole)) != [_WHOLE]
    return wrong, deaf


def _emitted(stream: IO[bytes], frames: int) -> Iterator[tuple[list[bytes], bytes]]:
    read = stream.read
    for _ in range(frames):
        genuine = [read(read(1)[0]) for _ in range(read(1)[0])]
        yield genuine, read(read(1)[0])
