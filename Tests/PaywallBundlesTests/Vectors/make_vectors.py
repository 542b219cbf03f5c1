"""Writes vectors.json: certificates and signatures made by an implementation that is not ours.

Every key below is derived from a fixed word and is good for tests only. ECDSA is deterministic here
(RFC 6979), so that a second run writes the same file.

    python3 -m venv venv && venv/bin/pip install cryptography && venv/bin/python make_vectors.py
"""

import base64
import hashlib
import json
import pathlib

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

ORDER = {
    "P-256": 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    "secp256k1": 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
}
CURVE = {"P-256": ec.SECP256R1(), "secp256k1": ec.SECP256K1()}


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Key:
    """A key that is good for tests only."""

    def __init__(self, word, curve="P-256"):
        secret = int.from_bytes(hashlib.sha256(("TEST ONLY " + word).encode()).digest(), "big")
        self.curve = curve
        self.private = ec.derive_private_key(secret % (ORDER[curve] - 1) + 1, CURVE[curve])
        numbers = self.private.public_key().public_numbers()
        self.x = b64(numbers.x.to_bytes(32, "big"))
        self.y = b64(numbers.y.to_bytes(32, "big"))
        self.point = b64(
            b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"))
        thumb = json.dumps(
            {"crv": curve, "kty": "EC", "x": self.x, "y": self.y}, separators=(",", ":"))
        self.kid = b64(hashlib.sha256(thumb.encode()).digest())

    def rs(self, message, s="any"):
        der = self.private.sign(
            message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
        r, value = decode_dss_signature(der)
        order = ORDER[self.curve]
        if s == "low":
            value = min(value, order - value)
        if s == "high":
            value = max(value, order - value)
        return r, value

    def sign(self, message, s="any"):
        r, value = self.rs(message, s)
        return r.to_bytes(32, "big") + value.to_bytes(32, "big")

    def pem(self):
        return self.private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption()).decode()


def part(value):
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return b64(text.encode())


ROOT, OTHER_ROOT = Key("root"), Key("other root")
SERVER, OTHER_SERVER = Key("bundle key"), Key("other bundle key")
KOBLITZ = Key("another curve", "secp256k1")
APP, RELEASE = "com.example.lumen", "ab" * 32
DAY = 86400
NOW = 1_796_000_000
BEGIN, END = NOW - 30 * DAY, NOW + 335 * DAY
PAYLOAD = json.dumps(
    {
        "format": 1, "release": RELEASE, "bundleId": APP, "environments": ["production"],
        "locales": ["en"], "attributes": [], "subscriptionAttributes": [], "audiences": {},
        "placements": {"onboarding": {"id": "onboarding", "rules": [], "default": None}},
        "fallback": None, "layers": {}, "experiments": {}, "paywalls": {}, "products": {},
        "groups": [], "offers": {}, "partialPlacements": [],
    }, separators=(",", ":"))


def jwk(key):
    return {"kty": "EC", "crv": key.curve, "x": key.x, "y": key.y}


def claims(key=SERVER, **other):
    return {"kid": key.kid, "jwk": jwk(key), "iat": BEGIN, "exp": END, **other}


def certificate(root=ROOT, header=None, body=None, signature=None):
    header = header or {"alg": "ES256", "kid": root.kid, "typ": "paywall-bundle-key"}
    signed = part(header) + "." + part(body or claims())
    return signed + "." + b64(signature if signature is not None else root.sign(signed.encode()))


def head(**other):
    return {
        "alg": "ES256", "kid": SERVER.kid, "typ": "paywall-bundle", "iat": NOW - 60,
        "exp": NOW + 7 * DAY, "release": RELEASE, "bundleId": APP, **other}


def signature(header=None, key=SERVER, payload=PAYLOAD, s="any", value=None):
    header = part(header or head())
    if value is None:
        value = key.sign((header + "." + part(payload)).encode(), s)
    return header + ".." + b64(value)


def hs256(secret):
    header = part(head(alg="HS256"))
    mac = hmac.HMAC(secret, hashes.SHA256())
    mac.update((header + "." + part(PAYLOAD)).encode())
    return header + ".." + b64(mac.finalize())


def der():
    header = part(head())
    return header + ".." + b64(
        SERVER.private.sign(
            (header + "." + part(PAYLOAD)).encode(),
            ec.ECDSA(hashes.SHA256(), deterministic_signing=True)))


def loose(text):
    """The same bytes in base64url with a bit behind the last byte."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + alphabet[alphabet.index(text[-1]) + 1]


VECTORS = []


def vector(name, verdict, sig=None, cert=None, payload=PAYLOAD, at=NOW):
    VECTORS.append({
        "name": name, "verdict": verdict, "signature": signature() if sig is None else sig,
        "certificate": certificate() if cert is None else cert, "payload": payload, "at": at})


def without(members, name):
    return {key: value for key, value in members.items() if key != name}


twice = json.dumps(head(), separators=(",", ":"))[:-1] + ',"release":"other"}'
cert_twice = json.dumps(claims(), separators=(",", ":"))[:-1] + ',"exp":99999999999}'
good, good_cert = signature(), certificate()

vector("plain", "trusted")
vector("low s", "trusted", signature(s="low"))
vector("high s", "trusted", signature(s="high"))
vector("certificate for this app", "trusted", cert=certificate(body=claims(bundleId=APP)))
vector("members of the future", "trusted", signature(head(mood="blue")),
       certificate(body=claims(mood="blue")))
vector("header with spaces", "trusted", signature(json.dumps(head(), indent=1)))
vector("server's clock five minutes ahead", "trusted",
       signature(head(iat=NOW + 300)))
vector("second root of a rotation", "trusted", cert=certificate(OTHER_ROOT))
vector("last second", "trusted", signature(head(exp=NOW + 1)))

vector("signature over", "expired", signature(head(exp=NOW)))
vector("certificate over", "expired", signature(head(exp=END + DAY)), at=END)

vector("signed in six minutes", "issuedInFuture", signature(head(iat=NOW + 301)))
vector("signed before the certificate", "signedOutsideCertificate",
       signature(head(iat=BEGIN - 1)))
vector("signed after the certificate", "signedOutsideCertificate",
       signature(head(iat=END, exp=END + DAY)), at=END + 1)
vector("certificate of tomorrow", "certificateNotYetValid",
       cert=certificate(body=claims(iat=NOW + DAY)))
vector("another app's certificate", "certificateForOtherApp",
       cert=certificate(body=claims(bundleId="com.example.other")))
vector("another app's signature", "otherApp", signature(head(bundleId="com.example.other")))
vector("another app's payload", "otherApp",
       signature(payload=PAYLOAD.replace(APP, "com.example.other")),
       payload=PAYLOAD.replace(APP, "com.example.other"))
vector("another release", "otherRelease", signature(head(release="cd" * 32)))
vector("changed payload", "forged", payload=PAYLOAD.replace("onboarding", "onboardinh"))
vector("payload with a byte more", "forged", payload=PAYLOAD + " ")
vector("empty payload", "forged", payload="")
vector("payload that is no bundle", "malformedPayload", signature(payload="{}"), payload="{}")
vector("payload of a newer format", "newerFormat",
       signature(payload=PAYLOAD.replace('"format":1', '"format":2')),
       payload=PAYLOAD.replace('"format":1', '"format":2'))
vector("signed by another key", "forged", signature(key=OTHER_SERVER))
vector("naming another key", "otherKey",
       signature(head(kid=OTHER_SERVER.kid), key=OTHER_SERVER))
vector("signed by the root itself", "forged", signature(key=ROOT))
vector("signature of zeros", "forged", signature(value=bytes(64)))
vector("signature of ones", "forged", signature(value=b"\xff" * 64))
vector("alg none", "algorithm", signature(head(alg="none"), value=b""))
vector("alg None with a signature", "algorithm", signature(head(alg="None")))
vector("alg HS256 with the point as secret", "algorithm",
       hs256(base64.urlsafe_b64decode(SERVER.point + "=")))
vector("alg ES384", "algorithm", signature(head(alg="ES384")))
vector("alg ES256K", "algorithm", signature(head(alg="ES256K")))
vector("no alg", "algorithm", signature(without(head(), "alg")))
vector("alg a number", "algorithm", signature(head(alg=256)))
vector("DER signature", "malformedSignature", der())
vector("signature of 63 bytes", "malformedSignature", signature(value=bytes(63)))
vector("signature with a byte behind", "malformedSignature",
       signature(value=SERVER.sign((part(head()) + "." + part(PAYLOAD)).encode()) + b"\0"))
vector("empty signature", "malformedSignature", signature(value=b""))
vector("member twice", "malformedSignature", signature(twice))
vector("loose bits", "malformedSignature", loose(good))
vector("padding", "malformedSignature", good + "==")
vector("line end behind", "malformedSignature", good + "\n")
vector("space in front", "malformedSignature", " " + good)
vector("base64 alphabet", "malformedSignature", good.replace("..", "+..", 1))
vector("four parts", "malformedSignature", good + ".")
vector("payload attached", "malformedSignature", good.replace("..", "." + part(PAYLOAD) + "."))
vector("one dot", "malformedSignature", good.replace("..", "."))
vector("nothing", "malformedSignature", "")
vector("a certificate as signature", "malformedSignature", good_cert)
vector("crit", "malformedSignature", signature(head(crit=["b64"], b64=False)))
vector("b64", "malformedSignature", signature(head(b64=False)))
vector("other typ", "malformedSignature", signature(head(typ="JWT")))
vector("typ of a certificate", "malformedSignature", signature(head(typ="paywall-bundle-key")))
vector("exp a string", "malformedSignature", signature(head(exp="9999999999")))
vector("exp a fraction", "malformedSignature", signature(head(exp=NOW + 0.5)))
vector("exp beyond the calendar", "malformedSignature", signature(head(exp=10**18)))
vector("exp negative", "malformedSignature", signature(head(iat=-2, exp=-1)))
vector("exp before iat", "malformedSignature", signature(head(exp=NOW - 61)))
for name in ["kid", "typ", "iat", "exp", "release", "bundleId"]:
    vector("no " + name, "malformedSignature", signature(without(head(), name)))
vector("header no object", "malformedSignature", signature("[]"))
vector("header longer than 4 KiB", "malformedSignature", signature(head(mood="x" * 5000)))

vector("unknown root", "unknownRoot", cert=certificate(Key("stranger")))
vector("stranger in the root's name", "forgedCertificate", cert=certificate(
    Key("stranger"), header={"alg": "ES256", "kid": ROOT.kid, "typ": "paywall-bundle-key"}))
vector("certified by the bundle key itself", "unknownRoot", cert=certificate(SERVER))
vector("certificate with changed claims", "forgedCertificate", cert=".".join([
    good_cert.split(".")[0], part(claims(exp=END + DAY)), good_cert.split(".")[2]]))
vector("certificate with alg none", "malformedCertificate", cert=certificate(
    header={"alg": "none", "kid": ROOT.kid, "typ": "paywall-bundle-key"}, signature=b""))
vector("certificate of another typ", "malformedCertificate", cert=certificate(
    header={"alg": "ES256", "kid": ROOT.kid, "typ": "paywall-bundle"}))
vector("certificate without root", "malformedCertificate", cert=certificate(
    header={"alg": "ES256", "typ": "paywall-bundle-key"}))
vector("certificate with crit", "malformedCertificate", cert=certificate(
    header={"alg": "ES256", "kid": ROOT.kid, "typ": "paywall-bundle-key", "crit": ["x"]}))
vector("certificate of a key on another curve", "malformedCertificate",
       cert=certificate(body=claims(KOBLITZ)))
vector("certificate of a point that is not on the curve", "malformedCertificate",
       cert=certificate(body=claims(jwk={**jwk(SERVER), "y": b64(bytes(32))})))
vector("certificate under another name", "malformedCertificate",
       cert=certificate(body=claims(kid=OTHER_SERVER.kid)))
vector("certificate of a short coordinate", "malformedCertificate",
       cert=certificate(body=claims(jwk={**jwk(SERVER), "x": b64(bytes(31))})))
vector("certificate with a member twice", "malformedCertificate",
       cert=certificate(body=cert_twice))
vector("certificate for a number", "malformedCertificate",
       cert=certificate(body=claims(bundleId=7)))
vector("certificate with loose bits", "malformedCertificate", cert=loose(good_cert))
vector("certificate with a byte behind", "malformedCertificate", cert=good_cert + "A")
vector("no certificate", "malformedCertificate", cert="")
vector("detached certificate", "malformedCertificate", cert=good)
vector("certificate without end", "malformedCertificate",
       cert=certificate(body=without(claims(), "exp")))

pathlib.Path(__file__).with_name("vectors.json").write_text(
    json.dumps({
        "note": "Made by make_vectors.py. These keys are good for tests only.",
        "bundleId": APP,
        "roots": [ROOT.point, OTHER_ROOT.point], "rootKids": [ROOT.kid, OTHER_ROOT.kid],
        "testKey": SERVER.pem(), "testKeyKid": SERVER.kid, "testRoot": ROOT.pem(),
        "vectors": VECTORS,
    }, indent=1) + "\n")
