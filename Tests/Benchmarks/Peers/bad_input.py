#!/usr/bin/env python3
"""What bad input costs the server: processor time and duration per request, and its answer.

    bad_input.py PORT PID LEDGER

Everything is sent to a running server; nothing of it may be kept, which is looked up in LEDGER.
"""
import base64
import collections
import glob
import http.client
import json
import os
import random
import sqlite3
import sys
import threading
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from store import VECTORS, Store, base64url, read_pki  # noqa: E402

NOTIFICATIONS, TRANSACTIONS = "/v1/appstore/notifications", "/v1/transactions"
port, pid, ledger = int(sys.argv[1]), sys.argv[2], sys.argv[3]
store, draw = Store(), random.Random(7)


def cpu():
    """Microseconds of processor time the server has used, exact to the nanosecond."""
    total = 0
    for name in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        with open(name) as file:
            total += int(file.read().split()[0])
    return total / 1000


def memory():
    with open(f"/proc/{pid}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return "memory " + ", ".join(f"{name} {int(fields[name].split()[0]) / 1024:.1f} MB"
                                 for name in ("VmRSS", "VmHWM"))


def kept():
    database = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
    return [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("facts", "notifications", "customers", "headers")]


class Client:
    """One connection, opened again if the server closes it."""

    def __init__(self):
        self.connection = None

    def send(self, path, body, chunked=False):
        for _ in range(2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                pieces = (body[at : at + 65536] for at in range(0, len(body), 65536))
                self.connection.request(
                    "POST", path, pieces if chunked else body,
                    {"content-type": "application/json"}, encode_chunked=chunked)
                break
            except (BrokenPipeError, ConnectionResetError):
                # A refusal may come before the body is sent.
                break
            except http.client.HTTPException:
                self.connection = None
        try:
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection = None
            return "closed"
        if answer.getheader("connection") == "close":
            self.connection.close()
            self.connection = None
        said = json.loads(text)
        return f"{answer.status} {said.get('code', said.get('status', ''))} {said.get('reason', '')}"


def measure(name, count, path, make, chunked=False):
    bodies = [make(index) for index in range(count)]
    client, answers = Client(), collections.Counter()
    before, started = cpu(), time.perf_counter()
    slowest = 0
    for body in bodies:
        at = time.perf_counter()
        answers[client.send(path, body, chunked)] += 1
        slowest = max(slowest, time.perf_counter() - at)
    took = (time.perf_counter() - started) / count * 1e6
    used = (cpu() - before) / count
    said = ", ".join(f"{answer.strip()} ({times})" for answer, times in answers.most_common(3))
    print(f"| {name} | {len(bodies[0]):,} | {used:,.0f} | {took:,.0f} | {slowest * 1000:.1f} "
          f"| {said} |", flush=True)


def signed(text):
    return json.dumps({"signedPayload": text}).encode()


def random_text(size):
    return base64url(draw.randbytes(size * 3 // 4 + 3))[:size].decode()


def good(index):
    return store.notification(700_000_000 + index, str(uuid.UUID(int=index + (9 << 64))))


def text_of_good(index):
    return json.loads(good(index))["signedPayload"]


def nested_payload(depth):
    text = store.header + b"." + base64url(b'{"a":' * depth + b"1" + b"}" * depth)
    return (text + b"." + base64url(bytes(64))).decode()


def with_chain(chain):
    return store.sign({"notificationType": "TEST"}, store.header_with(chain))


def damaged(text):
    return text[:-8] + ("AAAAAAAA" if text[-8:] != "AAAAAAAA" else "BBBBBBBB")


def table():
    pki = read_pki()
    foreign = pki["untrustedChainDerBase64"]
    leaf, intermediate, root = store.chain
    # A body that repeats one certificate in the length that still is read.
    many = [leaf] * 60
    broken = bytearray(base64.b64decode(leaf))
    broken[-5] ^= 1
    forged = [base64.b64encode(bytes(broken)).decode(), intermediate, root]
    deep = store.sign({"a": 1})
    for _ in range(4):
        deep = store.sign({"notificationType": "SUBSCRIBED", "data": {"signedTransactionInfo": deep}})
    transactions = lambda text, count: lambda _: json.dumps(
        {"transactions": [text] * count}).encode()
    short = store.sign(store.transaction(5))
    wrong_chain = store.sign(store.transaction(5), store.header_with(foreign))
    forged_text = store.sign(store.transaction(5), store.header_with(forged))

    print("| what | bytes | server CPU, µs | duration, µs | slowest, ms | answers |")
    print("|---|--:|--:|--:|--:|---|")
    n = 300
    measure("no JSON, random bytes", n, NOTIFICATIONS, lambda _: draw.randbytes(1024))
    measure("no JWS", n, NOTIFICATIONS, lambda _: signed("garbage"))
    measure("random base64url, 14 KB", n, NOTIFICATIONS, lambda _: signed(random_text(14_000)))
    measure("random parts between dots, 14 KB", n, NOTIFICATIONS,
            lambda _: signed(".".join(random_text(4600) for _ in range(3))))
    measure("dots only, 60 KB", n, NOTIFICATIONS, lambda _: signed("." * 60_000))
    measure("65 KB text, over the limit", n, NOTIFICATIONS, lambda _: signed(random_text(66_000)))
    measure("1 MB text", 60, NOTIFICATIONS, lambda _: signed(random_text(1_000_000)))
    measure("1 MB of escapes", 60, NOTIFICATIONS,
            lambda _: b'{"signedPayload":"' + b"\\u0041" * 170_000 + b'"}')
    measure("2 MB body", 60, NOTIFICATIONS, lambda _: signed(random_text(2_000_000)))
    measure("2 MB body, chunked", 60, NOTIFICATIONS, lambda _: signed(random_text(2_000_000)), True)
    measure("body of 1 MB of [[[[", 60, NOTIFICATIONS, lambda _: b"[" * 1_000_000)
    measure("body of 1 MB of [],[],", 60, NOTIFICATIONS,
            lambda _: b'{"a":[' + b"[]," * 333_000 + b'[]],"signedPayload":"x"}')
    measure("body with 80,000 members", 60, NOTIFICATIONS, lambda _: json.dumps(
        {f"m{index}": 1 for index in range(80_000)}).encode())
    measure("name twice in the body", n, NOTIFICATIONS,
            lambda i: b'{"signedPayload":"a",' + good(i)[1:])
    measure("text cut in half", n, NOTIFICATIONS,
            lambda i: signed(text_of_good(i)[: len(text_of_good(i)) // 2]))
    measure("text cut by one letter", n, NOTIFICATIONS, lambda i: signed(text_of_good(i)[:-1]))
    measure("wrong signature", n, NOTIFICATIONS, lambda i: signed(damaged(text_of_good(i))))
    measure("payload with 10,000 levels", n, NOTIFICATIONS, lambda _: signed(nested_payload(7_000)))
    measure("texts in texts, 5 levels", n, NOTIFICATIONS, lambda _: signed(deep))
    measure("name twice in the payload", n, NOTIFICATIONS, lambda _: signed(
        store.sign(b'{"notificationType":"TEST","notificationType":"SUBSCRIBED"}')))
    measure("chain of 10 certificates", n, NOTIFICATIONS,
            lambda _: signed(with_chain(store.chain + [root] * 7)))
    measure("chain of 60 certificates", n, NOTIFICATIONS, lambda _: signed(with_chain(many)[:65_000]))
    measure("untrusted chain", n, NOTIFICATIONS, lambda _: signed(with_chain(foreign)))
    measure("forged leaf of the right intermediate", n, NOTIFICATIONS,
            lambda _: signed(with_chain(forged)))
    measure("transactions: 64 with an untrusted chain", 60, TRANSACTIONS,
            transactions(wrong_chain, 64))
    measure("transactions: 64 with a forged leaf", 60, TRANSACTIONS, transactions(forged_text, 64))
    measure("transactions: 63 good, 1 damaged", 60, TRANSACTIONS, lambda _: json.dumps(
        {"transactions": [short] * 63 + [damaged(short)]}).encode())
    measure("transactions: 65", 60, TRANSACTIONS, transactions(short, 65))
    rejected()


def rejected():
    """The vectors for production, each to the route of its kind; the dearest is named."""
    with open(os.path.join(VECTORS, "rejected.json")) as file:
        vectors = json.load(file)
    answers, dearest = collections.Counter(), (0, "")
    client = Client()
    for vector in vectors["objects"] + vectors.get("nested", []):
        if vector["verifier"]["environment"] != "Production":
            continue
        kind, text = vector.get("kind", "notification"), vector["jws"]
        members = {"transaction": "transactions", "renewalInfo": "renewalInfo"}
        if kind in members:
            path, body = TRANSACTIONS, {members[kind]: [text]}
        elif kind == "appTransaction":
            path, body = TRANSACTIONS, {"appTransaction": text}
        else:
            path, body = NOTIFICATIONS, {"signedPayload": text}
        before = cpu()
        for _ in range(50):
            answer = client.send(path, json.dumps(body).encode())
        dearest = max(dearest, ((cpu() - before) / 50, vector["id"]))
        answers[answer] += 1
        if not answer.startswith("4"):
            print(f"vector {vector['id']}: {answer}")
    print(f"vectors of rejected.json: {sum(answers.values())}, the dearest {dearest[1]} "
          f"{dearest[0]:.0f} µs; " + ", ".join(f"{a} ({c})" for a, c in answers.most_common(20)))


def beside_garbage():
    """A good request while 100 bad ones a second come."""
    stop = threading.Event()
    pki = read_pki()
    bad = [
        signed(with_chain(pki["untrustedChainDerBase64"])), signed(random_text(60_000)),
        signed(random_text(2_000_000)), b"[" * 900_000,
        json.dumps({"transactions": [store.sign(store.transaction(5), store.header_with(
            pki["untrustedChainDerBase64"]))] * 64}).encode(),
    ]
    sent = collections.Counter()

    def send(number):
        client = Client()
        while not stop.is_set():
            body = bad[draw.randrange(len(bad))]
            path = TRANSACTIONS if body.startswith(b'{"tr') else NOTIFICATIONS
            sent[client.send(path, body).split(" ")[0]] += 1
            time.sleep(0.04)

    def good_latencies(seconds):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        took, until = [], time.monotonic() + seconds
        while time.monotonic() < until:
            at = time.perf_counter()
            connection.request("GET", "/v1/placements/onboarding?userId=user-7&country=GB")
            connection.getresponse().read()
            took.append((time.perf_counter() - at) * 1000)
            time.sleep(0.005)
        took.sort()
        return f"p50 {took[len(took) // 2]:.2f} ms, p99 {took[int(len(took) * 0.99)]:.2f} ms"

    print("a paywall, alone:", good_latencies(4))
    senders = [threading.Thread(target=send, args=(number,)) for number in range(5)]
    for sender in senders:
        sender.start()
    before, started = cpu(), time.perf_counter()
    latency = good_latencies(8)
    seconds = time.perf_counter() - started
    used = (cpu() - before) / 1e4 / seconds
    stop.set()
    for sender in senders:
        sender.join()
    print(f"a paywall, beside {sum(sent.values()) / seconds:.0f} bad requests a second: {latency}; "
          f"the server uses {used:.0f}% of a processor; answers {dict(sent)}")


before = kept()
measure_good = Client()
print("a good notification:", measure_good.send(NOTIFICATIONS, good(900_000)))
before = kept()
table()
print(memory())
beside_garbage()
print(memory())
after = kept()
print("kept of it:", "nothing" if after == before else f"{before} -> {after}")
