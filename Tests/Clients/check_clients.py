"""Clients that others wrote, against a live server: the exit code tells whether all agree.

    check_clients.py BINARY REPOSITORY [VISITORS]
"""

import concurrent.futures
import os
import sys
import tempfile
import time

import openfeature_checks
import published_example
import rich_app
from findings import Findings
from growthbook_checks import Differential
from server import Key, Server
from visitors import visitors

SEED = 20261121


def share(address, count, part, parts, is_translated):
    """One part of the visitors; for a process of its own."""
    findings = Findings()
    compared = Differential(address, findings, is_translated)
    for number, attributes in enumerate(visitors(count, SEED)):
        if number % parts == part:
            compared.compare(attributes)
            if number % (20 * parts) == part:
                compared.compare_flags(attributes)
    return findings, compared.placements, compared.partial, compared.seen


def differential(name, server, findings, count, is_translated=False):
    start = time.monotonic()
    parts = min(4, os.cpu_count() or 1)
    seen = set()
    with concurrent.futures.ProcessPoolExecutor(parts) as processes:
        work = [processes.submit(share, server.address, count, part, parts, is_translated)
                for part in range(parts)]
        for done in work:
            found, placements, partial, answers = done.result()
            findings.add(found)
            seen |= answers
    print(f"{name}: {count} visitors at {len(placements)} placements, "
          f"{len(seen)} different answers, partial: {', '.join(sorted(partial)) or 'none'} "
          f"({time.monotonic() - start:.0f} s)")
    return partial


def main(binary, root, count):
    findings = Findings()
    keys = {role: Key(role) for role in ["client", "server"]}
    entries = {role: key.entry for role, key in keys.items()}
    with tempfile.TemporaryDirectory() as folder:
        rich_app.write(folder, entries)
        with Server(binary, folder, keys) as server:
            openfeature_checks.provider_checks(server.address, findings)
            openfeature_checks.raw_checks(server.address, findings)
            print(f"OpenFeature: {findings.checks} checks")
            partial = differential("every operator and stage", server, findings, count)
            findings.equal(partial, rich_app.INEXPRESSIBLE, "what GrowthBook cannot say is named")
    with tempfile.TemporaryDirectory() as folder:
        published_example.publish(root, folder, entries)
        with Server(binary, folder, keys) as server:
            differential("the example, all public", server, findings, count, is_translated=True)
    return findings.report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 10_000))
