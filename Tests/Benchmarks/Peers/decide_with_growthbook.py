"""The three experiments of SampleApp in the `growthbook` package: nanoseconds a decision.

The same audiences, layer slices, holdout and rule, as GrowthBook's own rules.
"""
import time

from growthbook import GrowthBook

VISITORS = 20_000


def experiment(number, condition):
    slices = [[0, 0.3], [0.3, 0.6], [0.6, 0.9]]
    return {
        "key": f"test-{number}",
        "condition": condition,
        "hashAttribute": "userId",
        "hashVersion": 2,
        "seed": f"cc{number:06x}",
        "filters": [
            {"seed": "aaaaaaaa", "ranges": [[0.05, 1]], "hashVersion": 2, "attribute": "userId"},
            {"seed": "bb000000", "ranges": [slices[number]], "hashVersion": 2, "attribute": "userId"},
        ],
        "variations": [f"wall-{number}", f"wall-{number + 1}"],
        "meta": [{"key": "control"}, {"key": "other"}],
        "ranges": [[0, 0.25], [0.5, 0.75]],
    }


features = {
    "onboarding": {
        "defaultValue": "wall-0",
        "rules": [
            experiment(0, {"appVersion": {"$exists": True, "$vgte": "3.2.0"}}),
            experiment(1, {"sessions": {"$exists": True, "$gte": 5}}),
            experiment(2, {"country": {"$in": ["GB", "IE"]}}),
            {"condition": {"country": {"$in": ["IN", "BR"]}}, "force": "wall-1"},
        ],
    }
}

visitors = [
    {
        "userId": f"user-{number}",
        "country": "IN" if number % 4 == 0 else "GB",
        "appVersion": f"3.{number % 7}.0",
        "locale": "de-DE",
        "sessions": number % 40,
    }
    for number in range(VISITORS)
]

growthbook = GrowthBook(features=features)
best, enrolled = float("inf"), 0
for _ in range(3):
    spent = 0.0
    enrolled = 0
    for attributes in visitors:
        growthbook.set_attributes(attributes)
        started = time.perf_counter()
        result = growthbook.eval_feature("onboarding")
        spent += time.perf_counter() - started
        if result.experimentResult is not None and result.experimentResult.inExperiment:
            enrolled += 1
    best = min(best, spent)

print("growthbook-decide", round(best / VISITORS * 1e9, 1), "ns")
print("growthbook-enrolled", enrolled, "visitors")
