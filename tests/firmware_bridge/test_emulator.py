from pathlib import Path

import pytest
from bench import needs_compiler

from firmware_bridge import emulator
from firmware_bridge.emulator import EmulatedDevice, EmulatorError, build_firmware

pytestmark = pytest.mark.firmware


def test_a_missing_compiler_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(emulator.shutil, "which", lambda _: None)
    with pytest.raises(EmulatorError, match="sudo apt-get install make gcc libc6-dev"):
        build_firmware("panel")


@needs_compiler
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "betline").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(EmulatorError, match="cannot be written: Not a directory"):
        build_firmware("panel")


@needs_compiler
def test_firmware_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    built = build_firmware("shoe")
    first = built.stat()
    assert build_firmware("shoe").stat() == first
    assert [path.name for path in built.parent.iterdir()] == ["shoe"]


@needs_compiler
def test_sources_that_do_not_build_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(EmulatorError, match="The firmware does not build"):
        build_firmware("toaster")


@needs_compiler
def test_a_device_that_has_ended_is_told():
    with EmulatedDevice() as panel:
        port = Path(panel.port)
        assert port.is_symlink()
        with pytest.raises(EmulatorError, match="has ended"):
            panel.command("quit")
        assert not port.is_symlink()


@needs_compiler
def test_a_command_that_is_not_understood_changes_nothing(capfd: pytest.CaptureFixture[str]):
    with EmulatedDevice() as panel:
        panel.command("dance")
        panel.command("plug")
    assert capfd.readouterr().err.splitlines() == ["not understood: dance", "not understood: plug"]
