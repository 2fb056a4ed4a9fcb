"""Settings come from the environment, a .env file or a default, and say which."""

from pathlib import Path

import pytest

from shared.problems import Problem
from shared.settings import MASK, Loaded, Settings, load_settings, shown
from tests.refusing import refusing


def loaded(folder: Path, **environ: str) -> Loaded:
    return load_settings({f"TILELEDGER_{name}": text for name, text in environ.items()}, folder)


def refused(folder: Path, **environ: str) -> Problem:
    with pytest.raises(Problem) as problem:
        loaded(folder, **environ)
    assert problem.value.text("zh")
    return problem.value


def test_without_any_setting_everything_has_a_default(tmp_path: Path) -> None:
    found = loaded(tmp_path)
    assert found.settings == Settings()
    assert {described.source for described in found.described()} == {"default"}


def test_the_environment_wins_over_the_dotenv_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TILELEDGER_BIND=0.0.0.0:80\nTILELEDGER_LOG_LEVEL=debug\nOTHER=1\n")
    found = loaded(tmp_path, BIND="127.0.0.1:9000")
    assert (found.settings.bind_host, found.settings.bind_port) == ("127.0.0.1", 9000)
    assert found.settings.log_level == "debug"
    assert found.sources == {"TILELEDGER_BIND": "environment", "TILELEDGER_LOG_LEVEL": ".env"}


def with_credentials(tmp_path: Path, **environ: str) -> Loaded:
    """Settings with the folder of credentials that the environment names."""
    names = {f"TILELEDGER_{name}": text for name, text in environ.items()}
    return load_settings({"CREDENTIALS_DIRECTORY": str(tmp_path / "credentials"), **names}, tmp_path)


def test_a_credential_is_a_file_named_as_its_setting_between_the_environment_and_the_dotenv_file(
    tmp_path: Path,
) -> None:
    (tmp_path / "credentials").mkdir()
    for name, text in {"SECRET_KEY": f"{'s' * 40}\n", "SMTP_URL": "smtp://me:it@mail.example\n"}.items():
        (tmp_path / "credentials" / f"TILELEDGER_{name}").write_text(text)
    (tmp_path / "credentials" / "of_another_program").write_bytes(b"\xff")
    (tmp_path / ".env").write_text(f"TILELEDGER_SECRET_KEY={'e' * 40}\n")
    found = with_credentials(tmp_path, SMTP_URL="smtp://mail.example")
    assert found.settings.secret_key == "s" * 40
    assert found.settings.smtp_url == "smtp://mail.example"
    assert found.sources == {"TILELEDGER_SECRET_KEY": "credential", "TILELEDGER_SMTP_URL": "environment"}


def test_a_credential_that_cannot_be_read_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "credentials" / "TILELEDGER_SECRET_KEY"
    with refusing("credential-unreadable"):
        with_credentials(tmp_path)
    file.parent.mkdir()
    file.write_bytes(b"\xff" * 40)
    with refusing("credential-unreadable") as refused:
        with_credentials(tmp_path)
    assert str(file) in refused.value.text("en")


def test_an_empty_credential_is_no_setting_left_out(tmp_path: Path) -> None:
    (tmp_path / "credentials").mkdir()
    (tmp_path / "credentials" / "TILELEDGER_SECRET_KEY").write_text("\n")
    with refusing("credential-unreadable", "TILELEDGER_SECRET_KEY"):
        with_credentials(tmp_path)


def test_a_credential_of_no_setting_is_refused(tmp_path: Path) -> None:
    (tmp_path / "credentials").mkdir()
    (tmp_path / "credentials" / "TILELEDGER_SECRET").write_text("s" * 40)
    with refusing("setting-unknown", r"TILELEDGER_SECRET \(credential\)"):
        with_credentials(tmp_path)


def test_a_credential_without_what_settings_begin_with_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "credentials").mkdir()
    (tmp_path / "credentials" / "SECRET_KEY").write_text("s" * 40)
    with refusing("setting-unknown", "TILELEDGER_SECRET_KEY"):
        with_credentials(tmp_path)


def test_an_empty_value_counts_as_none(tmp_path: Path) -> None:
    assert loaded(tmp_path, SMTP_URL="  ").settings.smtp_url is None


@pytest.mark.parametrize(
    ("database", "vault"),
    [
        ("sqlite:///data/t.db", "sqlite:///data/vault.db"),
        ("sqlite:////srv/t.db", "sqlite:////srv/vault.db"),
        ("postgresql://db/t", "sqlite:///var/vault.db"),
    ],
)
def test_the_vault_lies_beside_the_log(tmp_path: Path, database: str, vault: str) -> None:
    assert loaded(tmp_path, DATABASE_URL=database).settings.vault_url == vault
    assert (
        loaded(tmp_path, DATABASE_URL=database, VAULT_URL="sqlite:///v").settings.vault_url == "sqlite:///v"
    )


def test_a_name_nobody_knows_is_refused_with_the_one_that_was_meant(tmp_path: Path) -> None:
    problem = refused(tmp_path, DATABSE_URL="sqlite://")
    assert problem.code == "setting-unknown"
    assert "Is TILELEDGER_DATABASE_URL meant?" in problem.text("en")
    (tmp_path / ".env").write_text("TILELEDGER_SPEED=9\n")
    assert ".env" in refused(tmp_path).text("en")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://db/t"),
        ("DATABASE_URL", "var/t.db"),
        ("DATABASE_URL", "sqlite://var/t.db"),
        ("STANDBY_URL", "sqlite:///var/t.db"),
        ("STANDBY_URL", "postgresql://replica/t"),
        ("STANDBY_BEHIND_SECONDS", "0"),
        ("BIND", "8000"),
        ("BIND", "localhost:99999"),
        ("HKO_URL", "example.org"),
        ("HKO_URL", "http://[::1"),
        ("SMTP_URL", "https://example.org"),
        ("SECRET_KEY", "short"),
        ("LOG_FORMAT", "xml"),
        ("DEBUG", "maybe"),
        ("ALERT_URLS", "ntfy://topic me@example.org"),
        ("EMAIL_UNACKNOWLEDGED_AFTER", "soon"),
        ("RETENTION_DAYS", "-1"),
        ("PUBLIC_URL", "rummikub.example"),
        ("WEB_PUSH_CONTACT", "ops@example.org"),
        ("WEB_PUSH_CONTACT", "http://example.org"),
        ("WEB_PUSH_CONTACT", "mailto:ops@example.org\r\nX: y"),
        *(
            ("WEB_PUSH_CONTACT", f"{scheme}{host}")
            for scheme in ("mailto:ops@", "https://")
            for host in (
                *("localhost", "office", "pc.local", "PC.LOCAL", "push.invalid", "mail.internal", "hall.lan"),
                *("router.home.arpa", "localhost.localdomain", "127.0.0.1", "10.0.0.5", "192.168.1.20"),
                *("172.16.0.1", "169.254.1.1", "100.64.0.1", "0.0.0.0", "[::1]", "[fe80::1]", "127.1"),
            )
        ),
        ("WEB_PUSH_CONTACT", "mailto:ops"),
        ("WEB_PUSH_CONTACT", "mailto:@example.org"),
        ("WEB_PUSH_CONTACT", "mailto:ops@8.8.8.8"),
        ("TELEGRAM_API_URL", "http://api.telegram.org"),
        *(
            ("TELEGRAM_WEBHOOK_URL", f"https://{host}/in")
            for host in ("bot.local", "10.0.0.5", "bot", "bots.example.org:9000")
        ),
        ("WEB_PUSH_KEY", "too-short"),
        ("WEB_PUSH_KEY", "A" * 43),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_and_never_shown(
    tmp_path: Path, name: str, value: str
) -> None:
    problem = refused(tmp_path, **{name: value})
    assert problem.code == "setting-invalid"
    assert f"TILELEDGER_{name}" in problem.text("en")
    assert name != "SECRET_KEY" or value not in problem.text("en")


@pytest.mark.parametrize("name", ["DATABASE_URL", "VAULT_URL"])
@pytest.mark.parametrize(
    "place", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///?cache=shared"]
)
def test_a_database_in_memory_is_refused_as_nothing_of_it_would_be_kept(
    tmp_path: Path, name: str, place: str
) -> None:
    assert "file" in refused(tmp_path, **{name: place}).text("en")
    with refusing("setting-invalid", f"TILELEDGER_{name}"):
        loaded(tmp_path, **{name: place})


@pytest.mark.parametrize("name", ["DATABASE_URL", "VAULT_URL", "STANDBY_URL", "SMTP_URL"])
@pytest.mark.parametrize(
    ("rest", "named"),
    [
        ("u:sEc/r3t@host", "%2F"),
        ("u:sEc@r3t@host", "%40"),
        ("u:sEc?r3t@host", "%3F"),
        ("u:sEc#r3t@host", "%23"),
        ("u:sEcr3t:host", "port"),
        ("u:sEcr3t", "port"),
        ("u:99999r3t@host:0", "port"),
        ("u@host:99999", "port"),
    ],
)
def test_a_password_that_is_not_where_it_belongs_is_named_and_not_shown(
    tmp_path: Path, name: str, rest: str, named: str
) -> None:
    scheme, path = ("smtp", "") if name == "SMTP_URL" else ("postgresql", "/t")
    problem = refused(tmp_path, **{name: f"{scheme}://{rest}{path}"})
    assert (problem.code, problem.params["name"]) == ("setting-invalid", f"TILELEDGER_{name}")
    for language in ("en", "zh"):
        assert named in problem.text(language) or (named, language) == ("port", "zh")
        assert "r3t" not in problem.text(language)
        assert "sEc" not in problem.text(language)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:s%40%2Fcr3t@db.example:5432/t?sslmode=require",
        "postgresql://u:s:cr3t@[::1]:5432/t",
        "postgresql+psycopg://db/t",
        "postgresql://u:s@/t?host=10.0.0.1,10.0.0.2&target_session_attrs=read-write",
        "postgresql:///t?host=/run/postgresql",
        "sqlite:///:memory:.db",
    ],
)
def test_an_address_that_everybody_reads_alike_is_taken_as_it_is(tmp_path: Path, address: str) -> None:
    assert loaded(tmp_path, DATABASE_URL=address, VAULT_URL="sqlite:///v").settings.database_url == address


def test_all_before_the_last_at_of_a_host_is_masked() -> None:
    assert shown("hko_url", "https://u:sEc@r3t@host/@x") == f"https://u:{MASK}@host/@x"


def test_a_standby_is_one_of_a_database_on_postgresql(tmp_path: Path) -> None:
    (tmp_path / "credentials").mkdir()
    (tmp_path / "credentials" / "TILELEDGER_STANDBY_URL").write_text("postgresql://replica/t\n")
    found = with_credentials(tmp_path, DATABASE_URL="postgresql://db/t").settings
    assert (found.standby_url, found.standby_behind_seconds) == ("postgresql://replica/t", 10)
    with refusing("setting-invalid", r"TILELEDGER_STANDBY_URL \(credential\)"):
        with_credentials(tmp_path)


def test_a_dotenv_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"TILELEDGER_BIND=\xff\xfe\n")
    assert refused(tmp_path).code == "dotenv-unreadable"


def test_secrets_and_passwords_are_masked(tmp_path: Path) -> None:
    found = loaded(
        tmp_path,
        SECRET_KEY="s" * 40,
        TELEGRAM_TOKEN="12345:tttt",
        DATABASE_URL="postgresql://tl:hunter2@db/t?password=hunter2",
        SMTP_URL="smtp://me:hunter2@mail.example",
        ALERT_URLS="slack://tokenA/tokenB/tokenC ntfy://topic-nobody-knows",
        WEB_PUSH_KEY="pushkey" * 6 + "A",
    )
    text = "\n".join(described.value for described in found.described())
    for secret in ("sss", "tttt", "hunter2", "tokenB", "nobody-knows", "pushkey"):
        assert secret not in text
    assert f"postgresql://tl:{MASK}@db/t" in text
    assert shown("bind", "127.0.0.1:80") == "127.0.0.1:80"


@pytest.mark.parametrize(
    "contact",
    [
        *("mailto:ops@example.org", "https://tiles.example.org", "mailto:a.b+push@Mail.Example.com.hk"),
        *("https://local.example.org", "https://8.8.8.8"),
    ],
)
def test_push_services_are_given_a_contact_they_can_use(tmp_path: Path, contact: str) -> None:
    assert loaded(tmp_path, WEB_PUSH_CONTACT=contact).settings.web_push_contact == contact


def test_telegram_hands_updates_in_over_https_but_on_this_machine(tmp_path: Path) -> None:
    problem = refused(tmp_path, TELEGRAM_WEBHOOK_URL="http://example.org/telegram")
    assert "only to https" in problem.text("en")
    for url in ("https://example.org/telegram", "http://127.0.0.1:8443/", "https://example.org:8443/in"):
        assert loaded(tmp_path, TELEGRAM_WEBHOOK_URL=url).settings.telegram_webhook_url == url
    own = {"TELEGRAM_API_URL": "http://bots.lan:8081/", "TELEGRAM_WEBHOOK_URL": "https://10.0.0.5:9000/in"}
    found = loaded(tmp_path, **own).settings
    assert found.telegram_api_url == "http://bots.lan:8081", (
        "a Bot API server of one's own reaches what it likes"
    )
