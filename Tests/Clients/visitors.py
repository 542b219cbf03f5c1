"""Random visitors, most of them near the edges of what conditions ask."""

import random

POOLS = {
    "userId": ["", "user-1", "user-2", "user-10", "zoë", "user-🙂", True, [], None],
    "anonymousId": ["", "a-1", "a-2", False, None],
    "country": ["GB", "GBR", "gb", "IN", "IND", "BR", "BRA", "DE", "", "UK", 7],
    "locale": ["de", "de-DE", "DE_de", "den", "d", "pt-BR", "en", "", 5],
    "language": ["de", "De", "pt", "en", "", False],
    "environment": ["production", "sandbox", "xcode"],
    "tier": ["gold", "Gold", "golden", "a+b", "aab", "xa+by", "^(a", "^(ab", "x^(a", ".z$", "q.z$",
             "q.z$\n", "q.z$ ", "zoë", "zoe\u0308", "", 5, True, ["gold"], {}],
    "sessions": [-3, -2, -1, 0, 1, 3, 4, 5, 6, 100, 101, True, False, [], [3]],
    "score": [0, 0.0999, 0.1, 0.10001, 1, 2.4999, 2.5, 3, -1, False, []],
    "beta": [True, False, 0, 1, [], 2.5],
    "build": ["3.2.0", "3.2", "v3.2", "3.2.0.0", "3.2.0.1", "3.1.99", "3.10", "3.10.0", "3.10.1",
              "3.9", "3.2.0-beta.2", "4.0.0-rc.1", "4.0.0+77", "03.02.00", "3", "3.0", "3.0.1",
              "10.0.1", "10.0.0", "10.0.1-a", "9.9.9", "10", "11", "0", "0.0", "0.0.0-x", "0.1",
              "v", "", "3.", "3..2", "3.x", "3.2-", "3.2 ", "V3.2", "123456.7", "3.123456",
              "3.2.0-beta+exp.sha", True, ["3.2.0"]],
    "since": ["2026-03-01T00:00:00Z", "2026-03-01T00:00:00.000Z", "2026-02-28T23:59:59Z",
              "2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00.001Z", "2026-01-01T12:30:30Z",
              "2026-01-01T12:30:29.9Z", "2026-06-01T00:00:00Z", "2026-05-31T23:59:59.9999Z",
              "1999-12-31T23:59:59Z", "2026-13-01T00:00:00Z", "2026-04-31T00:00:00Z",
              "2026-01-01T24:00:00Z", "2026-01-01", "0000-01-01T00:00:00Z", "", 5, True],
    "tags": [[], ["red"], ["blue", "green"], ["Red"], ["redder"], ["green", "red"], True, 5],
}


def visitors(count, seed):
    """The same ones for the same seed, with values of the declared types and of types that no
    protocol reads as them. Ids are mostly new, so that every bucket is seen."""
    numbers = random.Random(seed)
    for number in range(count):
        attributes = {
            name: numbers.choice(pool)
            for name, pool in POOLS.items() if numbers.random() < 0.7
        }
        for name in ["userId", "anonymousId"]:
            kind = numbers.random()
            if kind < 0.6:
                attributes[name] = f"{name}-{numbers.getrandbits(40):x}"
            elif kind < 0.8:
                attributes.pop(name, None)
        yield attributes
