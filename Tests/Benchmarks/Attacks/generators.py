"""The attacks: each keeps a target busy for some seconds, and counts what it was answered."""
import collections
import contextlib
import fcntl
import functools
import itertools
import os
import random
import signal
import socket
import ssl
import threading
import time

import texts

store = texts.new_store()

# From linux/in.h.
IP_BIND_ADDRESS_NO_PORT = 24


def connect(port, address=None, timeout=15):
    """From an address of its own: all of 127.0.0.0/8 is this machine."""
    connection = socket.socket()
    connection.settimeout(timeout)
    if address:
        # Without this each closed connection would keep its port from all others for a minute.
        connection.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        connection.bind((address, 0))
    try:
        connection.connect(("127.0.0.1", port))
    except OSError:
        connection.close()
        raise
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


@functools.cache
def trusting(protocol):
    """Made once: to make one that also reads the system's authorities takes longer than a handshake."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


def secure(connection, protocol):
    return trusting(protocol).wrap_socket(connection)


def frame(kind, flags=0, stream=0, payload=b""):
    """RFC 9113, 4.1."""
    return (
        len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload)


def read_answer(connection):
    """The status, whether it has Retry-After, and whether the connection ends."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            raise ConnectionError
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    head = head.lower()
    at = head.find(b"content-length:")
    missing = (int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0) - len(body)
    while missing > 0:
        more = connection.recv(65536)
        if not more:
            raise ConnectionError
        missing -= len(more)
    return int(head[9:12]), b"\r\nretry-after:" in head, b"\r\nconnection: close" in head


# What is attacked: a port, the file of a ledger, and the processes of a database.
Aim = collections.namedtuple("Aim", "port file processes")


class Generator:
    def __init__(self, aim, key, seconds, rate):
        self.aim, self.port, self.key, self.rate = aim, aim.port, key, rate
        self.end = time.perf_counter() + seconds
        self.said = collections.Counter()
        self.lock = threading.Lock()
        self.turns = itertools.count()
        self.start = time.perf_counter()

    def is_over(self):
        return time.perf_counter() >= self.end

    def wait(self, rate=None):
        """Keeps all threads together to the rate, if there is one; false at the end."""
        rate = min(each for each in (rate, self.rate, 1e9) if each)
        with self.lock:
            due = self.start + next(self.turns) / rate
        if due >= self.end:
            return False
        time.sleep(max(0, due - time.perf_counter()))
        return not self.is_over()

    def count(self, status, retry=False):
        with self.lock:
            self.said[f"{status}+retry" if status == 503 and retry else str(status)] += 1

    def each_thread(self, threads, work):
        """`work(number)` in threads until the end; a connection that breaks is opened anew."""

        def go(number):
            while not self.is_over():
                try:
                    work(number)
                    return
                except (OSError, ConnectionError, ValueError):
                    self.count("cut")
                    time.sleep(0.01)

        running = [threading.Thread(target=go, args=(number,)) for number in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()

    def post(self, threads, requests, rate=None, addresses=1, anew=False):
        """Sends what `requests` yields, one at a time on each of some connections; `anew` opens
        another after each answer."""
        requests = iter(requests)

        def work(number):
            connection = connect(self.port, f"127.0.1.{1 + number % addresses}")
            while self.wait(rate):
                with self.lock:
                    request = next(requests)
                connection.sendall(request)
                status, retry, is_last = read_answer(connection)
                self.count(status, retry)
                if is_last or anew:
                    connection.close()
                    connection = connect(self.port, f"127.0.1.{1 + number % addresses}")
            connection.close()

        self.each_thread(threads, work)


def posts(threads, requests, **how):
    """An attack that sends what `requests` yields for a generator (`Generator.post`)."""
    return lambda it: it.post(threads, requests(it), **how)


def same(path, body, key=None):
    """One request again and again."""
    return lambda it: itertools.repeat(texts.request(path, body(), key or it.key))


def numbered(path, body):
    """Requests with a body each."""
    return lambda it: (texts.request(path, body(number), it.key) for number in itertools.count())


def unknown_chains(path, body):
    return lambda it: (
        texts.request(path, body(text), it.key)
        for text in texts.unknown_chains(store, store.transaction(7)))


def plain(text):
    """A request without a body, with the number of the request at `%d`."""
    return lambda it: (
        (text % number if "%" in text else text).replace("\n", "\r\n").encode()
        for number in itertools.count())


def held_bodies(it):
    """Bodies of which all but the last byte came, on as many connections as they let be opened."""
    body = texts.request(
        "/v1/transactions", b'{"transactions":["' + b"x" * (texts.MIB - 64), it.key, texts.MIB)

    def work(number):
        while it.wait(400):
            connection = connect(it.port, f"127.0.1.{1 + number % 200}", timeout=1)
            with connection:
                try:
                    connection.sendall(body)
                    it.count(*read_answer(connection)[:2])
                except TimeoutError:
                    it.count("held")
                    time.sleep(4)

    it.each_thread(400, work)


def cut_bodies(it):
    """Exposures that end in the middle, with a reset every other time."""
    body = texts.request("/v1/exposures", {"attributes": {"userId": "u"}, "exposures": []}, it.key)

    def work(number):
        while it.wait(2000):
            connection = connect(it.port, f"127.0.1.{1 + number}")
            connection.sendall(body[:-4])
            if number % 2:
                connection.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()
            it.count("cut off")

    it.each_thread(4, work)


def legacy_signatures(it):
    return itertools.repeat(texts.legacy_signature(store, 1, it.key))


def junk_exposures(number):
    return {
        "attributes": {"anonymousId": f"junk-{number}", "country": "GB"},
        "exposures": [
            {
                "id": f"{number}-{index}", "placement": "onboarding", "experiment": "order",
                "variant": "control", "phase": 1, "at": "2026-11-22T12:00:00Z",
            } for index in range(50)]}


def guesses(path, body):
    """Keys that do not exist, or tokens: both go in the header of a bearer."""
    chance = random.Random(1)
    return lambda it: (
        texts.request(path, body, f"{chance.getrandbits(128):032x}", header="authorization: Bearer")
        for _ in itertools.count())


def open_streams(it):
    """RFC 7541, A and 6.2.2: :method POST, :scheme https, :path and :authority as literals."""
    path, host = b"/v1/exposures", b"localhost"
    block = (
        b"\x83\x87\x04" + bytes([len(path)]) + path + b"\x01" + bytes([len(host)]) + host)
    frames = b"".join(frame(1, 4, stream, block) for stream in range(1, 200, 2))

    def work(number):
        while it.wait(400):
            plain = connect(it.port, f"127.0.1.{1 + number % 200}")
            try:
                connection = secure(plain, "h2")
                connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4) + frames)
                it.count("opened")
                while True:
                    connection.settimeout(max(0.001, it.end - time.perf_counter()))
                    if not connection.recv(65536):
                        break
                it.count("closed")
            except TimeoutError:
                it.count("held")
            finally:
                plain.close()

    it.each_thread(500, work)


def stalled_bodies(it):
    """Bodies that begin and then stall, from ten addresses, beside the notifications of Apple."""
    bodies = [
        texts.request(path, b" " * 1_000_000, it.key, texts.MIB)
        for path in ("/v1/transactions", "/v1/appstore/notifications")]

    def work(number):
        while it.wait(4):
            with connect(it.port, f"127.0.1.{1 + number % 10}", timeout=11) as connection:
                connection.sendall(bodies[number % 2])
                try:
                    it.count(*read_answer(connection)[:2])
                except TimeoutError:
                    it.count("held")

    it.each_thread(40, work)


@contextlib.contextmanager
def locked(aim):
    """As a program that copies the file of SQLite keeps it: nothing is read or written (the locks
    of a write-ahead log, SQLite's "WAL-mode File Format", 2.3)."""
    with open(aim.file + "-shm", "r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX, 8, 120)
        yield


@contextlib.contextmanager
def stopped(aim):
    """A database that hangs: its connections stay, and nothing answers."""
    for process in aim.processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in aim.processes:
            os.kill(process, signal.SIGCONT)


def without_ledger(trouble):
    """Reports of what was shown, while the ledger does not answer."""

    def attack(it):
        with trouble(it.aim):
            posts(8, numbered("/v1/exposures", junk_exposures), rate=200)(it)

    return attack


# An attack, what it is in words, and what it is aimed at: `attack.TARGETS`.
# What keeps its pace comes as fast to the sink; of others the sink gets as many as the server answered.
Attack = collections.namedtuple(
    "Attack", "run what target keeps_pace", defaults=["server", False])
PLACED = {"attributes": {}}
SIGN_OUT = (
    "POST /sign-out HTTP/1.1\nhost: 127.0.0.1\norigin: http://127.0.0.1\n"
    "cookie: paywall-results=%064x\ncontent-length: 0\n\n")


def of_transaction(text):
    return {"attributes": {}, "transactions": [text]}


ALL = {
    "open-streams": Attack(
        open_streams, "100 requests of HTTP/2 without an end, on 500 connections", "secure", True),
    "stalled-bodies": Attack(stalled_bodies, "1 MB that begins and stalls, from ten addresses"),
    "locked-ledger": Attack(
        without_ledger(locked), "exposures, while another program locks the file of the ledger"),
    "stopped-database": Attack(
        without_ledger(stopped), "exposures, while PostgreSQL is stopped by SIGSTOP", "postgres"),
    "descriptions": Attack(
        posts(8, plain("GET /openapi.json HTTP/1.1\nhost: 127.0.0.1\n\n"), anew=True),
        "the API's description without a key, on 8 connections"),
    "sign-outs": Attack(posts(8, plain(SIGN_OUT)), "cookies that no server made, on 8 connections"),
    "guessed-tokens": Attack(
        posts(8, guesses("/v1/customer", {"id": "eve"})),
        "tokens of the local App Store, on 8 connections", "store"),
    "wrong-keys": Attack(
        posts(1000, guesses(texts.PLACEMENT, PLACED), addresses=200),
        "1,000 clients of 200 addresses with keys that do not exist"),
    "large-bodies": Attack(
        posts(4, same(texts.PLACEMENT, lambda: texts.near_misses(texts.MIB))),
        "1 MiB of JSON without evidence, on 4 connections"),
    "large-bodies-unpaid": Attack(
        posts(4, same(texts.PLACEMENT, lambda: texts.near_misses(texts.MIB), "no-such-key")),
        "the same with a key that does not exist"),
    "full-bodies": Attack(
        posts(8, same(texts.PLACEMENT, lambda: texts.many_members(63 * 1024))),
        "63 KiB of small members, on 8 connections"),
    "large-evidence": Attack(
        posts(4, same(
            texts.PLACEMENT,
            lambda: b'{"transactions":["x"],' + texts.near_misses(texts.MIB - 64)[1:])),
        "1 MiB with a text that is none, on 4 connections"),
    "unknown-chains": Attack(
        posts(64, unknown_chains(texts.PLACEMENT, of_transaction), rate=400),
        "400 a second under certificates that nobody saw"),
    "unknown-chains-from-many": Attack(
        posts(64, unknown_chains(texts.PLACEMENT, of_transaction), rate=400, addresses=200),
        "the same from 200 addresses"),
    "unknown-notifications": Attack(
        posts(
            64, unknown_chains(
                "/v1/appstore/notifications", lambda text: {"signedPayload": text}),
            rate=400, addresses=200),
        "the same as notifications"),
    "held-bodies": Attack(
        held_bodies, "1 MiB less a byte, held back on 400 connections of 200 addresses"),
    "cut-bodies": Attack(cut_bodies, "requests that end in the middle, 2,000 a second"),
    "signatures": Attack(
        posts(8, legacy_signatures),
        "one grant, signed for as often as it can be, on 8 connections"),
    "signatures-anew": Attack(
        posts(8, legacy_signatures, anew=True), "the same, each on a connection of its own"),
    "junk-aliases": Attack(
        posts(8, numbered(
            "/v1/aliases", lambda number: {"anonymousId": f"junk-{number}", "userId": "user-7"})),
        "aliases of a user who is known, on 8 connections"),
    "junk-exposures": Attack(
        posts(8, numbered("/v1/exposures", junk_exposures)),
        "50 exposures a request of made ids, on 8 connections"),
    "guessed-keys": Attack(
        posts(8, guesses(texts.PLACEMENT, PLACED)), "keys that do not exist, on 8 connections"),
    "guessed-keys-anew": Attack(
        posts(8, guesses(texts.PLACEMENT, PLACED), anew=True),
        "the same, each on a connection of its own"),
}


def run(name, aim, key, seconds, rate, answers):
    generator = Generator(aim, key, seconds, rate)
    ALL[name].run(generator)
    answers.send(generator.said)
