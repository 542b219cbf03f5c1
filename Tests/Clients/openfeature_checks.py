"""The provider of OpenFeature, and OFREP request by request."""

import json
import pathlib
import re

import jsonschema
import requests
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.exception import (
    ErrorCode, FlagNotFoundError, InvalidContextError, OpenFeatureError, TargetingKeyMissingError,
    TypeMismatchError,
)

SCHEMA = json.loads(
    pathlib.Path(__file__).parent.parent.joinpath(
        "PaywallServerTests/Vectors/ofrep-0.3.0.json").read_text())
DEFAULT = {"from": "the app's code"}


def validate(body, component, findings):
    schema = {**SCHEMA, "$ref": f"#/$defs/{component}"}
    errors = [error.message for error in
              jsonschema.Draft202012Validator(schema).iter_errors(body)]
    findings.equal(errors, [], f"{component} of {json.dumps(body)[:200]}")


def provider_checks(server, findings):
    """Every placement as an object, every other type refused, every error as the provider's own."""
    provider = OFREPProvider(server.url, headers_factory=lambda: server.headers)
    visitor = EvaluationContext("user-7", {"tier": "gold", "sessions": 3, "tags": ["red"]})
    features = requests.get(
        f"{server.url}/api/features/{server.keys['client'].text}", timeout=10).json()["features"]
    for placement in sorted(features):
        found = provider.resolve_object_details(placement, DEFAULT, visitor)
        findings.expect(
            found.value != DEFAULT and set(found.value) == {"productIds", "paywall"},
            f"the provider's value of {placement}: {found.value}")
        findings.expect(bool(found.variant), f"the provider has a variant of {placement}")
        findings.expect(found.reason is not None, f"the provider has a reason for {placement}")
    anonymous = EvaluationContext("a-1", {"anonymousId": "a-1"})
    found = provider.resolve_object_details("windows", DEFAULT, anonymous)
    findings.equal(found.value, {"productIds": [], "paywall": None}, "nothing is a value")
    findings.equal(found.variant, "nothing", "the variant of nothing")

    def fails(what, error, code, resolve):
        try:
            resolve()
            findings.expect(False, f"{what} is refused")
        except OpenFeatureError as refusal:
            findings.expect(isinstance(refusal, error), f"{what}: {type(refusal).__name__}")
            findings.equal(refusal.error_code, code, what)

    for name, default in [("boolean", True), ("string", ""), ("integer", 1), ("float", 1.5)]:
        resolve = getattr(provider, f"resolve_{name}_details")
        fails(f"a paywall as {name}", TypeMismatchError, ErrorCode.TYPE_MISMATCH,
              lambda: resolve("plain", default, visitor))
    fails("an unknown placement", FlagNotFoundError, ErrorCode.FLAG_NOT_FOUND,
          lambda: provider.resolve_object_details("no-such", DEFAULT, visitor))
    fails("no targeting key", TargetingKeyMissingError, ErrorCode.TARGETING_KEY_MISSING,
          lambda: provider.resolve_object_details("plain", DEFAULT, EvaluationContext()))
    fails("no context", InvalidContextError, ErrorCode.INVALID_CONTEXT,
          lambda: provider.resolve_object_details("plain", DEFAULT, None))
    fails("a reserved attribute", InvalidContextError, ErrorCode.INVALID_CONTEXT,
          lambda: provider.resolve_object_details(
              "plain", DEFAULT, EvaluationContext("u", {"subscription.state": "subscribed"})))
    stranger = OFREPProvider(server.url, headers_factory=lambda: {"X-API-Key": "no-key"})
    fails("an unknown key", OpenFeatureError, ErrorCode.GENERAL,
          lambda: stranger.resolve_object_details("plain", DEFAULT, visitor))


def raw_checks(server, findings):
    session = requests.Session()
    session.headers.update(server.headers)
    flags = f"{server.url}/ofrep/v1/evaluate/flags"

    def bulk(context, headers=None, query=None):
        return session.post(
            flags, json={"context": context}, headers=headers, params=query, timeout=10)

    everything = bulk({"targetingKey": "user-7"})
    validate(everything.json(), "bulkEvaluationSuccess", findings)
    for flag in everything.json()["flags"]:
        single = session.post(
            f"{flags}/{flag['key']}", json={"context": {"targetingKey": "user-7"}}, timeout=10)
        validate(single.json(), "serverEvaluationSuccess", findings)
        findings.equal(single.json(), flag, f"{flag['key']} alone and among all")
        findings.equal(single.headers["Cache-Control"], "no-store", "a POST is not kept")
    keys = [flag["key"] for flag in everything.json()["flags"]]
    findings.equal(keys, sorted(keys), "flags are in order")

    some = {"targetingKey": "user-7", "placements": ["plain", "no-such", "three", "plain"]}
    answer = bulk(some)
    validate(answer.json(), "bulkEvaluationSuccess", findings)
    findings.equal([flag["key"] for flag in answer.json()["flags"]],
                   ["no-such", "plain", "three"], "named placements only")
    findings.equal(answer.json()["flags"][0].get("errorCode"), "FLAG_NOT_FOUND", "a wrong name")
    tag = answer.headers["ETag"]
    findings.expect(bool(re.fullmatch(r'"[0-9a-f]{32}"', tag)), f"a tag: {tag}")
    for held, told, expected in [
        (tag, {}, 304), (f"W/{tag}", {}, 304), (f'"x", {tag}', {}, 304), ("*", {}, 304),
        ('"x"', {}, 200), (tag[1:-1], {}, 200),
        (tag, {"flagConfigEtag": tag}, 304), (tag, {"flagConfigEtag": tag[1:-1]}, 304),
        (tag, {"flagConfigEtag": "other"}, 200), (tag, {"flagConfigLastModified": "1"}, 200),
    ]:
        again = bulk(some, {"If-None-Match": held}, told)
        findings.equal(again.status_code, expected, f"If-None-Match: {held} {told}")
        findings.equal(again.headers.get("ETag"), tag, "the tag comes with every answer")
        findings.equal(again.headers["Cache-Control"], "no-store", "a POST is not kept")
        if expected == 304:
            findings.equal(again.content, b"", "304 has no body")
    other = bulk(some | {"targetingKey": "user-8"}, {"If-None-Match": tag})
    same_flags = other.content == answer.content
    findings.equal(other.status_code, 304 if same_flags else 200, "another visitor's tag")

    for what, status, code, body in [
        ("no JSON", 400, "PARSE_ERROR", b"{"),
        ("a list", 400, "PARSE_ERROR", b"[]"),
        ("a name twice", 400, "PARSE_ERROR", b'{"context":{"a":1,"a":2,"targetingKey":"u"}}'),
        ("no context", 400, "INVALID_CONTEXT", b"{}"),
        ("a text for a context", 400, "INVALID_CONTEXT", b'{"context":"u"}'),
        ("no key", 400, "TARGETING_KEY_MISSING", b'{"context":{}}'),
        ("an empty key", 400, "TARGETING_KEY_MISSING", b'{"context":{"targetingKey":""}}'),
        ("a number for a key", 400, "INVALID_CONTEXT", b'{"context":{"targetingKey":7}}'),
        ("what the server computes", 400, "INVALID_CONTEXT",
         b'{"context":{"targetingKey":"u","daysSinceInstall":3}}'),
        ("a long value", 400, "INVALID_CONTEXT",
         b'{"context":{"targetingKey":"u","tier":"' + b"x" * 1025 + b'"}}'),
        ("too large a body", 413, "GENERAL", b'{"context":"' + b"x" * 70000 + b'"}'),
    ]:
        for path in [flags, f"{flags}/plain"]:
            answer = session.post(path, data=body, timeout=10,
                                  headers={"Content-Type": "application/json"})
            findings.equal(answer.status_code, status, what)
            component = "bulkEvaluationFailure" if path == flags else "evaluationFailure"
            validate(answer.json(), component, findings)
            findings.equal(answer.json()["errorCode"], code, what)
            findings.expect(bool(answer.json().get("errorDetails")), f"{what} has details")
    for what, headers, status in [("no key", {}, 401), ("a wrong key", {"X-API-Key": "x"}, 401)]:
        answer = requests.post(
            f"{flags}/plain", json={"context": {"targetingKey": "u"}}, headers=headers, timeout=10)
        findings.equal(answer.status_code, status, what)
        validate(answer.json(), "evaluationFailure", findings)
    answer = session.post(f"{flags}/no-such", json={"context": {"targetingKey": "u"}}, timeout=10)
    findings.equal(answer.status_code, 404, "an unknown placement")
    validate(answer.json(), "flagNotFound", findings)
    # What no attribute is named after is left alone, whatever it holds.
    odd = {"targetingKey": "user-7", "account": {"plan": "free"}, "nothing": None, "ids": [1, 2]}
    findings.equal(bulk(odd).json(), everything.json(), "undeclared members change nothing")
