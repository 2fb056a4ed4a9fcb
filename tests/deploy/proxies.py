"""nginx, HAProxy and Caddy, as Debian has them, before a server; each on a socket in the file system."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.api.served import PATIENCE

NGINX_FILE = Path(__file__).parents[2] / "infra" / "deploy" / "nginx.conf"
NGINX_UPSTREAM = NGINX_FILE.with_name("nginx-upstream.conf")
NGINX_MAIN = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/tileledger.conf;
}}
"""
HAPROXY = """
defaults
    mode http
    timeout connect 5s
    timeout client 3s
    timeout server 5s
    timeout http-request 3s
    http-reuse always
    option forwardfor
frontend outside
    bind unix@{folder}/socket
    default_backend tileledger
backend tileledger
    server one 127.0.0.1:{port}
"""
CADDY = """
{{
    admin off
    auto_https off
    servers {{
        timeouts {{
            read_header 3s
            read_body 3s
        }}
    }}
}}
http:// {{
    bind unix/{folder}/socket
    reverse_proxy 127.0.0.1:{port} {{
        transport http {{
            max_conns_per_host 1
        }}
    }}
}}
"""
Prepared = list[str]


def program_of(name: str) -> str:
    """Where a proxy's program is; skips the test where there is none."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


def nginx(folder: Path, listens: str, port: int) -> Prepared:
    """The files that operators are given, with these addresses in them."""
    text = NGINX_UPSTREAM.read_text() + NGINX_FILE.read_text()
    for written, here in (("listen 80;", f"listen {listens};"), ("127.0.0.1:8000", f"127.0.0.1:{port}")):
        assert text.count(written) == 1
        text = text.replace(written, here)
    (folder / "tileledger.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "main.conf").write_text(NGINX_MAIN.format(folder=folder, user=user))
    return [program_of("nginx"), "-p", str(folder), "-c", str(folder / "main.conf")]


def _nginx(folder: Path, port: int) -> Prepared:
    return nginx(folder, f"unix:{folder}/socket", port)


def _haproxy(folder: Path, port: int) -> Prepared:
    (folder / "haproxy.cfg").write_text(HAPROXY.format(folder=folder, port=port))
    return [program_of("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


def _caddy(folder: Path, port: int) -> Prepared:
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder, port=port))
    return [program_of("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES: Mapping[str, Callable[[Path, int], Prepared]] = {
    "nginx": _nginx,
    "haproxy": _haproxy,
    "caddy": _caddy,
}


@contextmanager
def before(name: str, folder: Path, port: int) -> Iterator[Path]:
    """A proxy before the server at a port; gives the socket at which it listens."""
    at = folder / "socket"
    with running(PROXIES[name](folder, port), folder, lambda: connected(at)):
        yield at


_LEAVE = 10
"""Seconds in which a proxy ends that is told to."""


@contextmanager
def running(command: Prepared, folder: Path, reach: Callable[[], socket.socket]) -> Iterator[None]:
    """Such a process, from when it can be reached until the end of the block."""
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder))
    said, deadline = folder / "said", time.monotonic() + PATIENCE
    with said.open("wb") as output:
        process = subprocess.Popen(command, env={**os.environ, **homes}, stdout=output, stderr=output)
    try:
        while True:
            assert process.poll() is None, said.read_text()
            try:
                reach().close()
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        try:
            process.wait(_LEAVE)
        except subprocess.TimeoutExpired:
            # How a proxy ends is not what is tested: one that was told while it began may not have heard.
            process.kill()
            process.wait()


def connected(at: Path) -> socket.socket:
    """A new connection to what listens at a path."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(at))
    except OSError:
        connection.close()
        raise
    return connection
