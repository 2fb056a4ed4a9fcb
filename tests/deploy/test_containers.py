"""The container and compose files: all that they name is there, and nothing may more than it needs.

No engine runs here. docs/installing.md says what was not tried.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from services.cli.commands import COMMANDS
from shared.settings import Settings, load_settings, variable
from tests.deploy.proxies import NGINX_UPSTREAM

ROOT = Path(__file__).parents[2]
CONTAINERS = ROOT / "infra" / "deploy" / "containers"
SETTINGS = {variable(field) for field in Settings.__struct_fields__}
OURS = ("migrate", "web", "worker")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((CONTAINERS / "compose.yml").read_text())
    return found


def instructions() -> list[tuple[str, str]]:
    """The lines of the container file, each with its instruction."""
    text = (CONTAINERS / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def environment() -> dict[str, str]:
    return dict(re.findall(r"(\w+)=(\S+)", next(rest for word, rest in instructions() if word == "ENV")))


def test_the_image_is_built_of_what_make_wheel_makes_and_runs_as_nobody_in_particular() -> None:
    lines = instructions()
    assert ("COPY", "dist/ /dist/") in lines
    sent = (CONTAINERS / "Containerfile.dockerignore").read_text().split()
    assert sent == ["*", "!dist/*.whl", "!dist/constraints.txt"]
    makefile = (ROOT / "Makefile").read_text()
    assert "DIST ?= dist" in makefile
    assert "$(DIST)/constraints.txt" in makefile
    last = [word for word, _ in lines].index("FROM", 1)
    assert {"RUN", "COPY", "USER", "HEALTHCHECK", "ENTRYPOINT"} <= {word for word, _ in lines[last:]}
    (user,) = (rest for word, rest in lines if word == "USER")
    assert int(user.split(":")[0]) >= 10000
    # pip's own files stay in the first stage.
    assert not any("pip" in rest for word, rest in lines[last:] if word == "RUN")
    python = re.findall(r"python:(\d+)\.(\d+)", str(lines))
    assert {(int(a), int(b)) for a, b in python} == {(3, 11)}


def test_the_image_listens_where_it_is_looked_for_and_asked() -> None:
    lines = dict(instructions())
    host, port = environment()["TILELEDGER_BIND"].split(":")
    assert host == "0.0.0.0"
    assert lines["EXPOSE"] == port
    assert f"http://127.0.0.1:{port}/readyz" in lines["HEALTHCHECK"]
    assert f"http://web:{port}/readyz?worker" in str(compose()["services"]["worker"]["healthcheck"])
    assert f"server web:{port};" in (CONTAINERS / "upstream.conf").read_text()


def test_each_container_may_nothing_it_does_not_need() -> None:
    for name, service in compose()["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "/tmp" in service["tmpfs"], name
        assert not {"privileged", "cap_add", "network_mode", "pid", "ipc"} & set(service), name
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ())), name
        assert "logging" in service, name
    published = [name for name, service in compose()["services"].items() if service.get("ports")]
    assert published == ["nginx"]


def test_each_container_of_ours_runs_a_command_with_settings_that_there_are() -> None:
    services = compose()["services"]
    for name in OURS:
        service = services[name]
        assert service["command"] == [name]
        assert name in COMMANDS
        given = {key for key in {**environment(), **service["environment"]} if key.startswith("TILELEDGER_")}
        assert given <= SETTINGS
        secret = {entry["target"] for entry in service["secrets"]}
        assert secret == {"TILELEDGER_SECRET_KEY", "TILELEDGER_DATABASE_URL"}
        assert service["environment"]["CREDENTIALS_DIRECTORY"] == "/run/secrets"
        (volume,) = service["volumes"]
        assert volume == f"data:{dict(instructions())['WORKDIR']}"
    waits = {name: set(service.get("depends_on", ())) for name, service in services.items()}
    assert waits["web"] == waits["worker"] == {"migrate"}
    assert waits["migrate"] == {"database"}
    assert set().union(*waits.values()) <= set(services)


def test_every_file_and_volume_that_is_named_is_there() -> None:
    found = compose()
    for service in found["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in found["volumes"] or (CONTAINERS / source).is_file(), volume
        for entry in service.get("secrets", ()):
            assert (entry if isinstance(entry, str) else entry["source"]) in found["secrets"]
        build = service.get("build")
        assert build is None or (CONTAINERS / build["context"] / build["dockerfile"]).is_file()


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """The folder that `secrets.sh` fills in a checkout; a second time changes nothing."""
    script = tmp_path / "infra" / "deploy" / "containers" / "secrets.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(CONTAINERS / script.name, script)
    folder, made = tmp_path / "var" / "secrets", list[dict[str, bytes]]()
    for _ in range(2):
        subprocess.run(["sh", script], check=True)
        made.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert made[0] == made[1]
    return folder


def test_the_secrets_are_those_that_are_named_for_their_owner_alone_and_fit(
    secrets: Path, tmp_path: Path
) -> None:
    files = {entry["file"] for entry in compose()["secrets"].values()}
    named = {Path(file).name for file in files}
    assert {str(Path(file).parent) for file in files} == {"../../../var/secrets"}
    assert {file.name for file in secrets.iterdir()} == named
    assert {file.stat().st_mode & 0o777 for file in secrets.iterdir()} == {0o600}
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    for entry in compose()["services"]["web"]["secrets"]:
        shutil.copy(secrets / entry["source"], credentials / entry["target"])
    found = load_settings({"CREDENTIALS_DIRECTORY": str(credentials)}, tmp_path).settings
    password = (secrets / "service_password").read_text().strip()
    assert found.database_url == f"postgresql://tileledger_service:{password}@database/tileledger"
    assert found.secret_key == (secrets / "secret_key").read_text().strip()
    assert found.vault_url == "sqlite:///var/vault.db"
    role = compose()["services"]["database"]["environment"]
    assert f"//{role['POSTGRES_USER']}:" in (secrets / "owner_url").read_text()
    assert (secrets / "owner_url").read_text().strip().endswith(f"@database/{role['POSTGRES_DB']}")


def test_nginx_is_told_the_same_of_both_upstreams_but_the_address() -> None:
    def said(file: Path) -> list[str]:
        text = re.sub(r"#.*", "", file.read_text())
        return [line.strip() for line in text.splitlines() if line.strip() and "server " not in line]

    assert said(CONTAINERS / "upstream.conf") == said(NGINX_UPSTREAM)
    assert "listen 80;" in (ROOT / "infra" / "deploy" / "nginx.conf").read_text()
    assert compose()["services"]["nginx"]["ports"] == ["127.0.0.1:8080:80"]
