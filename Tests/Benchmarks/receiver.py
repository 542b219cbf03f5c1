#!/usr/bin/env python3
"""A receiver of webhooks that notes each event on disk before it takes it.

usage: receiver.py PORT FILE

A line of FILE is an event as it came: its id, its type, the purchase chain and the transaction. `GET /` answers how many came
since the start, and the seconds between the first and the last.
"""
import asyncio
import json
import os
import sys
import time

port, path = int(sys.argv[1]), sys.argv[2]
notes = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
got = {"events": 0, "first": 0.0, "last": 0.0}


class Connection(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.bytes = transport, bytearray()

    def data_received(self, data):
        self.bytes += data
        while (end := self.bytes.find(b"\r\n\r\n")) >= 0:
            lines = self.bytes[:end].decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines[1:])
            length = int(headers.get("content-length", 0))
            if len(self.bytes) < end + 4 + length:
                return
            body = bytes(self.bytes[end + 4 : end + 4 + length])
            del self.bytes[: end + 4 + length]
            self.answer(lines[0], headers, body)

    def answer(self, line, headers, body):
        text = b""
        if line.startswith("GET"):
            text = json.dumps({"events": got["events"], "seconds": got["last"] - got["first"]}).encode()
        else:
            event = json.loads(body)
            data = event["data"]
            os.write(notes, "\t".join([
                headers["webhook-id"], event["type"], str(data.get("originalTransactionId")),
                str(data.get("transactionId")) + "\n"]).encode())
            got["last"] = time.monotonic()
            got["first"] = got["first"] or got["last"]
            got["events"] += 1
        self.transport.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(text) + text)


async def main():
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", port)
    await server.serve_forever()


asyncio.run(main())
