"""Webhooks of a live server, read by the libraries that receivers use, and by a receiver in the words of RevenueCat's
documentation: the exit code tells whether every signature is accepted, and none of a changed body.

    check_webhooks.py BINARY REPOSITORY [PURCHASES]
"""

import base64
import hashlib
import hmac
import os
import secrets
import shutil
import sys
import tempfile
import time
import uuid

import requests
import standardwebhooks
import svix

from findings import Findings
from local_store import Receiver
from server import Key, Server


def write(root, folder, receivers, places):
    """The configuration of the benchmarks, with an endpoint for each receiver."""
    shutil.copytree(os.path.join(root, "Tests", "Benchmarks", "Config"), folder, dirs_exist_ok=True)
    lines = ["endpoints:"]
    for name, receiver in receivers.items():
        listed = ", ".join(f"file:{place}" for place in places[name])
        lines += [
            f"  {name}:", f"    url: {receiver.url}", "    history: true", f"    secret: [{listed}]"]
        if name == "revenuecat":
            lines.append("    format: revenuecat")
    with open(os.path.join(folder, "Paywalls", "store", "webhooks.yaml"), "w") as file:
        file.write("\n".join(lines) + "\n")


def is_accepted(verify, body, headers):
    try:
        verify(body, headers)
    except (standardwebhooks.WebhookVerificationError, svix.webhooks.WebhookVerificationError):
        return False
    return True


def revenuecat(secret):
    """RevenueCat/docs, integrations/webhooks, "Verifying signatures"."""

    def verify(body, headers):
        signed = {name.lower(): value for name, value in headers.items()}
        parts = [part.split("=", 1) for part in signed["x-revenuecat-webhook-signature"].split(",")]
        moment = next(value for name, value in parts if name == "t")
        expected = hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()
        fits = any(hmac.compare_digest(expected, value) for name, value in parts if name == "v1")
        if not fits or abs(time.time() - int(moment)) > 300:
            raise standardwebhooks.WebhookVerificationError("no signature fits")

    return verify


def check(name, receiver, verifiers, findings):
    for headers, body in receiver.requests:
        for number, verify in enumerate(verifiers):
            what = f"{name}, receiver {number}, {body[:80]!r}"
            findings.expect(is_accepted(verify, body, headers), f"{what} is accepted")
            findings.expect(not is_accepted(verify, body + b" ", headers), f"{what}, changed, is refused")
    print(f"{name}: {len(receiver.requests)} events")


def main(binary, root, purchases):
    sys.path.insert(0, os.path.join(root, "Tests", "Benchmarks"))
    from store import Store

    store, findings = Store(), Findings()
    receivers = {name: Receiver() for name in ("standard", "revenuecat")}
    # Two secrets while one rotates: a receiver knows one of them.
    keys = {
        "standard": ["whsec_" + base64.b64encode(secrets.token_bytes(32)).decode() for _ in range(2)],
        "revenuecat": [secrets.token_urlsafe(24) for _ in range(2)],
    }
    with tempfile.TemporaryDirectory() as folder:
        places = {
            name: [os.path.join(folder, f"{name}{number}") for number in range(2)] for name in keys}
        for name, texts in keys.items():
            for place, text in zip(places[name], texts):
                with open(os.open(place, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                    file.write(text)
        config, anchor = os.path.join(folder, "config"), os.path.join(folder, "root.pem")
        write(root, config, receivers, places)
        with open(anchor, "w") as file:
            file.write(store.root)
        options = ["--apple-root", anchor, "--apple-root-in-production"]
        with Server(binary, config, {"client": Key("client")}, options=options) as server:
            for number in range(purchases):
                answer = requests.post(
                    f"{server.address.url}/v1/appstore/notifications",
                    data=store.notification(number, str(uuid.uuid4())),
                    headers={"Content-Type": "application/json"}, timeout=20)
                findings.equal(answer.status_code, 200, "a purchase is taken")
            until = time.monotonic() + 60
            while time.monotonic() < until and min(
                len(receiver.requests) for receiver in receivers.values()) < purchases:
                time.sleep(0.05)
    for receiver in receivers.values():
        findings.expect(len(receiver.requests) >= purchases, "every purchase has an event")
    check(
        "standard", receivers["standard"],
        [standardwebhooks.Webhook(key).verify for key in keys["standard"]]
        + [svix.Webhook(key).verify for key in keys["standard"]], findings)
    check("revenuecat", receivers["revenuecat"], [revenuecat(key) for key in keys["revenuecat"]], findings)
    return findings.report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 100))
