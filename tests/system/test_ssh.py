# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`--cluster ssh` with a real SSH server on this computer (Debian's openssh-server)."""

import json
import os
import pwd
import shutil
import socket
import subprocess
import sys
import time

import pytest

from vambrace.base.paths import cache_dir, root
from vambrace.cli import main

pytestmark = pytest.mark.long("a minute: an SSH server of its own, whose workers measure")

SERVER = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile none
StrictModes no
PasswordAuthentication no
SetEnv PYTHONPATH={path} VAMBRACE_CACHE={cache}
"""

CLIENT = """
Host near
  HostName 127.0.0.1
  Port {port}
  User {user}
  IdentityFile {folder}/user
  UserKnownHostsFile {folder}/known
Host closed
  HostName 127.0.0.1
  Port {closed}
  UserKnownHostsFile {folder}/known
"""


def unused_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for item in sockets:
        item.bind(("127.0.0.1", 0))
    ports = [item.getsockname()[1] for item in sockets]
    for item in sockets:
        item.close()
    return ports


def lacking() -> str:
    """What this computer lacks for a server, or ""."""
    if not all(map(shutil.which, ("sshd", "ssh-keygen"))):
        return "sshd is missing"
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "the user sshd is missing" if os.geteuid() == 0 and "sshd" not in names else ""


@pytest.fixture
def home(tmp_path):
    """A folder with .ssh/config, in which `near` is a server on this computer, and `closed` a port without one."""
    if why := lacking():
        pytest.skip(f"{why}: apt-get install openssh-server")
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    port, closed = unused_ports(2)
    path = os.pathsep.join(str(root() / name) for name in ("src", "dev", "."))
    words = {"folder": tmp_path, "port": port, "closed": closed, "path": path, "cache": cache_dir()}
    (tmp_path / "server").write_text(SERVER.format(**words), encoding="utf-8")
    (tmp_path / ".ssh").mkdir(mode=0o700)
    user = pwd.getpwuid(os.geteuid()).pw_name
    (tmp_path / ".ssh" / "config").write_text(CLIENT.format(user=user, **words), encoding="utf-8")
    host = (tmp_path / "host.pub").read_text(encoding="utf-8")
    (tmp_path / "known").write_text(f"[127.0.0.1]:{port} {host}", encoding="utf-8")
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen([shutil.which("sshd"), "-D", "-e", "-f", tmp_path / "server"], stderr=log)
        try:
            for _ in range(100):
                with socket.socket() as s:
                    if s.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert server.poll() is None, (tmp_path / "log").read_text()
                time.sleep(0.1)
            yield tmp_path
        finally:
            server.kill()
            server.wait()


def explored(home, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", f"from {main.__name__} import entry; entry()", "explore"]
    command += ["--set", "profile=speed,size", "--set", "algorithm=ascon-aead128", "--sampler", "all", *words]
    environment = {**os.environ, "HOME": str(home)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=500)


def test_an_exploration_by_ssh(home):
    """The results are those of this computer, and the workers end with the command."""
    near = explored(home, "--cluster", "ssh", "--workers", "near", "--packet", "5+37", "--json", "-")
    assert near.returncode == 0, near.stderr
    alone = explored(home, "--packet", "5+37", "--json", "-")
    assert json.loads(near.stdout) == json.loads(alone.stdout) and len(json.loads(near.stdout)) == 2
    left = subprocess.run(["pgrep", "-f", "distributed.cli.dask_spec"], capture_output=True, text=True).stdout
    assert not [pid for pid in left.split() if str(home) in environment(pid)]


def environment(pid: str) -> str:
    try:
        with open(f"/proc/{pid}/environ", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def test_computers_that_cannot_be_used_are_named(home):
    closed = explored(home, "--cluster", "ssh", "--workers", "near,closed", "--packet", "5+38")
    assert closed.returncode == 1 and not closed.stdout
    assert "--cluster ssh: closed: " in closed.stderr and "`ssh closed` has to work without a password" in closed.stderr
    (home / "known").write_text("", encoding="utf-8")
    unknown = explored(home, "--cluster", "ssh", "--workers", "near", "--packet", "5+38")
    assert unknown.returncode == 1 and "--cluster ssh: near: Host key is not trusted" in unknown.stderr
