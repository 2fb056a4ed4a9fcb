"""The program's secret is a setting, or a file that only its owner can read."""

import stat
from pathlib import Path

import pytest

from shared.secret import load_secret, secret_file
from shared.settings import Settings
from tests.refusing import refusing


def settings(folder: Path, **fields: str) -> Settings:
    return Settings(vault_url=f"sqlite:///{folder}/deep/vault.db", **fields)  # type: ignore[arg-type]


def nothing() -> None:
    """Nothing needs an older secret."""


def test_without_the_setting_a_key_file_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    first = load_secret(settings(tmp_path), nothing)
    assert first.source == "file"
    file = tmp_path / "deep" / "secret.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert load_secret(settings(tmp_path), nothing).content == first.content
    assert [found.name for found in file.parent.iterdir()] == ["secret.key"]


def test_the_content_of_the_key_file_can_be_moved_into_the_setting(tmp_path: Path) -> None:
    from_file = load_secret(settings(tmp_path), nothing)
    text = (tmp_path / "deep" / "secret.key").read_text().strip()
    assert load_secret(settings(tmp_path, secret_key=text), nothing).content == from_file.content


def test_keys_for_different_purposes_differ(tmp_path: Path) -> None:
    secret = load_secret(settings(tmp_path), nothing)
    assert secret.for_purpose("a") != secret.for_purpose("b")
    assert secret.for_purpose("a") == load_secret(settings(tmp_path), nothing).for_purpose("a")


def test_a_secret_is_not_shown_by_accident(tmp_path: Path) -> None:
    secret = load_secret(settings(tmp_path), nothing)
    assert secret.content.decode() not in repr(secret)


@pytest.mark.parametrize("content", [b"short\n", b"", b"\xff" * 40])
def test_a_damaged_key_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = secret_file(settings(tmp_path))
    file.parent.mkdir()
    file.write_bytes(content)
    with refusing("secret-file-unusable"):
        load_secret(settings(tmp_path), nothing)
    assert file.read_bytes() == content


def test_without_a_vault_file_the_key_file_lies_in_var() -> None:
    assert secret_file(Settings(vault_url="postgresql://db/vault")) == Path("var/secret.key")


def test_no_key_file_is_made_where_something_needs_the_one_that_was_lost(tmp_path: Path) -> None:
    with refusing("secret-lost") as refused:
        load_secret(settings(tmp_path), lambda: "vault")
    assert "the vault" in refused.value.text()
    assert not secret_file(settings(tmp_path)).exists()
    there = load_secret(settings(tmp_path), nothing)
    assert load_secret(settings(tmp_path), lambda: "vault").content == there.content
