"""The peer of `sign`: an ASGI application that verifies a transaction and signs a promotional offer
with Apple's library.

    ROOT=root.pem uvicorn --app-dir Peers --workers 2 --no-access-log sign_with_apple:app

The key is made anew for each process. TEST ONLY.
"""
import json
import os

from appstoreserverlibrary.jws_signature_creator import PromotionalOfferV2SignatureCreator
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

KEY = ec.generate_private_key(ec.SECP256R1()).private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
CREATOR = PromotionalOfferV2SignatureCreator(
    KEY, "TESTKEY001", "57246542-96fe-1a63-e053-0824d011072a", "com.example.paywall")
with open(os.environ["ROOT"], "rb") as file:
    ROOT = x509.load_pem_x509_certificate(file.read()).public_bytes(serialization.Encoding.DER)
VERIFIER = SignedDataVerifier(
    [ROOT], False, Environment.PRODUCTION, "com.example.paywall", 6_700_000_001)


async def app(scope, receive, send):
    """Reads what an app sends to sign an offer; signs it without a look at who may have it."""
    if scope["type"] != "http":
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    asked = json.loads(body)
    transaction = VERIFIER.verify_and_decode_signed_transaction(asked["transactions"][0])
    jws = CREATOR.create_signature(asked["product"], asked["offer"], transaction.appTransactionId)
    answer = json.dumps({"kind": "promotional", "id": asked["offer"], "signature": {"jws": jws}})
    await send({
        "type": "http.response.start", "status": 200,
        "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": answer.encode()})
