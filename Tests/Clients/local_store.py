"""A local App Store on a free port of this machine, and a receiver of its notifications."""

import http.server
import json
import os
import subprocess
import threading

import requests

from server import Running, free_port


class Receiver:
    """Takes notifications and questions as an app's server does; the answer can be changed."""

    def __init__(self):
        self.requests = []
        self.status = 200
        self.body = b""
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.append((dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Content-Length", str(len(receiver.body)))
                self.end_headers()
                self.wfile.write(receiver.body)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def payloads(self):
        """The signed texts of notifications."""
        return [json.loads(body)["signedPayload"] for _, body in self.requests]

    def close(self):
        self._server.shutdown()


class LocalStore(Running):
    def __init__(self, binary, config, *options):
        self._binary = os.path.join(os.path.dirname(binary), "local-app-store")
        self._config = config
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        super().__init__(
            "the local App Store", f"{self.url}/root.cer",
            [self._binary, "serve", "--config", config, "--port", str(port),
             "--start", "2026-01-05T10:00:00Z", "--seed", "7", *options])

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
