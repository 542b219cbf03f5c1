#!/usr/bin/env python3
"""Fills a new ledger with the exposures and purchases of one experiment, to measure reports of it.

usage: large_ledger.py LEDGER EXPOSURES CUSTOMERS

LEDGER was made by a server or a command and is empty. Each customer was seen with the unit of one exposure, and has a trial, a
payment and a renewal. The experiment is `annual-trial`, phase 1, in production. Rows are written as the ledger writes them,
without the signed texts, which no report reads.
"""
import random
import sqlite3
import sys

path, exposures, customers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
dice = random.Random(20261125)
day = 86_400_000
start = 1_793_610_000_000
db = sqlite3.connect(path, isolation_level=None)
db.execute("PRAGMA synchronous = OFF")
db.execute("PRAGMA cache_size = -400000")
db.execute("PRAGMA foreign_keys = OFF")
db.execute("BEGIN")
for number, (storefront, new) in enumerate([(s, n) for s in ("GBR", "IRL", "USA") for n in (0, 1)]):
    db.execute(
        "INSERT INTO dimensions (number, storefront, platform, app_version, is_new) VALUES (?, ?, 'iOS', '3.4', ?)",
        (number + 1, storefront, new))
db.execute("INSERT INTO served_paywalls (number, placement) VALUES (1, 'onboarding')")
db.execute("INSERT INTO reported_paywalls (number, paywall) VALUES (1, NULL)")
# In the order of the key, as pages fill best.
units = sorted(dice.getrandbits(128) for _ in range(exposures))
buyers = set(dice.sample(range(exposures), customers))


def rows():
    for index, unit in enumerate(units):
        at = start + (unit >> 40) % (60 * day)
        yield (unit.to_bytes(16, "big"), "trial" if unit & 1 else "control", at, at, at, 1 + (unit >> 8) % 6)


db.executemany(
    "INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at, exposures, exposed_at, "
    "rendered_at, placement, sent_as, dimensions, served, reported, exposure_flags) VALUES (0, ?, 'annual-trial', 1, 'visitor', ?, "
    "?, 1, ?, ?, 'onboarding', 'anonymousId', ?, 1, 1, 0)", rows())
number = 0
for index in sorted(buyers):
    number += 1
    unit = units[index]
    at = start + (unit >> 40) % (60 * day) + dice.randrange(2 * day)
    db.execute("INSERT INTO customers (number, environment, app_transaction_id) VALUES (?, 0, ?)", (number, 7 * 10**9 + number))
    db.execute(
        "INSERT INTO lines (number, environment, original_transaction_id, customer, decided_at, has_purchases) "
        "VALUES (?, 0, ?, ?, ?, 1)", (number, 4 * 10**9 + number * 10, number, at))
    db.execute(
        "INSERT INTO sightings (environment, unit, kind, customer, seen_at, route, is_proved, is_contested) "
        "VALUES (0, ?, 'anonymousId', ?, ?, 'transaction', 0, 0)", (unit.to_bytes(16, "big"), number, at))
    price = dice.choice([9_990, 29_990, 59_990])
    currency = dice.choice(["USD", "EUR", "GBP"])
    for step in range(dice.randrange(1, 4)):
        moment = at + step * 7 * day
        db.execute(
            "INSERT INTO transactions (line, transaction_id, signed_at, product_id, group_id, type, ownership, reason, purchase_date, "
            "original_purchase_date, quantity, price, currency, storefront, offer_discount, is_upgraded) VALUES "
            "(?, ?, ?, 'pro_yearly_trial', 21504291, 'Auto-Renewable Subscription', 'PURCHASED', ?, ?, ?, 1, ?, ?, 'GBR', ?, 0)",
            (number, 4 * 10**9 + number * 10 + step, moment, "RENEWAL" if step else "PURCHASE", moment, at,
             price if step else 0, currency, None if step else "FREE_TRIAL"))
db.execute("COMMIT")
db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
print(f"{exposures} exposures, {customers} customers")
