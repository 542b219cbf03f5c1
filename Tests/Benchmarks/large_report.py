#!/usr/bin/env python3
"""What the page of results costs with many persons: seconds, memory, and the time of exposures meanwhile.

usage: large_report.py PAYWALL EXPOSURES CUSTOMERS [FOLDER]

Makes a ledger in FOLDER, unless one is there (`large_ledger.py`), and serves it. Prints the seconds until the first page after the
start has numbers, those of a page after 1,000 further exposures, the memory before and after, the 99th percentile of exposures
without and with a report being computed, and the seconds of the same counts by SQLite alone as the peer. Then what the page of
revenue takes of the processor: the first one, and one after customers have bought (goal 2 s with 1,000,000 customers).
"""
import http.client
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from large_ledger import fill

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
paywall, exposures, customers = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
folder = sys.argv[4] if len(sys.argv) > 4 else tempfile.mkdtemp()
ledger = os.path.join(folder, f"ledger-{exposures}-{customers}.sqlite")
config = os.path.join(folder, "config")
shutil.rmtree(config, ignore_errors=True)
for part in ("Paywalls", "Experiments"):
    shutil.copytree(os.path.join(ROOT, part), os.path.join(config, part))
keys = {}
for role in ("admin", "client"):
    made = subprocess.run(
        [paywall, "key", "create", "--role", role, "--add", "--yes", "--json", "--config", config], check=True,
        capture_output=True, text=True)
    keys[role] = json.loads(made.stdout)["key"]


def serve():
    server = subprocess.Popen(
        [paywall, "serve", "--config", config, "--ledger", ledger, "--port", "0", "--state-dir", os.path.join(folder, "state")],
        stderr=subprocess.PIPE, text=True)
    for line in server.stderr:
        found = re.search(r"listening on 127\.0\.0\.1:(\d+)", line)
        if found:
            threading.Thread(target=server.stderr.read, daemon=True).start()
            return server, int(found[1])
    sys.exit("the server did not start")


def ask(port, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


def memory(server, name):
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith(name))


def processor(server):
    with open(f"/proc/{server.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def send(port, count, times):
    """Exposures of new persons, one request each, on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    for _ in range(count):
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        body = json.dumps({
            "attributes": {"anonymousId": str(uuid.uuid4()), "country": "GB"},
            "exposures": [{"id": str(uuid.uuid4()), "experiment": "annual-trial", "variant": "trial", "phase": 1,
                           "placement": "onboarding", "at": at}]})
        began = time.monotonic()
        connection.request("POST", "/v1/exposures", body, {"X-API-Key": keys["client"], "Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        times.append(time.monotonic() - began)
    connection.close()


def refund(db, count):
    """Refunds purchases of so many customers, each with the text that says so."""
    now = int(time.time() * 1000)
    db.execute("INSERT OR IGNORE INTO headers (id, text) VALUES (1, 'made')")
    db.execute(
        "UPDATE transactions SET revocation_date = ?, revocation_reason = 0 WHERE line % 1000 = 7 AND price > 0", (now,))
    db.execute(
        "INSERT INTO facts (kind, environment, line, received_at, header, payload, signature, digest) "
        "SELECT 3, 0, number, ?, 1, x'00', x'00', NULL FROM lines WHERE number % 1000 = 7 LIMIT ?", (now, count))


def percentile(times):
    return sorted(times)[int(len(times) * 0.99)] * 1000


if not os.path.exists(ledger):
    server, _ = serve()
    server.terminate()
    server.wait()
    fill(ledger, exposures, customers)
peer = time.monotonic()
with sqlite3.connect(ledger) as db:
    db.execute(
        "SELECT variant, dimensions, rendered_at / 86400000, count(*) FROM assignments WHERE environment = 0 AND "
        "experiment = 'annual-trial' AND phase = 1 AND exposures > 0 GROUP BY 1, 2, 3").fetchall()
    db.execute(
        "SELECT count(*), sum(price) FROM sightings AS s JOIN lines AS l ON l.customer = s.customer "
        "JOIN transactions AS t ON t.line = l.number").fetchall()
peer = time.monotonic() - peer

server, port = serve()
signed, _ = ask(
    port, "POST", "/sign-in", f"experiment=annual-trial&key={keys['admin']}",
    {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"})
cookie = {"Cookie": signed.getheader("set-cookie").split(";")[0]}
alone = []
send(port, 500, alone)
print(f"memory-before-a-report {memory(server, 'VmRSS'):.0f} MB")


def page(path="/results/annual-trial", said="Who is ahead?"):
    """The seconds until a page has numbers, and the longest that one request took."""
    began, longest = time.monotonic(), 0
    while True:
        asked = time.monotonic()
        answer, text = ask(port, "GET", path, headers=cookie)
        longest = max(longest, time.monotonic() - asked)
        if answer.getheader("refresh") is None:
            if answer.status != 200 or said not in text:
                sys.exit(f"no page at {path}: {answer.status}")
            return time.monotonic() - began, longest, text
        time.sleep(0.2)


used = processor(server)
meanwhile, stop = [], threading.Event()


def keep_sending():
    while not stop.is_set():
        send(port, 20, meanwhile)


sender = threading.Thread(target=keep_sending)
sender.start()
first, longest, text = page()
stop.set()
sender.join()
print(f"first-report {first:.2f} seconds, {processor(server) - used:.2f} of the processor; the longest request {longest:.2f}")
print(f"memory-after-the-first-report {memory(server, 'VmRSS'):.0f} MB, at most {memory(server, 'VmHWM'):.0f} MB")
print(f"exposures-p99 alone {percentile(alone):.2f} ms, with a report {percentile(meanwhile):.2f} ms")
send(port, 1000, alone)
used = processor(server)
began = time.monotonic()
answer, text = ask(
    port, "GET", "/v1/experiments/annual-trial/results?by=storefront", headers={"X-API-Key": keys["admin"]})
seconds = time.monotonic() - began
print(f"next-report {seconds:.2f} seconds, {processor(server) - used:.2f} of the processor, answer {answer.status}")
print(f"memory-at-the-end {memory(server, 'VmRSS'):.0f} MB, at most {memory(server, 'VmHWM'):.0f} MB")
print(f"sqlite-alone {peer:.2f} seconds")
print(f"next report / SQLite alone {seconds / peer:.2f}")
for number, name in enumerate(("first-revenue", "next-revenue")):
    if number:
        with sqlite3.connect(ledger) as db:
            refund(db, customers // 1000)
    used = processor(server)
    # Another moment is another question, which no report is kept for.
    moment = time.strftime("%Y-%m-%dT%H:%M:00Z", time.gmtime(time.time() - 3600 * number))
    seconds, _, _ = page(f"/revenue?asOf={moment}", "Recurring revenue")
    print(f"{name} {seconds:.2f} seconds, {processor(server) - used:.2f} of the processor")
print(f"memory-with-revenue {memory(server, 'VmRSS'):.0f} MB, at most {memory(server, 'VmHWM'):.0f} MB")
server.terminate()
server.wait()
began = time.monotonic()
command = subprocess.Popen(
    [paywall, "experiment", "results", "annual-trial", "--config", config, "--ledger", ledger], stdout=subprocess.DEVNULL)
most = 0
while command.poll() is None:
    try:
        most = max(most, memory(command, "VmHWM"))
    except (OSError, StopIteration):
        pass  # It has just ended.
    time.sleep(0.02)
print(f"command {time.monotonic() - began:.2f} seconds, at most {most:.0f} MB")
if len(sys.argv) < 5:
    shutil.rmtree(folder)
