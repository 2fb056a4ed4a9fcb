"""pgbouncer as operators are given it, in transaction mode, before a PostgreSQL server of the tests."""

import os
import pwd
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from tests.deploy.proxies import program_of, running
from tests.ports import held_port

FILE = Path(__file__).parents[2] / "infra" / "several_machines" / "pgbouncer.ini"


class Pooler:
    """Where it listens."""

    def __init__(self, port: int) -> None:
        self._port = port

    def before(self, url: str) -> str:
        """The address of a server's database through it."""
        here = make_url(url).set(host="127.0.0.1", port=self._port, query={})
        return here.render_as_string(hide_password=False)


@contextmanager
def pooling(folder: Path, server_url: str, *more: str) -> Iterator[Pooler]:
    """A pgbouncer before a server; with further settings of its file, or others than it has.

    It has two connections of the server for each database: clients share them all the time.
    """
    program = program_of("pgbouncer")
    url = make_url(server_url)
    at = {"host": url.host, "port": url.port and str(url.port), **url.query}
    server = " ".join(f"{name}={at[name]}" for name in ("host", "port", "user", "password") if at.get(name))
    (folder / "users").write_text(f'"{url.username}" "{url.password or ""}"\n')
    with held_port() as port:
        text = FILE.read_text()
        for written, here in (
            ("host=127.0.0.1 port=5000", server),
            ("listen_port = 6432", f"listen_port = {port}"),
            ("auth_type = scram-sha-256", "auth_type = trust"),
            ("/etc/pgbouncer/userlist.txt\n\n", f"{folder}/users\n\n"),
            ("default_pool_size = 10", "default_pool_size = 2"),
        ):
            assert text.count(written) == 1, written
            text = text.replace(written, here)
        (folder / "pgbouncer.ini").write_text("\n".join((text, *more)))
        command = [program, str(folder / "pgbouncer.ini")]
        if os.geteuid() == 0:
            # It refuses to run as root.
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, "nobody", pwd.getpwnam("nobody").pw_gid)
            command = [*command, "-u", "nobody"]
        with running(command, folder, lambda: socket.create_connection(("127.0.0.1", port), 1)):
            yield Pooler(port)
