#!/usr/bin/env python3
"""Copies the recorded assignments of a ledger to other visitors, so that there are more than a server
remembers. To be run while no server has it open.

    many_records.py LEDGER COUNT LINES OUT

LINES are paths of recorded visitors as visitors.py writes them; OUT gets COUNT such lines, each of
another visitor.
"""
import itertools
import pathlib
import re
import sqlite3
import sys
import uuid


def main():
    ledger, count, lines, out = sys.argv[1:]
    ids = re.compile(r"anonymousId=([^& ]+)")
    file = sqlite3.connect(ledger)
    columns = [name for _, name, *_ in file.execute("PRAGMA table_info(assignments)")]
    others = ", ".join(name for name in columns if name != "unit")
    written = []
    models = itertools.cycle(pathlib.Path(lines).read_text().splitlines())
    for number in range(int(count)):
        line = next(models)
        # The ledger keeps an id that is a UUID as its bytes.
        unit = uuid.UUID(ids.search(line)[1]).bytes
        copied = file.execute(
            f"INSERT INTO assignments (unit, {others})"
            f" SELECT ?, {others} FROM assignments WHERE environment IN (0, 1, 2) AND unit = ?",
            (f"copy-{number}", unit))
        if copied.rowcount < 1:
            raise SystemExit(f"error: nothing is recorded of the visitor of {line}")
        written.append(ids.sub(f"anonymousId=copy-{number}", line) + "\n")
    file.commit()
    pathlib.Path(out).write_text("".join(written))


main()
