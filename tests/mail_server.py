"""A mail server nobody here wrote, for the tests: dovecot."""

from __future__ import annotations

import getpass
import imaplib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PASSWORD = "pä_ss"

CONFIG = """
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain
mail_location = maildir:{folder}/mail/%u
first_valid_uid = 1
{users}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {tls}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
namespace inbox {{
  inbox = yes
  mailbox Entwurf {{
    special_use = \\Drafts
    auto = create
  }}
  mailbox Drafts {{
    auto = create
  }}
}}
"""


@dataclass(frozen=True)
class Server:
    """A dovecot of the tests: its ports, and the authority that vouches for it."""

    plain: int
    tls: int
    certificate: Path

    def box(self, user: str) -> imaplib.IMAP4:
        """A second client."""
        box = imaplib.IMAP4("127.0.0.1", self.plain)
        box.authenticate("PLAIN", lambda _: f"\0{user}\0{PASSWORD}".encode())
        return box

    def stored(self, user: str, folder: str = "Entwurf") -> list[tuple[bytes, bytes]]:
        """Flags and text of every message there."""
        box = self.box(user)
        box.select(folder, readonly=True)
        _, found = box.uid("FETCH", "1:*", "(FLAGS BODY.PEEK[])")
        box.logout()
        return [part for part in found if isinstance(part, tuple)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def dovecot_server(can: str = "") -> Iterator[Server]:
    """A process of its own on high ports. It never serves root's mail. `can` is all it says that it
    can do, in place of all that it can."""
    # beside the tests' own folder, which nobody else may enter
    with tempfile.TemporaryDirectory(prefix="pace-dovecot-", dir="/tmp") as place:
        folder = Path(place)
        folder.chmod(0o755)
        (folder / "mail").mkdir()
        root = os.geteuid() == 0
        uid, gid = (65534, 65534) if root else (os.getuid(), os.getgid())
        if root:
            os.chown(folder / "mail", uid, gid)
        me = getpass.getuser()
        users = "" if root else f"default_internal_user = {me}\ndefault_login_user = {me}"
        users += f"\nimap_capability = {can}" if can else ""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
             "-keyout", folder / "key.pem", "-out", folder / "cert.pem",
             "-subj", "/CN=mail.example",
             "-addext", "subjectAltName=DNS:mail.example"],
            check=True, capture_output=True,
        )  # fmt: skip
        server = Server(free_port(), free_port(), folder / "cert.pem")
        config = folder / "dovecot.conf"
        config.write_text(
            CONFIG.format(folder=folder, users=users, uid=uid, gid=gid, plain=server.plain,
                          tls=server.tls, password=PASSWORD)
        )  # fmt: skip
        program = shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin") or "dovecot"
        with subprocess.Popen([program, "-F", "-c", config]) as process:
            try:
                wait_for(server.plain, process, folder / "log")
                yield server
            finally:
                process.terminate()


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            probe.settimeout(5)
            if probe.connect_ex(("127.0.0.1", port)) == 0 and probe.recv(4) == b"* OK":
                return
        assert process.poll() is None, log.read_text() if log.exists() else "no log"
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError(log.read_text())
