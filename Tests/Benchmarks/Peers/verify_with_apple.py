"""The notifications of the vectors in Apple's `app-store-server-library`: whole ones a second.

Each is the outer text and the two inside, offline, with one verifier that is kept.
"""
import base64
import json
import pathlib
import time

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

vectors = pathlib.Path(__file__).parents[2] / "AppStoreFixtures" / "Vectors"
root = base64.b64decode(json.loads((vectors / "pki.json").read_text())["trustedRootDerBase64"])
notifications = [
    each
    for each in json.loads((vectors / "notifications.json").read_text())["notifications"]
    if each["verifier"]["environment"] == "Production" and each["transaction"] and each["renewalInfo"]
]
settings = notifications[0]["verifier"]
verifier = SignedDataVerifier(
    [root], False, Environment.PRODUCTION, settings["bundleId"], settings["appAppleId"])

best = float("inf")
for _ in range(3):
    started = time.perf_counter()
    for each in notifications:
        data = verifier.verify_and_decode_notification(each["signedPayload"]).data
        verifier.verify_and_decode_signed_transaction(data.signedTransactionInfo)
        verifier.verify_and_decode_renewal_info(data.signedRenewalInfo)
    best = min(best, time.perf_counter() - started)

print("apple-verify-notifications", round(len(notifications) / best, 1), "per-second")
