"""Requests of an attacker who has what ships in every app: the client key, and texts that the App
Store signed for the attacker's own purchases. TEST ONLY."""
import base64
import itertools
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from store import Store  # noqa: E402

PLACEMENT = "/v1/placements/settings"
MIB = 1024 * 1024


def request(path, body, key=None, length=None, header="x-api-key:"):
    """The bytes of a POST; `length` is what it announces, the length of the body by default, and
    `header` what the key stands behind."""
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    if key:
        head += f"{header} {key}\r\n"
    head += f"content-length: {len(body) if length is None else length}\r\n\r\n"
    return head.encode() + body


def near_misses(size):
    """JSON without evidence in which every search for a member that holds some begins anew."""
    words = b'"transaction","renewalInf","appTransactio",'
    body = b'{"attributes":{"userId":"user-7"},"unknown":[' + words * (size // len(words))
    return body[: size - 4].rsplit(b",", 1)[0] + b"]}"


def many_members(size):
    body = b'{"attributes":{"userId":"user-7"},"unknown":{'
    for number in itertools.count():
        member = b'"%x":{},' % number
        if len(body) + len(member) > size - 8:
            return body.rstrip(b",") + b"}}"
        body += member


def unknown_chains(store, payload):
    """Texts whose leaf certificates nobody has seen: those of a real text, each with a signature
    of its own that does not fit. All of the chain has to be checked to find out."""
    leaf = bytearray(base64.b64decode(store.chain[0]))
    for number in itertools.count(1):
        leaf[-6:-2] = number.to_bytes(4, "big")
        chain = [base64.b64encode(bytes(leaf)).decode(), *store.chain[1:]]
        yield store.sign(payload, store.header_with(chain))


def subscription(store, number):
    """A transaction and renewal info of a customer who may have the offer `loyalty`."""
    now = int(time.time() * 1000)
    day = 86_400_000
    account = "11111111-2222-4333-8444-555555555555"
    transaction = store.transaction(
        number, purchaseDate=now - 10 * day, originalPurchaseDate=now - 10 * day,
        expiresDate=now + 20 * day, signedDate=now - 10 * day, appAccountToken=account)
    renewal = {
        "originalTransactionId": transaction["originalTransactionId"],
        "productId": transaction["productId"], "autoRenewProductId": transaction["productId"],
        "autoRenewStatus": 0, "signedDate": now - 10 * day, "environment": "Production",
        "renewalDate": now + 20 * day, "appTransactionId": transaction["appTransactionId"],
    }
    return store.sign(transaction), store.sign(renewal)


def legacy_signature(store, number, key):
    """The tap on a purchase button, which asks for the form that binds no person."""
    transaction, renewal = subscription(store, number)
    return request("/v1/offers/sign", {
        "placement": "settings", "product": "com.example.paywall.premium.monthly",
        "offer": "loyalty", "form": "legacy", "transactions": [transaction],
        "renewalInfo": [renewal]}, key)


def new_store():
    return Store()
