"""The local App Store and our server, as processes of their own."""

import contextlib
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def running(command, ready, log):
    """Runs a command until the end of the block; the block begins when `ready` answers."""
    with open(log, "ab") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        end = time.monotonic() + 30
        while not answers(ready):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{' '.join(command)} does not answer; see {log}")
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=2):
            return True
    except (urllib.error.URLError, OSError):
        return False


class Both:
    """A store that begins on 5 January 2026, and the command of our server that trusts it."""

    def __init__(self, binary, root, folder):
        self.binary, self.root, self.folder = binary, root, folder
        self.program_of_store = os.path.join(os.path.dirname(binary), "local-app-store")
        ports = free_port(), free_port()
        self.store_url = f"http://127.0.0.1:{ports[0]}"
        self.server_url = f"http://127.0.0.1:{ports[1]}"
        self.ports = ports

    def store(self):
        return running(
            [self.program_of_store, "serve", "--config", self.root, "--port", str(self.ports[0]),
             "--state-dir", f"{self.folder}/store", "--start", "2026-01-05T10:00:00Z", "--seed", "7",
             "--grace", "16", "--notify", f"{self.server_url}/v1/appstore/notifications"],
            f"{self.store_url}/v1/clock", f"{self.folder}/store.log")

    def guarded_store(self, token):
        """The address of another store, which others can reach with its token, and the store."""
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        return url, running(
            [self.program_of_store, "serve", "--config", self.root, "--port", str(port),
             "--state-dir", f"{self.folder}/guarded", "--host", "0.0.0.0",
             "--app-store-token", token],
            f"{url}/root.cer", f"{self.folder}/guarded.log")

    def server(self):
        return running(
            [self.binary, "serve", "--config", self.root, "--port", str(self.ports[1]),
             "--state-dir", f"{self.folder}/server", "--app-store", self.store_url],
            f"{self.server_url}/health/ready", f"{self.folder}/server.log")
