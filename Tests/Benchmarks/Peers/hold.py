#!/usr/bin/env python3
"""Opens many connections to a server and keeps them until it is killed.

    hold.py PORT COUNT idle|drip

`idle` asks once on each and then says nothing. `drip` never finishes its first request, sends a byte
of it every two seconds, and comes back when it is cut off. Prints `held COUNT` once all are open.
"""
import asyncio
import resource
import sys

REQUEST = b"GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n"


async def idle(port, opened):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(REQUEST + b"\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"error: {head!r}")
    opened.release()
    await reader.read()
    writer.close()
    raise SystemExit("error: the server closed an idle connection")


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
    port, count, kind = int(sys.argv[1]), int(sys.argv[2]), {"idle": idle, "drip": drip}[sys.argv[3]]
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
