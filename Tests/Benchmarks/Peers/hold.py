#!/usr/bin/env python3
"""Opens many connections to a server and keeps them until it is killed.

    hold.py PORT COUNT silent|launched|idle|drip

`silent` asks nothing. `launched` asks once for a placement as an app does at its launch, `idle` once
for what only the framework answers, and then both say nothing. `drip` never finishes its first
request, sends a byte of it every two seconds, and comes back when it is cut off. Prints `held COUNT`
once all are open.
"""
import asyncio
import re
import resource
import sys

HOST = b" HTTP/1.1\r\nhost: 127.0.0.1\r\n"
PLACEMENT = b"GET /v1/placements/onboarding?userId=user-7&locale=de-DE" + HOST
REQUEST = b"GET /health/live" + HOST


async def silent(port, opened, request=None):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    if request:
        writer.write(request + b"\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"error: {head!r}")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        await reader.readexactly(int(length[1]))
    opened.release()
    await reader.read()
    writer.close()
    raise SystemExit("error: the server closed an idle connection")


async def launched(port, opened):
    await silent(port, opened, PLACEMENT)


async def idle(port, opened):
    await silent(port, opened, REQUEST)


async def drip(port, opened):
    is_first = True
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if is_first:
            opened.release()
        is_first = False
        try:
            writer.write(REQUEST + b"x-slow: ")
            while not reader.at_eof():
                writer.write(b"a")
                await writer.drain()
                await asyncio.sleep(2)
        except ConnectionError:
            pass
        writer.close()


async def main():
    port, count = int(sys.argv[1]), int(sys.argv[2])
    kind = {"silent": silent, "launched": launched, "idle": idle, "drip": drip}[sys.argv[3]]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    opened = asyncio.Semaphore(0)
    tasks = []
    for start in range(0, count, 200):
        some = range(start, min(count, start + 200))
        tasks += [asyncio.create_task(kind(port, opened)) for _ in some]
        for _ in some:
            await opened.acquire()
    print(f"held {count}", flush=True)
    await asyncio.gather(*tasks)


asyncio.run(main())
