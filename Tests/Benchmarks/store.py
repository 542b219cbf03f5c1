"""Signs what the App Store would sign, with the public key of the test vectors. TEST ONLY."""
import base64
import hashlib
import json
import os

VECTORS = os.path.join(os.path.dirname(__file__), "..", "AppStoreFixtures", "Vectors")
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BASE_X = 0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def read_pki():
    with open(os.path.join(VECTORS, "pki.json")) as file:
        return json.load(file)


class Store:
    def __init__(self):
        pki = read_pki()
        self.root = pki["trustedRootPem"]
        self.chain = [
            pki[name]
            for name in ("leafDerBase64", "intermediateDerBase64", "trustedRootDerBase64")
        ]
        key = base64.b64decode(pki["leafTestPrivateKeyPkcs8DerBase64"])
        at = key.index(b"\x02\x01\x01\x04\x20") + 5
        self.key = int.from_bytes(key[at : at + 32], "big")
        self.header = self.header_with(self.chain)

    def header_with(self, chain):
        return base64url(json.dumps({"alg": "ES256", "x5c": chain}).encode())

    def sign(self, payload, header=None):
        """A compact JWS of an object, or of bytes. The secret number of ECDSA is 1, which gives
        the key away; it is public, and the signature costs no arithmetic on the curve."""
        payload = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        text = (header or self.header) + b"." + base64url(payload)
        digest = int.from_bytes(hashlib.sha256(text).digest(), "big")
        s = (digest + BASE_X * self.key) % ORDER
        return (
            text + b"." + base64url(BASE_X.to_bytes(32, "big") + s.to_bytes(32, "big"))
        ).decode()

    def transaction(self, number, **members):
        return {
            "transactionId": str(450_000_000_000_000 + number),
            "originalTransactionId": str(450_000_000_000_000 + number),
            "bundleId": "com.example.paywall",
            "productId": "com.example.paywall.premium.monthly",
            "subscriptionGroupIdentifier": "21500001",
            "purchaseDate": 1_767_607_200_000,
            "originalPurchaseDate": 1_767_607_200_000,
            "expiresDate": 1_770_285_600_000,
            "quantity": 1,
            "type": "Auto-Renewable Subscription",
            "inAppOwnershipType": "PURCHASED",
            "signedDate": 1_767_607_202_000,
            "environment": "Production",
            "transactionReason": "PURCHASE",
            "appTransactionId": str(704_000_000_000_000_000 + number),
            **members,
        }

    def notification(self, number, uuid, **members):
        """The body that the App Store would post about a purchase."""
        data = {
            "environment": "Production",
            "bundleId": "com.example.paywall",
            "appAppleId": 6_700_000_001,
            "status": 1,
            "signedTransactionInfo": self.sign(self.transaction(number)),
        }
        return json.dumps({
            "signedPayload": self.sign({
                "notificationType": "SUBSCRIBED",
                "subtype": "INITIAL_BUY",
                "notificationUUID": uuid,
                "version": "2.0",
                "signedDate": 1_767_607_203_000,
                "data": data,
                **members,
            })
        }).encode()
