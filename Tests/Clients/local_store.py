"""A local App Store on a free port of this machine, and a receiver of its notifications."""

import http.server
import json
import os
import subprocess
import tempfile
import threading
import time

import requests

from server import free_port


class Receiver:
    """Takes notifications as an app's server does; the answer can be changed."""

    def __init__(self):
        self.payloads = []
        self.status = 200
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.payloads.append(json.loads(body)["signedPayload"])
                self.send_response(receiver.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()


class LocalStore:
    def __init__(self, binary, config, *options):
        self._binary = os.path.join(os.path.dirname(binary), "local-app-store")
        self._config = config
        self._folder = tempfile.TemporaryDirectory()
        self._state = os.path.join(self._folder.name, "state")
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._log = open(os.path.join(self._folder.name, "log"), "w+b")
        self._process = subprocess.Popen(
            [self._binary, "serve", "--config", config, "--port", str(port),
             "--state-dir", self._state, "--start", "2026-01-05T10:00:00Z", "--seed", "7", *options],
            stdout=self._log, stderr=self._log)

    def __enter__(self):
        for _ in range(300):
            if self._process.poll() is not None:
                break
            try:
                if requests.get(f"{self.url}/root.cer", timeout=1).ok:
                    return self
            except requests.RequestException:
                # The store starts; nothing tells when it listens but a request.
                time.sleep(0.1)
        self._log.seek(0)
        log = self._log.read().decode()
        self.__exit__()
        raise SystemExit(f"error: the local App Store did not start\n{log}")

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()
        self._folder.cleanup()

    def key(self):
        """What `local-app-store api-key` prints."""
        text = subprocess.run(
            [self._binary, "api-key", "--config", self._config, "--state-dir", self._state, "--json"],
            check=True, capture_output=True).stdout
        return json.loads(text)

    def root(self):
        return requests.get(f"{self.url}/root.cer", timeout=5).content

    def now(self):
        return requests.get(f"{self.url}/v1/clock", timeout=5).json()["milliseconds"]

    def cause(self, verb, **members):
        answer = requests.post(f"{self.url}/v1/{verb}", json=members, timeout=60)
        if not answer.ok:
            raise SystemExit(f"error: {verb} {members}: {answer.text}")
        return answer.json()
