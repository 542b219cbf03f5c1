#!/usr/bin/env python3
"""Requests at a fixed rate, and how long each took from the moment at which it was to be sent.

    load.py PORT RATE SECONDS FILE [--path PATH] [--connections 64] [--pid SERVER]

FILE holds a body a line, or, without --path, a path, a space and a body. A request that finds no
free connection waits, and the wait counts: a server that stalls is not asked less for it.
"""
import argparse
import collections
import gc
import itertools
import os
import select
import socket
import time


def requests(name, path, count, key=None):
    """The bytes of the requests, in order; the file is read again from its start if it ends."""
    with open(name, "rb") as file:
        lines = [line.rstrip(b"\n") for line in itertools.islice(file, count)]
    made = []
    for line in lines:
        target, body = (path.encode(), line) if path else line.split(b" ", 1)
        head = b"POST %s HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n" % target
        if key:
            head += b"x-api-key: %s\r\n" % key.encode()
        made.append((target.decode(), head + b"content-length: %d\r\n\r\n" % len(body) + body))
    return made


def cpu(pid):
    """Seconds of processor time a process has used."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Answer:
    """Reads one answer at a time from a connection."""

    def __init__(self):
        self.bytes = b""

    def add(self, more):
        """The status, once the whole answer is here."""
        self.bytes += more
        end = self.bytes.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = self.bytes[:end].lower()
        at = head.find(b"content-length:")
        length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
        if len(self.bytes) < end + 4 + length:
            return None
        self.bytes = b""
        return int(head[9:12])


def run(port, rate, made, total, connections):
    """Latencies in ms by path, and how often each status came."""
    latencies, statuses = collections.defaultdict(list), collections.Counter()
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
    for each in sockets:
        each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    answers = {each: Answer() for each in sockets}
    free, busy = collections.deque(sockets), {}
    start = time.perf_counter() + 0.05
    sent = done = 0
    while done < total:
        now = time.perf_counter()
        while free and sent < total and start + sent / rate <= now:
            path, request = made[sent % len(made)]
            connection = free.popleft()
            connection.sendall(request)
            busy[connection] = (start + sent / rate, path)
            sent += 1
        wait = start + sent / rate - time.perf_counter() if free and sent < total else 1
        for connection in select.select(list(busy), [], [], max(0, wait))[0]:
            more = connection.recv(262144)
            if not more:
                raise SystemExit("error: the server closed a connection")
            status = answers[connection].add(more)
            if status is None:
                continue
            due, path = busy.pop(connection)
            free.append(connection)
            latencies[path].append((time.perf_counter() - due) * 1000)
            statuses[status] += 1
            done += 1
    return latencies, statuses, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("rate", type=float)
    parser.add_argument("seconds", type=float)
    parser.add_argument("file")
    parser.add_argument("--path")
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--pid", type=int)
    parser.add_argument("--key")
    options = parser.parse_args()

    total = int(options.rate * options.seconds)
    made = requests(options.file, options.path, total, options.key)
    gc.disable()
    before = cpu(options.pid) if options.pid else 0
    latencies, statuses, seconds = run(
        options.port, options.rate, made, total, options.connections)
    for path, values in sorted(latencies.items()):
        values.sort()
        at = lambda share: values[min(len(values) - 1, int(len(values) * share))]
        print(
            f"{path} {len(values) / seconds:.0f}/s  p50 {at(0.5):.2f} ms  p99 {at(0.99):.2f} ms  "
            f"p99.9 {at(0.999):.2f} ms  max {values[-1]:.2f} ms")
    print("statuses", " ".join(f"{key}:{count}" for key, count in sorted(statuses.items())))
    if options.pid:
        print(f"server-cpu {(cpu(options.pid) - before) / total * 1e6:.0f} µs-per-request")


main()
