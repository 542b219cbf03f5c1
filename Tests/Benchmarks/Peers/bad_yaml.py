#!/usr/bin/env python3
"""What bad YAML costs `paywall check`: seconds, bytes printed and memory for inputs of 1 MiB.

    bad_yaml.py PAYWALL [NAME...]

Each input is the folder of this benchmark with one file in place of one of its own, or with many
more files; together they are 1 MiB. Exits with 1 if one takes more than 2 s or prints more than
3 MiB (1,000 diagnostics of names as long as they may be), in each of the three formats.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = os.path.join(HERE, "..", "Config")
MEBIBYTE = 1 << 20
SECONDS, BYTES = 2.0, 3 * MEBIBYTE
draw = random.Random(13)

AUDIENCES = "Paywalls/targeting/audiences.yaml"
ATTRIBUTES = "Paywalls/targeting/attributes.yaml"
PLACEMENTS = "Paywalls/targeting/placements.yaml"
LAYERS = "Paywalls/targeting/layers.yaml"
PRODUCTS = "Paywalls/store/products.yaml"
OFFERS = "Paywalls/store/offers.yaml"
KEYS = "Paywalls/store/keys.yaml"
APP = "Paywalls/store/app.yaml"
STANDARD = "Paywalls/standard.yaml"
STOREKIT = "Paywalls/store/Products.storekit"


def fill(piece, size=MEBIBYTE, head="", tail=""):
    return head + piece * ((size - len(head.encode()) - len(tail.encode())) // len(piece.encode())) + tail


def lines(make, size=MEBIBYTE, head="", tail=""):
    """Numbered pieces up to a size."""
    parts, length, number = [head], len(head) + len(tail), 0
    while True:
        piece = make(number)
        length += len(piece.encode())
        if length > size:
            return "".join(parts) + tail
        parts.append(piece)
        number += 1


def spread(make, size=MEBIBYTE, most=4000):
    """Many files, together of a size."""
    files, length, number = {}, 0, 0
    while number < most:
        path, text = make(number)
        length += len(text)
        if length > size:
            break
        files[path] = text
        number += 1
    return files


def experiment(number, audience="", layer="", slice="", status="running", placement="onboarding",
               times=""):
    return (f"Experiments/x{number:05}.yaml",
            f"status: {status}\nplacement: {placement}\n{audience}{layer}{slice}{times}"
            f"seed: {number + 0x10000000:08x}\nvariants:\n"
            "  control: { share: 50%, paywall: standard }\n"
            "  other: { share: 50%, paywall: monthly-first }\n")


def anagram(number, length=30):
    letters = list("abcdefghijklmnopqrstuvwxyz0123"[:length])
    random.Random(number).shuffle(letters)
    return "a" + "".join(letters)


INPUTS = {
    # The text.
    "one key, again and again": {STANDARD: fill("a:\n")},
    "one key in one line": {STANDARD: fill("a: 1, ", head="{", tail="}")},
    "items without a value": {STANDARD: fill("- \n")},
    "items on one line": {STANDARD: fill("- ")},
    "[[[[": {STANDARD: fill("[")},
    "{{{{": {STANDARD: fill("{")},
    "[],[],": {STANDARD: fill("[],", head="content: { a: [", tail="[]] }")},
    "a key with [[[[ in it, many": {STANDARD: fill("[[[[[]]]]]: 1\n")},
    "? ? ? ?": {STANDARD: fill("? ")},
    "? on each line": {STANDARD: fill("?\n")},
    "indented deeper and deeper": {STANDARD: lines(lambda n: " " * n + "a:\n")},
    "indented deeper, lists": {STANDARD: lines(lambda n: " " * n + "-\n")},
    "anchors": {STANDARD: fill("- &a b\n", head="content:\n")},
    "aliases": {STANDARD: fill("- *a\n", head="content:\n")},
    "anchors in one line": {STANDARD: fill("&a b,", head="content: [", tail="]")},
    "a billion laughs": {STANDARD: lines(lambda n: f"a{n}: &a{n} [" + f"*a{max(0, n - 1)}," * 9 + "]\n")},
    "tags": {STANDARD: fill("- !!a b\n", head="content:\n")},
    "a long tag": {STANDARD: "content: !" + "a" * 1_000_000 + " b"},
    "a long anchor": {STANDARD: "content: &" + "a" * 1_000_000 + " b"},
    "tag directives": {STANDARD: lines(lambda n: f"%TAG !a{n}! b\n", tail="---\na: 1\n")},
    "documents": {STANDARD: fill("---\n")},
    "a scalar of 1 MiB": {STANDARD: "title: " + "a" * (MEBIBYTE - 8)},
    "a quoted scalar of escapes": {STANDARD: fill("\\u0041", head='title: "', tail='"')},
    "a folded scalar of short lines": {STANDARD: fill("  a\n", head="title: >\n")},
    "a plain scalar of short lines": {STANDARD: fill("  a\n", head="title:\n")},
    "a quote that is never closed": {STANDARD: fill("a ", head='title: "')},
    "CRLF": {STANDARD: fill("a:\r\n")},
    "CR": {STANDARD: fill("a:\r")},
    "tabs": {STANDARD: fill("\t")},
    "blanks": {STANDARD: fill(" ")},
    "line ends": {STANDARD: fill("\n")},
    "comments": {STANDARD: fill("#\n")},
    "a byte order mark, and one key": {STANDARD: "\ufeff" + fill("a:\n", MEBIBYTE - 3)},
    "UTF-16": {STANDARD: fill("a:\n", MEBIBYTE // 2 - 8).encode("utf-16")},
    "no UTF-8": {STANDARD: b"\xff" * MEBIBYTE},
    "other letters, one line": {STANDARD: fill("ä: 1, ", head="{", tail="}")},
    "combining marks": {STANDARD: "title: a" + fill("\u0301")[:500_000]},
    "control characters": {STANDARD: fill("a\x07")},
    "a key of 1,000 bytes": {STANDARD: lines(lambda n: f"k{n:06}" + "x" * 990 + ": 1\n")},
    "a key of 500 kB": {STANDARD: "? " + "k" * 500_000 + "\n: 1\n? " + "j" * 500_000 + "\n: 1\n"},
    # The values.
    "unknown keys": {STANDARD: lines(lambda n: f"k{n}: 1\n")},
    "unknown keys, nearly known": {STANDARD: lines(lambda n: f"product{n % 997}{n}: 1\n")},
    "unknown keys on one line": {STANDARD: lines(lambda n: f"k{n}: 1, ", head="{", tail="}")},
    "unknown names, many known": {
        AUDIENCES: lines(lambda n: f"  {anagram(n)}: {{ country: GB }}\n", 500_000, "audiences:\n"),
        PLACEMENTS: lines(lambda n: f"    - {{ audience: {anagram(-n - 1)}, show: standard }}\n", 500_000,
                          "placements:\n  onboarding:\n    rules:\n",
                          "    default: standard\nfallback: standard\n")},
    "unknown attributes, many known": {
        ATTRIBUTES: lines(lambda n: f"  {anagram(n)}: {{ type: string }}\n", 500_000, "attributes:\n"),
        AUDIENCES: lines(lambda n: f"  x{n}: {{ {anagram(-n - 1)}: a }}\n", 500_000, "audiences:\n")},
    "unknown products, many known": {
        PRODUCTS: lines(lambda n: f"  {anagram(n)}: {{ type: consumable }}\n", 500_000,
                        'groups: {}\nproducts:\n'),
        STANDARD: lines(lambda n: f"  - {anagram(-n - 1)}\n", 500_000, "products:\n")},
    "attributes": {ATTRIBUTES: lines(lambda n: f"  a{n}: {{ type: string }}\n", head="attributes:\n")},
    "audiences of each other": {AUDIENCES: lines(
        lambda n: f"  a{n}: {{ all: [a{n + 1}, a{n + 2}, a{(n * 7) % 9973}] }}\n", head="audiences:\n")},
    "audiences in a long chain": {AUDIENCES: lines(
        lambda n: f"  a{n}: {{ all: [a{n + 1}] }}\n", head="audiences:\n")},
    "audiences of many": {AUDIENCES: lines(
        lambda n: f"a{n},", 500_000, "audiences:\n  all1: { all: [", "] }\n  all2: { any: [")
        + lines(lambda n: f"a{n},", 200_000, "", "] }\n")
        + lines(lambda n: f"  a{n}: {{ any: [all1, all2] }}\n", 300_000)},
    "an audience of nots": {AUDIENCES: lines(
        lambda n: f"      - {{ not: {{ country: [A{chr(65 + n % 26)}] }} }}\n",
        head="audiences:\n  one:\n    all:\n")},
    "an audience of different nots": {
        ATTRIBUTES: "attributes:\n  word: { type: string }\n",
        AUDIENCES: lines(lambda n: f"      - {{ not: {{ word: w{n} }} }}\n",
                         head="audiences:\n  one:\n    all:\n")},
    "an audience of named nots": {AUDIENCES: lines(
        lambda n: f"{{ not: a{n} }},", 500_000, "audiences:\n  one: { all: [", "] }\n")
        + lines(lambda n: f"  a{n}: {{ country: GB }}\n", 500_000)},
    "one test, many values": {AUDIENCES: lines(
        lambda n: f"w{n},", head="audiences:\n  one: { appVersion: [", tail="] }\n")},
    "many tests of one attribute": {AUDIENCES: lines(
        lambda n: "{ country: [GB, IE] },", head="audiences:\n  one: { all: [", tail="] }\n")},
    "contains in many": {
        ATTRIBUTES: "attributes:\n  word: { type: string }\n",
        AUDIENCES: "audiences:\n  one: { all: [ { word: [" + "a" * 400_000 + "b" + "] }, { word: { contains: "
        + "a" * 400_000 + "c } } ] }\n"},
    "audiences of any of any": {AUDIENCES: lines(
        lambda n: f"  a{n}: {{ any: [a{n + 1}, a{n + 1}, a{n + 1}] }}\n", head="audiences:\n")},
    "rules": {PLACEMENTS: lines(
        lambda n: "      - { audience: { country: [GB] }, show: standard }\n",
        head="placements:\n  onboarding:\n    rules:\n", tail="    default: standard\nfallback: standard\n")},
    "different rules": {PLACEMENTS: lines(
        lambda n: f"      - {{ audience: {{ daysSinceInstall: {n} }}, show: standard }}\n",
        head="placements:\n  onboarding:\n    rules:\n", tail="    default: standard\nfallback: standard\n")},
    "placements": {PLACEMENTS: lines(
        lambda n: f"  p{n}: {{ default: standard }}\n", head="placements:\n", tail="fallback: standard\n")},
    "layers": {LAYERS: lines(
        lambda n: f"  l{n}: {{ unit: visitor, seed: {n + 0x20000000:08x} }}\n", head="layers:\n")},
    "products in one group, no level": {PRODUCTS: lines(
        lambda n: f"  p{n}: {{ type: autoRenewable, group: g, period: P1M }}\n",
        head='groups:\n  g: { id: "1", levels: [] }\nproducts:\n')},
    "groups and products": {PRODUCTS: lines(
        lambda n: f'  g{n}: {{ id: "{n}", levels: [p{n}] }}\n', 400_000, "groups:\n") + lines(
            lambda n: f"  p{n}: {{ type: autoRenewable, group: g{n}, period: P1M }}\n", 600_000,
            "products:\n")},
    "products on a paywall": {STANDARD: lines(lambda n: "  - monthly\n", head="products:\n")},
    "offers of one identifier": {OFFERS: lines(
        lambda n: f"  o{n}: {{ kind: promotional, id: same, products: [monthly], payment: freeTrial, "
        "period: P1W, audience: everyone }\n", head="offers:\n")},
    "offers on a paywall that no product has": {
        OFFERS: lines(lambda n: f"  o{n}: {{ kind: promotional, products: [yearly], payment: freeTrial, "
                      "period: P1W, audience: everyone }\n", 800_000, head="offers:\n"),
        STANDARD: lines(lambda n: f"o{n},", 100_000, "products:\n  - product: monthly\n    offers: [", "]\n")},
    "keys of one digest": {KEYS: lines(
        lambda n: f"  k{n}: {{ role: client, digest: {'0' * 64} }}\n", head="keys:\n")},
    "long words in keys": {KEYS: fill("a" * 30 + " ")},
    "locales": {APP: lines(
        lambda n: f"aa-{n:03}," if n < 1000 else f"b{n}-AA,", head="bundleId: a.b\nenvironments: [xcode]\nlocales: [en,",
        tail="]\n")},
    "texts without a translation": {
        APP: lines(lambda n: f"{chr(97 + n // 26 % 26)}{chr(97 + n % 26)},", 2100,
                   "bundleId: a.b\nenvironments: [xcode]\nlocales: [en,", "]\n"),
        STANDARD: lines(lambda n: f"  t{n}: {{ en: a }}\n", 1_000_000, "products: [monthly]\ncontent:\n")},
    "a variant for each word": {"Experiments/order.yaml": lines(
        lambda n: f"  v{n}: {{ share: 1%, paywall: standard }}\n",
        head="status: draft\nplacement: onboarding\nvariants:\n")},
    "an experiment at each placement": {
        PLACEMENTS: lines(lambda n: f"  p{n}: {{ default: standard }}\n", 400_000, "placements:\n",
                          "fallback: standard\n"),
        "Experiments/order.yaml": lines(
            lambda n: f"p{n},", 80_000, "status: draft\nplacement: [", "]\n") + "variants:\n" + lines(
            lambda n: f"p{n}: standard,", 200_000, "  control: { share: 50%, paywall: {", "} }\n")
        + lines(lambda n: f"p{n}: standard,", 200_000, "  other: { share: 50%, paywall: {", "} }\n")},
    "steps of traffic": {"Experiments/order.yaml": lines(
        lambda n: f"  - {{ from: 2026-12-01T09:00Z, share: 10% }}\n",
        head="status: draft\nplacement: onboarding\nvariants:\n  control: { share: 100%, paywall: standard }\ntraffic:\n")},
    # Many files.
    "paywalls of unknown keys": spread(lambda n: (
        f"Paywalls/w{n:05}.yaml", "products: [monthly]\nx: 1\ny: 1\nz: 1\n" * 4)),
    "paywalls that extend a long one": {
        **spread(lambda n: (f"Paywalls/w{n:05}.yaml", "extends: standard\n"), 500_000),
        STANDARD: lines(lambda n: "  - monthly\n", 500_000, "products:\n")},
    "experiments that meet": spread(lambda n: experiment(n)),
    "experiments of one slice": spread(lambda n: experiment(n, layer="layer: wording\n", slice="slice: 0%-50%\n")),
    "drafts that meet": spread(lambda n: experiment(n, status="draft")),
    "experiments apart by their audience": spread(lambda n: experiment(
        n, audience=f"audience: {{ appVersion: 1.{n} }}\n")),
    "experiments apart by many values": {
        **spread(lambda n: experiment(n, audience=f"audience: a{n % 100}\n"), 600_000),
        AUDIENCES: lines(lambda n: f"  a{n}: {{ appVersion: [" + ",".join(
            f"{n}.{value}" for value in range(700)) + "] }\n", 440_000, "audiences:\n")},
    "experiments apart in time": spread(lambda n: experiment(
        n, times=f"schedule: {{ start: {2000 + n}-01-01T00:00Z, end: {2001 + n}-01-01T00:00Z }}\n")),
    "files of other kinds": spread(lambda n: (f"Paywalls/store/x{n:05}.txt", "a" * 200)),
    "StoreKit, [[[[": {STOREKIT: fill("[")},
    "StoreKit, one name again and again": {STOREKIT: fill('"a":1,', head="{", tail='"b":1}')},
    "StoreKit, products": {STOREKIT: lines(
        lambda n: f'{{"productID":"p{n}","type":"Consumable","referenceName":"a"}},',
        head='{"version":{"major":4,"minor":0},"products":[', tail='{}]}')},
}


def measure(paywall, name, files, formats):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(CONFIG, folder, dirs_exist_ok=True)
        for path, text in files.items():
            data = text if isinstance(text, bytes) else text.encode()
            with open(os.path.join(folder, path), "wb") as file:
                file.write(data)
        total = sum(len(t if isinstance(t, bytes) else t.encode()) for t in files.values())
        row, good = [], True
        for format in formats:
            at = time.perf_counter()
            with tempfile.TemporaryFile() as out:
                done = subprocess.run(
                    ["/usr/bin/env", "timeout", "120", paywall, "check", "--config", folder]
                    + (["--format", format] if format else []), stdout=out, stderr=out)
                took = time.perf_counter() - at
                out.seek(0, 2)
                printed = out.tell()
                out.seek(max(0, printed - 300))
                last = out.read().decode("utf-8", "replace").strip().split("\n")[-1][:60]
            good = good and took <= SECONDS and printed <= BYTES and done.returncode in (0, 1)
            row.append(f"{took:.2f} | {printed:,}")
        print(f"| {name} | {len(files)} | {total:,} | " + " | ".join(row)
              + f" | {done.returncode} {last if len(formats) == 1 else ''} | {'' if good else '**no**'} |",
              flush=True)
        return good


def main():
    paywall, wanted = sys.argv[1], sys.argv[2:]
    formats = ["", "json", "github"] if not os.environ.get("TEXT_ONLY") else [""]
    print("| input | files | bytes |" + " s | printed |" * len(formats) + " exit | held |")
    print("|---|--:|--:|" + "--:|--:|" * len(formats) + "--:|---|")
    held = [measure(paywall, name, files, formats) for name, files in INPUTS.items()
            if not wanted or name in wanted]
    print(f"{held.count(False)} of {len(held)} inputs take more than {SECONDS:g} s, print more than "
          f"{BYTES:,} bytes or end otherwise")
    sys.exit(1 if False in held else 0)


main()
