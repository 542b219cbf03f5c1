"""The attacks: each keeps a target busy for some seconds, and counts what it was answered."""
import collections
import itertools
import json
import random
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


def secure(connection, protocol):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context.wrap_socket(connection)


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


class Generator:
    def __init__(self, port, key, seconds, rate):
        self.port, self.key, self.rate = port, key, rate
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


def large_bodies(it):
    it.post(4, itertools.repeat(
        texts.request(texts.PLACEMENT, texts.near_misses(texts.MIB), it.key)))


def large_bodies_unpaid(it):
    it.post(4, itertools.repeat(
        texts.request(texts.PLACEMENT, texts.near_misses(texts.MIB), "no-such-key")))


def full_bodies(it):
    it.post(8, itertools.repeat(
        texts.request(texts.PLACEMENT, texts.many_members(63 * 1024), it.key)))


def large_evidence(it):
    body = b'{"transactions":["x"],' + texts.near_misses(texts.MIB - 64)[1:]
    it.post(4, itertools.repeat(texts.request(texts.PLACEMENT, body, it.key)))


def chains(it, path, body, addresses):
    unknown = texts.unknown_chains(store, store.transaction(7))
    it.post(
        64, (texts.request(path, body(text), it.key) for text in unknown), 400, addresses)


def unknown_chains(it):
    chains(it, texts.PLACEMENT, lambda text: {"attributes": {}, "transactions": [text]}, 1)


def unknown_chains_from_many(it):
    chains(it, texts.PLACEMENT, lambda text: {"attributes": {}, "transactions": [text]}, 200)


def unknown_notifications(it):
    chains(it, "/v1/appstore/notifications", lambda text: {"signedPayload": text}, 200)


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


def signatures(it):
    it.post(8, itertools.repeat(texts.legacy_signature(store, 1, it.key)))


def signatures_anew(it):
    it.post(8, itertools.repeat(texts.legacy_signature(store, 1, it.key)), anew=True)


def junk_aliases(it):
    def requests():
        for number in itertools.count():
            yield texts.request(
                "/v1/aliases", {"anonymousId": f"junk-{number}", "userId": "user-7"}, it.key)

    it.post(8, requests())


def junk_exposures(it):
    def requests():
        for number in itertools.count():
            exposures = [
                {
                    "id": f"{number}-{index}", "placement": "onboarding", "experiment": "order",
                    "variant": "control", "phase": 1, "at": "2026-11-22T12:00:00Z",
                } for index in range(50)]
            yield texts.request(
                "/v1/exposures", {
                    "attributes": {"anonymousId": f"junk-{number}", "country": "GB"},
                    "exposures": exposures}, it.key)

    it.post(8, requests())


def guesses(it):
    chance = random.Random(1)
    while True:
        yield texts.request(
            texts.PLACEMENT, {"attributes": {}}, f"{chance.getrandbits(128):032x}")


def guessed_keys(it):
    it.post(8, guesses(it))


def guessed_keys_anew(it):
    it.post(8, guesses(it), anew=True)


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
                connection.settimeout(max(0.1, it.end - time.perf_counter()))
                while connection.recv(65536):
                    pass
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


def descriptions(it):
    it.post(8, itertools.repeat(
        b"GET /openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"), anew=True)


def sign_outs(it):
    def requests():
        for number in itertools.count():
            yield (
                b"POST /sign-out HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1\r\n"
                b"cookie: paywall-results=%064x\r\ncontent-length: 0\r\n\r\n" % number)

    it.post(8, requests())


SECURE = {"open-streams"}

ALL = {
    "open-streams": (open_streams, "100 requests of HTTP/2 without an end, on 500 connections"),
    "stalled-bodies": (stalled_bodies, "1 MB that begins and stalls, from ten addresses"),
    "descriptions": (descriptions, "the API's description without a key, on 8 connections"),
    "sign-outs": (sign_outs, "cookies that no server made, on 8 connections"),
    "large-bodies": (large_bodies, "1 MiB of JSON without evidence, on 4 connections"),
    "large-bodies-unpaid": (large_bodies_unpaid, "the same with a key that does not exist"),
    "full-bodies": (full_bodies, "63 KiB of small members, on 8 connections"),
    "large-evidence": (large_evidence, "1 MiB with a text that is none, on 4 connections"),
    "unknown-chains": (unknown_chains, "400 a second under certificates that nobody saw"),
    "unknown-chains-from-many": (unknown_chains_from_many, "the same from 200 addresses"),
    "unknown-notifications": (unknown_notifications, "the same as notifications"),
    "held-bodies": (held_bodies, "1 MiB less a byte, held back on 400 connections of 200 addresses"),
    "cut-bodies": (cut_bodies, "requests that end in the middle, 2,000 a second"),
    "signatures": (signatures, "one grant, signed for as often as it can be, on 8 connections"),
    "signatures-anew": (signatures_anew, "the same, each on a connection of its own"),
    "junk-aliases": (junk_aliases, "aliases of a user who is known, on 8 connections"),
    "junk-exposures": (junk_exposures, "50 exposures a request of made ids, on 8 connections"),
    "guessed-keys": (guessed_keys, "keys that do not exist, on 8 connections"),
    "guessed-keys-anew": (guessed_keys_anew, "the same, each on a connection of its own"),
}


def run(name, port, key, seconds, rate, answers):
    generator = Generator(port, key, seconds, rate)
    ALL[name][0](generator)
    answers.send(generator.said)
