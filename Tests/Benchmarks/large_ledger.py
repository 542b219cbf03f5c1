#!/usr/bin/env python3
"""Fills a new ledger with the exposures and purchases of one experiment, to measure reports of it.

usage: large_ledger.py LEDGER EXPOSURES CUSTOMERS

LEDGER was made by a server or a command and is empty. Each customer was seen with the unit of one exposure, and has a trial, a
payment and a renewal. The experiment is `annual-trial`, phase 1, in production, which began on 2 November 2026; nothing is later
than now. Rows are written as the ledger writes them, without the signed texts, which no report reads. 10,000,000 exposures with
1,000,000 customers take about three minutes.
"""
import random
import sqlite3
import sys
import time

DAY = 86_400_000
START = 1_793_610_000_000


def fill(path, exposures, customers):
    dice = random.Random(20261125)
    span = max(DAY, min(60 * DAY, int(time.time() * 1000) - START - 60_000))
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("synchronous = OFF", "cache_size = -400000", "foreign_keys = OFF", "temp_store = MEMORY"):
        db.execute("PRAGMA " + pragma)
    db.execute("BEGIN")
    for number, (storefront, new) in enumerate([(s, n) for s in ("GBR", "IRL", "USA") for n in (0, 1)]):
        db.execute(
            "INSERT INTO dimensions (number, storefront, platform, app_version, is_new) VALUES (?, ?, 'iOS', '3.4', ?)",
            (number + 1, storefront, new))
    db.execute("INSERT INTO served_paywalls (number, placement) VALUES (1, 'onboarding')")
    db.execute("INSERT INTO reported_paywalls (number, paywall) VALUES (1, NULL)")
    # In the order of the key, as pages fill best: the first bytes rise, the others are drawn.
    step = (1 << 64) // exposures

    def unit(index):
        rest = random.Random(index).getrandbits(64) if exposures < 1000 else (index * 0x9E3779B97F4A7C15) & ((1 << 64) - 1)
        rest ^= rest >> 29
        return index * step, rest

    def moment(rest):
        return START + (rest >> 8) % span

    def records():
        for index in range(exposures):
            high, low = unit(index)
            at = moment(low)
            yield ((high << 64 | low).to_bytes(16, "big"), "trial" if low & 1 else "control", at, at, at, 1 + (low >> 3) % 6)

    db.executemany(
        "INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at, exposures, exposed_at, "
        "rendered_at, placement, sent_as, dimensions, served, reported, exposure_flags) VALUES (0, ?, 'annual-trial', 1, 'visitor', ?, "
        "?, 1, ?, ?, 'onboarding', 'anonymousId', ?, 1, 1, 0)", records())
    buyers = sorted(dice.sample(range(exposures), customers))
    bought = []
    for index in buyers:
        high, low = unit(index)
        bought.append(((high << 64 | low).to_bytes(16, "big"), moment(low) + dice.randrange(2 * DAY)))
    db.executemany(
        "INSERT INTO customers (number, environment, app_transaction_id) VALUES (?, 0, ?)",
        ((n, 7 * 10**9 + n) for n in range(1, customers + 1)))
    db.executemany(
        "INSERT INTO lines (number, environment, original_transaction_id, customer, decided_at, has_purchases) "
        "VALUES (?, 0, ?, ?, ?, 1)", ((n, 4 * 10**9 + n * 10, n, at) for n, (_, at) in enumerate(bought, 1)))
    # Units are in the order of the key already.
    db.executemany(
        "INSERT INTO sightings (environment, unit, kind, customer, seen_at, route, is_proved, is_contested) "
        "VALUES (0, ?, 'anonymousId', ?, ?, 'transaction', 0, 0)", ((name, n, at) for n, (name, at) in enumerate(bought, 1)))

    def transactions():
        for n, (_, at) in enumerate(bought, 1):
            price, currency = dice.choice([9_990, 29_990, 59_990]), dice.choice(["USD", "EUR", "GBP"])
            for step in range(dice.randrange(1, 4)):
                when = at + step * 7 * DAY
                yield (
                    n, 4 * 10**9 + n * 10 + step, when, "RENEWAL" if step else "PURCHASE", when, at, price if step else 0,
                    currency, None if step else "FREE_TRIAL")

    db.executemany(
        "INSERT INTO transactions (line, transaction_id, signed_at, product_id, group_id, type, ownership, reason, purchase_date, "
        "original_purchase_date, quantity, price, currency, storefront, offer_discount, is_upgraded) VALUES "
        "(?, ?, ?, 'pro_yearly_trial', 21504291, 'Auto-Renewable Subscription', 'PURCHASED', ?, ?, ?, 1, ?, ?, 'GBR', ?, 0)",
        transactions())
    db.execute("COMMIT")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


if __name__ == "__main__":
    began = time.monotonic()
    fill(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    print(f"{sys.argv[2]} exposures, {sys.argv[3]} customers in {time.monotonic() - began:.0f} s")
