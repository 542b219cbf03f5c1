"""An app whose every rule is public: all operators, units, stages and slices that there are.

Written as JSON, which is YAML. Each audience `x` has a placement `audience-x` that tells the three
truth values apart: one paywall where it is true, one where its negation is, one where neither is.
"""

import json
import pathlib

ATTRIBUTES = {
    "tier": "string",
    "sessions": "integer",
    "score": "number",
    "beta": "boolean",
    "build": "version",
    "since": "time",
    "tags": "list",
    "path.in": "string",
}

AUDIENCES = {
    "isolated": {"country": "GB"},
    "twoCountries": {"country": ["IN", "BR"]},
    "tierIs": {"tier": "gold"},
    "tierOneOf": {"tier": ["gold", "a+b", "zoë"]},
    "tierContains": {"tier": {"contains": "a+b"}},
    "tierStarts": {"tier": {"startsWith": "^(a"}},
    "tierEnds": {"tier": {"endsWith": ".z$"}},
    "tierKnown": {"tier": {"exists": True}},
    "tierUnknown": {"tier": {"exists": False}},
    "sessionsIs": {"sessions": 3},
    "sessionsOneOf": {"sessions": [0, 3, 100]},
    "sessionsBetween": {"sessions": {"atLeast": 0, "atMost": 5}},
    "sessionsAround": {"sessions": {"moreThan": -2, "lessThan": 5}},
    "scoreBetween": {"score": {"atLeast": 0.1, "lessThan": 2.5}},
    "isBeta": {"beta": True},
    "isNoBeta": {"beta": False},
    "betaKnown": {"beta": {"exists": True}},
    "buildAtLeast": {"build": ">=3.2.0"},
    "buildAtMost": {"build": "<=3.10"},
    "buildAbove": {"build": ">3.0"},
    "buildBelow": {"build": "<10.0.1"},
    "buildIs": {"build": ["3.2", "4.0.0", "0"]},
    "buildKnown": {"build": {"exists": True}},
    "sinceBefore": {"since": {"before": "2026-03-01T00:00Z"}},
    "sinceAfter": {"since": {"after": "2026-03-01T00:00Z"}},
    "sinceBetween": {"since": {"after": "2026-01-01T12:30:30Z", "before": "2026-06-01T00:00Z"}},
    "sinceUnknown": {"since": {"exists": False}},
    "tagged": {"tags": "red"},
    "taggedOneOf": {"tags": ["red", "blue"]},
    "tagsKnown": {"tags": {"exists": True}},
    "german": {"language": "de"},
    "someLanguages": {"language": ["de", "pt"]},
    "languageKnown": {"language": {"exists": True}},
    "inProduction": {"environment": "production"},
    "inSandbox": {"environment": ["sandbox", "xcode"]},
    "namedUser": {"userId": ["user-1", "user-2"]},
    "testUsers": {"userId": {"startsWith": "user-1"}},
    "anonymous": {"userId": {"exists": False}, "anonymousId": {"exists": True}},
    "unsubscribed": {"subscription.ever": False},
    "unproven": {"subscription.known": False},
    "stateKnown": {"subscription.state": {"exists": True}},
    "bothWays": {"all": ["tierKnown", "sessionsBetween"], "not": "isBeta"},
    "anyWay": {"any": ["isolated", "tagged", {"not": "buildAtLeast"}]},
    "nested": {"not": {"any": [{"all": ["isBeta", "tierIs"]}, {"not": "sessionsAround"}]}},
    # These two cannot be said in GrowthBook's language.
    "dotted": {"path.in": "x"},
    "fresh": {"daysSinceInstall": {"atMost": 7}},
}

INEXPRESSIBLE = {"audience-dotted", "audience-fresh"}


def shares(*percents):
    walls = ["standard", "lite", "team-wall", "gift-wall"]
    names = ["control", "second", "third", "fourth"]
    return {
        name: {"share": f"{percent}%", "paywall": wall}
        for name, wall, percent in zip(names, walls, percents)
    }


def experiment(placement, seed, variants, **more):
    written = {
        "status": "running", "placement": placement, "seed": seed, "phase": 1,
        "variants": variants, "visibility": "public",
    }
    return written | more


PAST, NOW, LATER = "2026-01-01T00:00Z", "2026-02-01T00:00Z", "2090-01-01T00:00Z"

EXPERIMENTS = {
    "three-arms": experiment("three", "s-three", shares(20, 30, 50), schedule={"start": PAST}),
    "some-traffic": experiment(
        "traffic", "s-traffic", shares("33.33", "66.67"), traffic="37.51%", phase=3,
        audience="tierKnown"),
    "left-slice": experiment(
        "layered", "s-left", shares(50, 50), layer="price", slice="0%-41.07%", traffic="80%"),
    "right-slice": experiment(
        "layered", "s-right", shares(10, 20, 30, 40), layer="price", slice="41.07%-90%",
        audience="sessionsAround"),
    "last-slice": experiment(
        ["layered", "elsewhere"], "s-last", shares(50, 50), layer="price", slice="90%-100%"),
    "by-user": experiment("user", "s-user", shares(50, 50), unit="userId", layer="users",
                          slice="20%-70%"),
    "by-install": experiment("install", "s-install", shares(50, 50), unit="anonymousId",
                             layer="installs", slice="0.01%-99.99%", traffic="99%"),
    "not-beta": experiment("negation", "s-negation", shares(50, 50), audience={"not": "isBeta"},
                           excludeEarlierPhases=False),
    "nobody": experiment("never", "s-never", shares(50, 50), audience="unsubscribed"),
    "narrow": experiment("narrow", "s-narrow", shares("0.01", "99.99")),
    "later": experiment("scheduled", "s-later", shares(50, 50), schedule={"start": LATER}),
    "halted": experiment("paused", "s-halted", shares(50, 50), status="paused"),
    "kept": experiment("kept", "s-kept", shares(50, 50), status="stopped", after="keep",
                       schedule={"start": PAST, "end": NOW}),
    "won": experiment("won", "s-won", shares(50, 50), status="stopped", after="winner",
                      winner="second", audience="tierKnown",
                      schedule={"start": PAST, "end": NOW}),
    "ran-out": experiment("ran-out", "s-ran-out", shares(50, 50), after="winner",
                          winner="second", schedule={"start": PAST, "end": NOW}),
    "per-placement": experiment(
        ["three-b", "three-c"], "s-per",
        {
            "control": {"share": "50%", "paywall": "standard"},
            "trial": {"share": "50%", "paywall": {"three-b": "lite", "three-c": "nothing"}},
        }),
}


def placements():
    found = {}
    for name in AUDIENCES:
        found[f"audience-{name}"] = {
            "rules": [
                {"audience": name, "show": "standard"},
                {"audience": {"not": name}, "show": "lite"},
            ],
            "default": "team-wall",
        }
    for written in EXPERIMENTS.values():
        names = written["placement"]
        for name in names if isinstance(names, list) else [names]:
            found[name] = {
                "rules": [{"audience": "twoCountries", "show": "gift-wall"}],
                "default": "standard",
            }
    found["windows"] = {
        "rules": [
            {"audience": "isolated", "show": "lite", "until": NOW},
            {"audience": "isolated", "show": "team-wall", "from": NOW, "until": LATER,
             "visibility": "public"},
            {"audience": "everyone", "show": "gift-wall", "from": LATER, "visibility": "public"},
        ],
        "default": "nothing",
    }
    found["plain"] = {"default": "standard"}
    return {"placements": found, "fallback": "standard"}


def write(folder, keys):
    paywalls = {
        "standard": {
            "products": [{"product": "yearly", "offers": ["trial"], "extra": {"badge": "best"}},
                         "monthly"],
            "selected": "yearly", "content": {"headline": "Unlock everything", "points": [1, 2.5]},
        },
        "lite": {"products": ["monthly"]},
        "team-wall": {"products": ["team", "monthly"], "content": {"headline": "Together"}},
        "gift-wall": {"products": ["lifetime"]},
    }
    products = {
        name: {"type": "autoRenewable", "group": "pro", "period": "P1M"}
        for name in ["yearly", "monthly", "team"]
    }
    products["lifetime"] = {"type": "nonConsumable"}
    units = {"price": "visitor", "users": "userId", "installs": "anonymousId"}
    files = {
        "Paywalls/store/app.yaml": {
            "bundleId": "com.example.rich", "appAppleId": 1234567890,
            "environments": ["production", "sandbox", "xcode"], "locales": ["en"]},
        "Paywalls/store/products.yaml": {
            "groups": {"pro": {"id": "21504291", "levels": ["team", "yearly", "monthly"]}},
            "products": products},
        "Paywalls/store/offers.yaml": {"offers": {"trial": {
            "kind": "introductory", "products": ["yearly"], "payment": "freeTrial",
            "period": "P1W"}}},
        "Paywalls/store/keys.yaml": {"keys": keys},
        "Paywalls/targeting/attributes.yaml": {
            "attributes": {name: {"type": type} for name, type in ATTRIBUTES.items()}},
        "Paywalls/targeting/audiences.yaml": {
            "audiences": {name: {**test, "visibility": "public"}
                          for name, test in AUDIENCES.items()}},
        "Paywalls/targeting/layers.yaml": {
            "holdout": {"share": "7.03%", "unit": "visitor", "seed": "s-holdout"},
            "layers": {name: {"unit": unit, "seed": f"l-{name}"} for name, unit in units.items()}},
        "Paywalls/targeting/placements.yaml": placements(),
    }
    files |= {f"Paywalls/{name}.yaml": wall for name, wall in paywalls.items()}
    files |= {f"Experiments/{name}.yaml": written for name, written in EXPERIMENTS.items()}
    for path, content in files.items():
        file = pathlib.Path(folder, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
