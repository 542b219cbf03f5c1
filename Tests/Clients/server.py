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


class Running:
    """A program with a state folder of its own, from when it answers to when it is left."""

    def __init__(self, name, probe, command):
        self._name = name
        self._probe = probe
        self._folder = tempfile.TemporaryDirectory()
        self._state = os.path.join(self._folder.name, "state")
        self._log = open(os.path.join(self._folder.name, "log"), "w+b")
        self._process = subprocess.Popen(
            [*command, "--state-dir", self._state], stdout=self._log, stderr=self._log)

    def __enter__(self):
        for _ in range(300):
            if self._process.poll() is not None:
                break
            try:
                if requests.get(self._probe, timeout=1).ok:
                    return self
            except requests.RequestException:
                # It starts; nothing tells when it listens but a request.
                time.sleep(0.1)
        self._log.seek(0)
        log = self._log.read().decode()
        self.__exit__()
        raise SystemExit(f"error: {self._name} did not start\n{log}")

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()
        self._folder.cleanup()


class Server(Running):
    def __init__(self, binary, folder, keys, port=None, options=()):
        port = port or free_port()
        self.address = Address(port, keys)
        super().__init__(
            "the server", f"{self.address.url}/health/live",
            [binary, "serve", "--config", folder, "--port", str(port), "--ledger", "memory",
             "--client-rate", "0", "--server-rate", "0", *options])
