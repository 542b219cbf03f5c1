#!/usr/bin/env python3
"""Writes gbstats.json: what GrowthBook's gbstats says of random experiments.

usage: oracle.py FOLDER > gbstats.json

FOLDER holds `packages/stats` of growthbook/growthbook at the commit below. The interpreter must have
gbstats 0.8.0 of PyPI installed (`pip install gbstats==0.8.0`, Python 3.11): each case is computed by
the source first and by the released package in a process of its own. Both call themselves 0.8.0.
"""

import json
import subprocess
import sys

COMMIT = "8f1db4456915a8e7b7faf23d5632ca7219d2f469"
SEED = 20261125


def finite(value):
    """JSON has no infinity: an open side is null."""
    value = None if value is None else float(value)
    return value if value is not None and abs(value) < float("inf") else None


def statistic(case, arm, theta=None):
    from gbstats.models.statistics import ProportionStatistic, RatioStatistic
    from gbstats.models.statistics import RegressionAdjustedStatistic, SampleMeanStatistic

    n, value = arm["n"], {key: int(text) for key, text in arm.items() if key != "n"}
    mean = SampleMeanStatistic(n=n, sum=value["sum"], sum_squares=value["squares"])
    if case["kind"] == "proportion":
        return ProportionStatistic(n=n, sum=value["sum"])
    if case["kind"] == "ratio":
        below = SampleMeanStatistic(
            n=n, sum=value["denominatorSum"], sum_squares=value["denominatorSquares"])
        return RatioStatistic(
            n=n, m_statistic=mean, d_statistic=below, m_d_sum_of_products=value["ratioProducts"])
    if case["kind"] == "adjusted":
        before = SampleMeanStatistic(
            n=n, sum=value["covariateSum"], sum_squares=value["covariateSquares"])
        return RegressionAdjustedStatistic(
            n=n, post_statistic=mean, pre_statistic=before,
            post_pre_sum_of_products=value["covariateProducts"], theta=theta)
    if case["kind"] == "adjustedRatio":
        from gbstats.models.statistics import RegressionAdjustedRatioStatistic

        # What is known from before is a mean: a ratio to the number of persons.
        before = SampleMeanStatistic(
            n=n, sum=value["covariateSum"], sum_squares=value["covariateSquares"])
        below = SampleMeanStatistic(
            n=n, sum=value["denominatorSum"], sum_squares=value["denominatorSquares"])
        return RegressionAdjustedRatioStatistic(
            n=n, m_statistic_post=mean, d_statistic_post=below, m_statistic_pre=before,
            d_statistic_pre=SampleMeanStatistic(n=n, sum=n, sum_squares=n),
            m_post_m_pre_sum_of_products=value["covariateProducts"],
            d_post_d_pre_sum_of_products=value["denominatorSum"],
            m_pre_d_pre_sum_of_products=value["covariateSum"],
            m_post_d_post_sum_of_products=value["ratioProducts"],
            m_post_d_pre_sum_of_products=value["sum"],
            m_pre_d_post_sum_of_products=value["denominatorCovariateProducts"], theta=theta)
    return mean


def outcome(result):
    """The names of the released package and those of the source."""
    message = getattr(result, "errorMessage", None) or getattr(result, "error_message", None)
    p = getattr(result, "pValue", None)
    return {
        "gap": message,
        "estimate": finite(result.expected),
        "error": finite(result.uplift.stddev),
        "interval": [finite(result.ci[0]), finite(result.ci[1])],
        "p": finite(p if p is not None else getattr(result, "p_value", None)),
    }


def belief(result):
    chance = getattr(result, "chanceToWin", None)
    return {
        "mean": finite(result.uplift.mean),
        "deviation": finite(result.uplift.stddev),
        "chanceToWin": finite(chance if chance is not None else result.chance_to_win),
        "risk": [finite(value) for value in result.risk],
        "interval": [finite(value) for value in result.ci],
    }


def bayesian(case, prior):
    from gbstats.bayesian.tests import EffectBayesianConfig, GaussianPrior

    believed = GaussianPrior(mean=0, variance=1, proper=False)
    if prior:
        believed = GaussianPrior(mean=prior[0], variance=prior[1] ** 2, proper=True)
    return EffectBayesianConfig(
        difference_type=case["difference"], alpha=case["alpha"], inverse=case["inverse"],
        prior_type="relative", prior_effect=believed)


def compare_released(case):
    from dataclasses import replace

    from gbstats.bayesian.tests import EffectBayesianABTest
    from gbstats.frequentist import tests
    from gbstats.models.statistics import compute_theta

    if case["kind"] == "adjustedRatio":  # It has none.
        return None
    a, b = (statistic(case, case[arm], theta=0) for arm in ("control", "variant"))
    if case["kind"] == "adjusted":
        theta = compute_theta(a, b)
        a, b = replace(a, theta=theta), replace(b, theta=theta)
    config = tests.FrequentistConfig(difference_type=case["difference"], alpha=case["alpha"])
    sequential = tests.SequentialConfig(
        difference_type=case["difference"], alpha=case["alpha"],
        sequential_tuning_parameter=case["tuning"])
    return {
        "fixed": outcome(tests.TwoSidedTTest(a, b, config).compute_result()),
        "sequential": outcome(tests.SequentialTwoSidedTTest(a, b, sequential).compute_result()),
        "flat": belief(EffectBayesianABTest(a, b, bayesian(case, None)).compute_result()),
        "believed": belief(
            EffectBayesianABTest(a, b, bayesian(case, case["prior"])).compute_result()),
    }


def compare_source(case):
    from gbstats.bayesian.tests import EffectBayesianABTest
    from gbstats.frequentist import tests

    pairs = [tuple(statistic(case, case[arm]) for arm in ("control", "variant"))]
    config = tests.FrequentistConfig(difference_type=case["difference"], alpha=case["alpha"])
    sequential = tests.SequentialConfig(
        difference_type=case["difference"], alpha=case["alpha"],
        sequential_tuning_parameter=case["tuning"])
    plain = {
        "fixed": tests.TwoSidedTTest,
        "atLeast": tests.OneSidedTreatmentGreaterTTest,
        "atMost": tests.OneSidedTreatmentLesserTTest,
    }
    looked = {
        "sequential": tests.SequentialTwoSidedTTest,
        "sequentialAtLeast": tests.SequentialOneSidedTreatmentGreaterTTest,
        "sequentialAtMost": tests.SequentialOneSidedTreatmentLesserTTest,
    }
    said = {name: outcome(test(pairs, config).compute_result()) for name, test in plain.items()}
    for name, test in looked.items():
        said[name] = outcome(test(pairs, sequential).compute_result())
    if said["fixed"]["gap"] is None:
        said["pAtMostZero"] = touching(looked["sequentialAtLeast"], pairs, sequential, 0)
        said["pAtLeastZero"] = touching(looked["sequentialAtMost"], pairs, sequential, 1)
    said["flat"] = belief(EffectBayesianABTest(pairs, bayesian(case, None)).compute_result())
    said["believed"] = belief(
        EffectBayesianABTest(pairs, bayesian(case, case["prior"])).compute_result())
    return said


def touching(test, pairs, config, side):
    """The one-sided p to the last digits: the source stops once the bound is within 1e-6 of 0, which
    is coarse where a difference is small. The bound is the source's, with the ρ of the configured α."""
    from dataclasses import replace

    from scipy.optimize import brentq

    rho = test(pairs, config).rho

    def bound(alpha):
        at = replace(config, alpha=alpha, rho=rho)
        return test(pairs, at).confidence_interval[side]

    smallest, largest = 1e-5, 0.4999
    sign = 1 if side == 0 else -1
    if sign * bound(smallest) > 0:
        return smallest
    if sign * bound(largest) < 0:
        return largest
    return float(brentq(bound, smallest, largest, xtol=1e-18, rtol=1e-15, maxiter=500))


def power_left(case):
    from gbstats.frequentist import tests
    from gbstats.power.midexperimentpower import MidExperimentPower, MidExperimentPowerConfig

    pairs = [tuple(statistic(case, case[arm]) for arm in ("control", "variant"))]
    config = tests.SequentialConfig(
        difference_type="relative", alpha=case["alpha"], sequential_tuning_parameter=case["tuning"])
    kind = tests.SequentialTwoSidedTTest if case["isSequential"] else tests.TwoSidedTTest
    if not case["isSequential"]:
        config = tests.FrequentistConfig(difference_type="relative", alpha=case["alpha"])
    test = kind(pairs, config)
    asked = MidExperimentPowerConfig(
        target_power=case["power"], target_mde=case["smallest"], num_goal_metrics=case["goals"],
        num_variations=case["arms"], prior_effect=None, p_value_corrected=True,
        sequential=case["isSequential"], sequential_tuning_parameter=case["tuning"])
    power = MidExperimentPower(test.moments_result, test.compute_result(), config, asked)
    found = power.calculate_sample_size()
    return {
        "power": power.power(0), "factor": found.scaling_factor,
        "additional": found.additional_users,
    }


def scaled(case):
    from gbstats.frequentist import tests

    pairs = [tuple(statistic(case, case[arm]) for arm in ("control", "variant"))]
    units = case["control"]["n"] + case["variant"]["n"]
    config = tests.SequentialConfig(
        difference_type="scaled", alpha=case["alpha"], sequential_tuning_parameter=case["tuning"],
        total_users=units, traffic_percentage=case["share"], phase_length_days=case["days"])
    return outcome(tests.SequentialTwoSidedTTest(pairs, config).compute_result())


def arm(kind, random, n, rate, size, shift):
    """Exact sums of random persons, as texts: they can be too large for a JSON number."""
    import numpy as np

    bought = random.random(n) < rate
    paid = (bought * random.lognormal(size, 1.0, n) * 1000).astype(np.int64)
    if kind == "proportion":
        value = bought.astype(np.int64)
    elif kind in ("ratio", "adjustedRatio"):
        below = random.poisson(rate * 4, n)
        value = random.binomial(below, 0.3 + shift)
    else:
        value = paid + (random.normal(shift * 1000, 500, n)).astype(np.int64)
    sums = {"n": n, "sum": value, "squares": value * value}
    if kind in ("ratio", "adjustedRatio"):
        sums |= {"denominatorSum": below, "denominatorSquares": below * below}
        sums |= {"ratioProducts": value * below}
    if kind == "adjusted":
        before = (0.5 * value + random.normal(2000, 4000, n)).astype(np.int64)
        sums |= {"covariateSum": before, "covariateSquares": before * before}
        sums |= {"covariateProducts": value * before}
    if kind == "adjustedRatio":
        before = (700 * value + 100 * below + random.normal(2000, 400, n)).astype(np.int64)
        sums |= {"covariateSum": before, "covariateSquares": before * before}
        sums |= {"covariateProducts": value * before}
        sums |= {"denominatorCovariateProducts": below * before}
    return {
        key: each if key == "n" else str(sum(int(one) for one in each))
        for key, each in sums.items()
    }


def pair(kind, random, shift):
    rate = float(random.uniform(0.01, 0.5))
    n, m = (int(random.integers(60, 6000)) for _ in range(2))
    size = float(random.uniform(0, 3))
    lift = float(random.choice([1, 1, 1.1, 1.4, 2]))
    return {
        "kind": kind,
        "control": arm(kind, random, n, rate, size, shift),
        "variant": arm(kind, random, m, min(0.95, rate * lift), size, shift),
        "alpha": float(random.choice([0.05, 0.05, 0.01, 0.1, 0.2])),
        "tuning": float(random.choice([5000, 5000, 800, 20000])),
    }


def differences(said, source):
    """What the released package says otherwise, beyond rounding; nothing else of it is kept."""
    if isinstance(said, dict):
        found = {key: differences(value, source[key]) for key, value in said.items()}
        return {key: value for key, value in found.items() if value is not None} or None
    if isinstance(said, list):
        return said if any(differences(*both) is not None for both in zip(said, source)) else None
    if isinstance(said, float) and isinstance(source, float):
        return said if abs(said - source) > 1e-11 * max(abs(said), abs(source)) + 1e-15 else None
    return said if said != source else None


def lines(cases):
    """One case in each line."""
    return "[\n" + ",\n".join(json.dumps(case, sort_keys=True) for case in cases) + "\n]"


def main():
    import numpy as np

    random = np.random.default_rng(SEED)
    cases = []
    for kind, count in {"proportion": 60, "mean": 50, "ratio": 50, "adjusted": 60}.items():
        for index in range(count):
            # Every eighth mean is of money that goes back: the control's mean is negative.
            negative = kind in ("mean", "adjusted") and index % 8 == 7
            case = pair(kind, random, -40 if negative else 0)
            case["prior"] = [float(random.choice([0, 0, 0.05])), float(random.choice([0.3, 0.1]))]
            case["inverse"] = bool(random.random() < 0.3)
            for difference in ("relative", "absolute"):
                cases.append(case | {"difference": difference})
    # Random numbers of their own: the cases above stay what they were.
    others = np.random.default_rng(SEED + 1)
    for _ in range(30):
        case = pair("adjustedRatio", others, 0)
        case["prior"] = [0, float(others.choice([0.3, 0.1]))]
        case["inverse"] = bool(others.random() < 0.3)
        for difference in ("relative", "absolute"):
            cases.append(case | {"difference": difference})
    # Without an effect: nobody buys, everybody does, or there is no control.
    for control, variant in ((0, 12), (12, 0), (0, 0), (400, 12)):
        whole = {"alpha": 0.05, "tuning": 5000.0, "prior": [0, 0.3], "inverse": False}
        sums = [{"n": 400, "sum": str(sum), "squares": str(sum)} for sum in (control, variant)]
        cases.append(whole | {
            "kind": "proportion", "control": sums[0], "variant": sums[1], "difference": "relative"})
    released = json.loads(subprocess.run(
        [sys.executable, __file__, "--released"], input=json.dumps(cases), text=True, check=True,
        stdout=subprocess.PIPE).stdout)
    for case, said in zip(cases, released):
        case["source"] = compare_source(case)
        case["released"] = said and differences(said, case["source"])

    left = []
    for index in range(60):
        case = pair("mean" if index % 2 else "proportion", random, 0)
        case |= {
            "isSequential": index % 3 != 0, "power": float(random.choice([0.8, 0.9])),
            "smallest": float(random.choice([0.02, 0.1, 0.3])), "goals": int(random.integers(1, 4)),
            "arms": int(random.integers(2, 5)),
        }
        left.append(case | {"source": power_left(case)})

    impacts = []
    for index in range(20):
        case = pair("mean", random, 0)
        case |= {"share": float(random.choice([1, 0.5, 0.2])), "days": int(random.integers(7, 40))}
        impacts.append(case | {"source": scaled(case)})

    from gbstats.utils import check_srm

    ratios = []
    for _ in range(30):
        widths = [int(width) for width in random.integers(100, 5000, int(random.integers(2, 5)))]
        shares = np.array(widths) / sum(widths) * random.uniform(0.97, 1.03, len(widths))
        counts = random.multinomial(int(random.integers(500, 200_000)), shares / shares.sum())
        counts = [int(count) for count in counts]
        ratios.append({
            "counts": counts, "widths": widths, "p": float(check_srm(counts, widths))})

    parts = {"comparisons": cases, "powers": left, "impacts": impacts, "ratios": ratios}
    texts = [f'"{name}": {lines(part)}' for name, part in parts.items()]
    print(f'{{"source": "growthbook/growthbook@{COMMIT} packages/stats",')
    print('"released": "gbstats 0.8.0",')
    print(",\n".join(texts) + "}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--released"]:
        json.dump([compare_released(case) for case in json.load(sys.stdin)], sys.stdout)
    elif len(sys.argv) == 2:
        sys.path.insert(0, f"{sys.argv[1]}/packages/stats")
        main()
    else:
        sys.exit(__doc__)
