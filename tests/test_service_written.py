"""Files that a service manager reads: what was edited is never replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod.errors import UserError
from mementod.service.written import Standing, changes, edits, remove, sealed, standing, write

MARKS = [("# ", "", 0), ("<!-- ", " -->", 1)]


def text(content: str, version: str = "1.0", marks: tuple[str, str, int] = ("# ", "", 0)) -> bytes:
    return sealed(content, version, "Leave it.", marks[:2], marks[2])


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (None, Standing.ABSENT),
        (("a\nb\n", "1.0"), Standing.SAME),
        (("a\nb\n", "0.9"), Standing.OLDER),
        (("a\n", "0.9"), Standing.OLDER),
    ],
)
def test_how_a_file_stands(
    found: tuple[str, str] | None, expected: Standing, marks: tuple[str, str, int], tmp_path: Path
) -> None:
    path = tmp_path / "unit"
    if found:
        path.write_bytes(text(*found, marks))

    assert standing(path, text("a\nb\n", marks=marks)) is expected


@pytest.mark.parametrize("edit", [(b"\nb", b"\nc"), (b"b\n", b""), (b"a\n", b"a\n# mine\n"), (b"b\n", b"b")])
def test_an_edit_is_seen(edit: tuple[bytes, bytes], tmp_path: Path) -> None:
    path = tmp_path / "unit"
    for version in ("1.0", "0.9"):
        path.write_bytes(text("a\nb\n", version).replace(*edit))

        assert standing(path, text("a\nb\n")) is Standing.EDITED


def test_an_edited_file_stays_and_its_line_is_said(tmp_path: Path) -> None:
    path = tmp_path / "unit"
    theirs = text("Nice=10\nType=notify\n").replace(b"Nice=10", b"Nice=15")
    path.write_bytes(theirs)

    with pytest.raises(UserError, match=r"was edited and stays as it is \(\+Nice=15; -Nice=10\)"):
        changes({path: text("Nice=10\nType=notify\n")})

    assert path.read_bytes() == theirs
    assert edits(path, text("Nice=10\n")) == ["+Nice=15", "+Type=notify", "-Nice=10"]


def test_what_we_did_not_write_stays(tmp_path: Path) -> None:
    path = tmp_path / "unit"
    path.write_text("[Unit]\n")

    with pytest.raises(UserError, match="was not written by mementod"):
        changes({path: text("a\n")})


@pytest.mark.parametrize(
    ("target", "cure"), [("/dev/null", "systemctl --user unmask unit"), ("/etc/hostname", "remove")]
)
def test_a_link_is_not_followed(target: str, cure: str, tmp_path: Path) -> None:
    path = tmp_path / "unit"
    path.symlink_to(target)

    with pytest.raises(UserError, match=cure):
        changes({path: text("a\n")})

    assert path.is_symlink()


def test_only_what_differs_has_to_be_written(tmp_path: Path) -> None:
    wanted = {tmp_path / "new" / "one": text("one\n"), tmp_path / "two": text("two\n")}
    (tmp_path / "two").write_bytes(text("two\n"))

    assert changes(wanted) == (tmp_path / "new" / "one",)
    write(wanted, changes(wanted))
    assert changes(wanted) == ()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("")
    path = tmp_path / "config" / "unit"

    with pytest.raises(UserError, match=r"unit cannot be written: File exists"):
        write({path: b""}, (path,))


def test_empty_folders_go_along(tmp_path: Path) -> None:
    path = tmp_path / "mine" / "systemd" / "user" / "unit"
    path.parent.mkdir(parents=True)
    path.write_text("")
    remove(path)
    assert list((tmp_path / "mine").iterdir()) == []

    remove(path)  # it is gone already
    path.parent.mkdir(parents=True)
    (path.parent / "other").write_text("")
    path.write_text("")
    remove(path)
    assert list(path.parent.iterdir()) == [path.parent / "other"]
