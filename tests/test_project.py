"""The repository keeps its own promises: its layout, its documents, its arrows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("table", "vision", "firmware_bridge", "api", "models")


def tracked() -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    return listing.stdout.splitlines()


def test_the_top_level_is_the_architecture() -> None:
    top = {name.split("/")[0] for name in tracked()}
    files = {name for name in top if not name.startswith(".")}
    assert files == {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CONTRIBUTING.md",
        "Makefile",
        "docs",
        "tests",
        *PACKAGES,
    }


def test_the_architecture_fits_a_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert len(page.splitlines()) < 90
    assert page.count("```") == 2, "one diagram"


def test_the_import_arrows_hold() -> None:
    linted = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert linted.returncode == 0, linted.stdout


def test_no_file_names_a_path_of_one_machine() -> None:
    private = re.compile(r"/(work|root|home)/[a-z]")
    named = [
        name
        for name in tracked()
        if Path(name).suffix in {".py", ".md", ".yaml", ".toml", ".txt", ".js", ".html", ".c", ".h"}
        and name != "tests/test_project.py"
        and private.search((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert not named


def test_weights_and_recordings_stay_small() -> None:
    sizes = {name: (ROOT / name).stat().st_size for name in tracked() if (ROOT / name).exists()}
    assert max(sizes.values()) < 8 << 20
    assert sum(sizes.values()) < 60 << 20
