"""The server under test, on a free port of this machine, with a key of this run."""

import hashlib
import os
import secrets
import socket
import subprocess
import tempfile
import time

import requests


class Key:
    """An API key that exists for one run only."""

    def __init__(self, role):
        self.role = role
        self.text = f"test_{role}_{secrets.token_hex(12)}"

    @property
    def entry(self):
        return {"role": self.role, "digest": hashlib.sha256(self.text.encode()).hexdigest()}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Address:
    """Where a server is, and what opens it."""

    def __init__(self, port, keys):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.keys = keys
        self.headers = {"X-API-Key": keys["client"].text}


class Server:
    def __init__(self, binary, folder, keys, port=None):
        port = port or free_port()
        self.address = Address(port, keys)
        self._state = tempfile.TemporaryDirectory()
        self._log = open(os.path.join(self._state.name, "log"), "w+b")
        self._process = subprocess.Popen(
            [binary, "serve", "--config", folder, "--port", str(port), "--ledger", "memory", "--client-rate", "0", "--server-rate", "0",
             "--state-dir", os.path.join(self._state.name, "state")],
            stdout=self._log, stderr=self._log)

    def __enter__(self):
        for _ in range(300):
            if self._process.poll() is not None:
                break
            try:
                if requests.get(f"{self.address.url}/health/live", timeout=1).ok:
                    return self
            except requests.RequestException:
                time.sleep(0.1)
        self._log.seek(0)
        log = self._log.read().decode()
        self.__exit__()
        raise SystemExit(f"error: the server did not start\n{log}")

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()
        self._state.cleanup()
