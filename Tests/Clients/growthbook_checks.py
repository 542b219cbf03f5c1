"""GrowthBook's SDK with our payload against our own decisions."""

import http.client
import json
import logging

import requests
from growthbook import GrowthBook

logging.getLogger("growthbook").setLevel(logging.ERROR)


def without_offers(answer):
    """What is shown, without what depends on a person."""
    paywall = answer["paywall"]
    if paywall is not None:
        products = [
            {name: value for name, value in product.items() if name not in ("offers", "introductory")}
            for product in paywall["products"]
        ]
        paywall = {**paywall, "products": products}
    return {"productIds": answer["productIds"], "paywall": paywall}


def untranslated(value):
    """What has the same value in every language."""
    paywall = value["paywall"]
    return (value["productIds"], paywall and paywall["id"])


class Differential:
    def __init__(self, server, findings, is_translated=False):
        self.server = server
        self.findings = findings
        self.comparable = untranslated if is_translated else (lambda value: value)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        key = server.keys["client"].text
        payload = requests.get(f"{server.url}/api/features/{key}", timeout=10).json()
        self.partial = set(payload["partialPlacements"])
        self.placements = sorted(set(payload["features"]) - self.partial)
        # One that loads our payload by itself; with a key the SDK reads its copy of it anew at every
        # evaluation, so another evaluates what was loaded.
        loader = GrowthBook(api_host=server.url, client_key=key)
        loader.load_features()
        findings.equal(
            sorted(loader.get_features()), sorted(payload["features"]), "what the SDK loads")
        self.growthbook = GrowthBook(features=payload["features"])
        self.seen = set()

    def post(self, path, body):
        """One connection for all; several times faster than a session of requests."""
        self.connection.request(
            "POST", path, json.dumps(body),
            {**self.server.headers, "Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"error: {path}: {answer.status} {text} for {body}")
        return json.loads(text)

    def decisions(self, attributes):
        """Ours, of all placements that are not partial."""
        answers = self.post("/v1/placements", {"attributes": attributes})["placements"]
        return [answer for answer in answers if answer["placement"] not in self.partial]

    def compare(self, attributes):
        self.growthbook.set_attributes(attributes)
        for answer in self.decisions(attributes):
            placement = answer["placement"]
            theirs = self.growthbook.eval_feature(placement)
            ours = without_offers(answer)
            drawn = answer.get("experiment") if answer["reason"] == "experiment" else None
            result = theirs.experimentResult if theirs.source == "experiment" else None
            self.findings.equal(
                self.comparable(theirs.value), self.comparable(ours), "the value at", placement,
                "for", attributes)
            self.findings.equal(
                result and (theirs.experiment.key, result.key),
                drawn and (drawn["id"], drawn["variant"]), "the variant at", placement, "for",
                attributes)
            self.seen.add((placement, answer["reason"], (drawn or {}).get("variant"),
                           (ours["paywall"] or {}).get("id")))

    def compare_flags(self, attributes):
        """The same visitor by OFREP."""
        ids = [attributes.get(name) for name in ["userId", "anonymousId"]]
        key = next((id for id in ids if isinstance(id, str) and id), None)
        if key is None or attributes.get("userId") not in (key, None, ""):
            return
        answer = self.post(
            "/ofrep/v1/evaluate/flags", {"context": {"targetingKey": key, **attributes}})
        flags = {flag["key"]: flag for flag in answer["flags"]}
        for ours in self.decisions(attributes):
            flag = flags[ours["placement"]]
            where = ("the flag", ours["placement"], "for", attributes)
            self.findings.equal(
                flag["value"], {"productIds": ours["productIds"], "paywall": ours["paywall"]}, *where)
            variant = (ours.get("experiment") or {}).get("variant")
            self.findings.equal(
                flag["variant"], variant or (ours["paywall"] or {"id": "nothing"})["id"], *where)
            self.findings.equal(flag["metadata"]["reason"], ours["reason"], *where)
