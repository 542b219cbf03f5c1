#!/usr/bin/env python3
"""Makes visitors, asks a server for each, and writes what load is to be made of.

    visitors.py PORT COUNT FOLDER [--expose]

FOLDER gets `ours` and `theirs`, a path, a space and an entity tag a line: for the service, and for
a static file `answer.json` of as many bytes, with the same queries; `bodies`, what a POST would carry;
and `recorded`, the lines of `ours` for visitors in an experiment. With --expose those have seen the
variant, so that an assignment is recorded.
"""
import argparse
import datetime
import http.client
import itertools
import json
import pathlib
import random
import uuid

VERSIONS = ["3.2.0", "3.3.1", "3.4.0", "3.4.1"]
PLACES = [("GB", "en-GB"), ("IE", "en-IE"), ("DE", "de-DE"), ("US", "en-US"), ("IN", "hi-IN")]


def visitors(count):
    """An anonymous id and attributes each; from a fixed seed."""
    chance = random.Random(20261121)
    for _ in range(count):
        country, locale = chance.choices(PLACES, [6, 1, 2, 4, 1])[0]
        yield (
            str(uuid.UUID(int=chance.getrandbits(128), version=4)),
            {"country": country, "appVersion": chance.choice(VERSIONS), "locale": locale})


def exposure(number, visitor, attributes, answer):
    """What an app says once it has shown an answer."""
    shown = answer["experiment"]
    return {"attributes": {"anonymousId": visitor, **attributes}, "exposures": [{
        "id": f"exposure-{number}", "placement": answer["placement"],
        "experiment": shown["id"], "variant": shown["variant"], "phase": shown["phase"],
        "at": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")}]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--expose", action="store_true")
    options = parser.parse_args()

    connection = http.client.HTTPConnection("127.0.0.1", options.port)

    def ask(method, path, body=None):
        headers = {"content-type": "application/json"} if body else {}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200 or b"refused" in content:
            raise SystemExit(f"error: {method} {path}: {answer.status} {content.decode()}")
        return content, answer.headers["etag"]

    ours, theirs, bodies, sizes, seen = [], [], [], [], []
    for number, (visitor, attributes) in enumerate(visitors(options.count)):
        query = "&".join(
            f"{k}={v}" for k, v in [("anonymousId", visitor), *attributes.items()])
        path = f"/v1/placements/onboarding?{query}"
        content, tag = ask("GET", path)
        sizes.append((len(content), content))
        ours.append(f"{path} {tag}\n")
        theirs.append(f"/answer.json?{query} -\n")
        bodies.append(json.dumps({"anonymousId": visitor, "attributes": attributes}) + "\n")
        assigned = json.loads(content).get("experiment")
        if assigned:
            seen.append((number, visitor, attributes, json.loads(content)))
    if options.expose:
        for number, visitor, attributes, answer in seen:
            ask("POST", "/v1/exposures", json.dumps(exposure(number, visitor, attributes, answer)))
            content, _ = ask("GET", ours[number].split()[0])
            if not json.loads(content)["experiment"]["recorded"]:
                raise SystemExit(f"error: nothing was recorded of {visitor}: {content.decode()}")
    middle = sorted(sizes)[len(sizes) // 2][1]
    recorded = [ours[number] for number, *_ in seen]
    for name, lines in [
        ("ours", ours), ("theirs", theirs), ("bodies", bodies), ("recorded", recorded)
    ]:
        (options.folder / name).write_text("".join(lines))
    (options.folder / "answer.json").write_bytes(middle)
    print(f"visitors {options.count}, in an experiment {len(seen)}, bytes of an answer {len(middle)}")


main()
