#!/usr/bin/env python3
"""Copies a configuration and adds many experiments and paywalls to other placements of it.

    large_app.py FROM TO EXPERIMENTS PAYWALLS
"""
import pathlib
import shutil
import sys

PER_PLACEMENT = 20
PAYWALL = """\
title: Wall {n}
products:
  - product: com.example.paywall.premium.yearly
  - product: com.example.paywall.premium.monthly
content:
  headline: Headline {n}
"""
EXPERIMENT = """\
title: Experiment {n}
hypothesis: One of two walls sells better.
owner: growth@example.com
status: running
placement: place-{place}
audience: modern
layer: layer-{place}
slice: {start}%-{end}%
unit: visitor
seed: {n:08x}
phase: 1
variants:
  control: {{ share: 50%, paywall: wall-{one} }}
  other: {{ share: 50%, paywall: wall-{two} }}
schedule: {{ start: 2026-01-02T09:00Z }}
metrics: {{ primary: paidRate }}
"""


def add(path, lines):
    """Puts lines behind the line that ends in the first word of the file's map."""
    text = path.read_text()
    key, more = lines
    path.write_text(text.replace(key, key + more, 1))


def main():
    source, target = map(pathlib.Path, sys.argv[1:3])
    experiments, paywalls = map(int, sys.argv[3:5])
    shutil.copytree(source, target)
    for n in range(paywalls):
        (target / "Paywalls" / f"wall-{n}.yaml").write_text(PAYWALL.format(n=n))
    places = (experiments + PER_PLACEMENT - 1) // PER_PLACEMENT
    share = 100 // PER_PLACEMENT
    for n in range(experiments):
        place, slot = divmod(n, PER_PLACEMENT)
        (target / "Experiments" / f"experiment-{n}.yaml").write_text(
            EXPERIMENT.format(
                n=n, place=place, start=slot * share, end=(slot + 1) * share,
                one=n % paywalls, two=(n + 1) % paywalls))
    targeting = target / "Paywalls" / "targeting"
    add(targeting / "layers.yaml", (
        "layers:\n",
        "".join(f"  layer-{n}: {{ unit: visitor, seed: {n + 0xF0000000:08x} }}\n" for n in range(places))))
    add(targeting / "placements.yaml", (
        "placements:\n", "".join(f"  place-{n}: {{ default: standard }}\n" for n in range(places))))


main()
