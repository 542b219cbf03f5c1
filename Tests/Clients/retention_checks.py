"""Apple's calls for retention messages, and a cancellation before which the store asks a server that
verifies and signs with Apple's library."""

import json
import struct
import time
import zlib
from uuid import UUID, uuid4

import requests
from appstoreserverlibrary.api_client import APIError
from appstoreserverlibrary.jws_signature_creator import PromotionalOfferV2SignatureCreator
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.LibraryUtility import _get_cattrs_converter
from appstoreserverlibrary.models.Message import Message
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.PromotionalOffer import PromotionalOffer
from appstoreserverlibrary.models.RealtimeResponseBody import RealtimeResponseBody
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

PRODUCT, LOCALE = "pro_yearly", "de-DE"


def png(width, height, colour=2):
    """A black image; colour 2 is RGB, 6 has an alpha channel."""

    def chunk(kind, data):
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    row = b"\0" * (1 + width * (4 if colour == 6 else 3))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def check_messages(client, findings):
    """Images, messages and defaults, each once and as Apple would refuse them; the id of a message
    without an image."""
    picture, icon, message, plain = uuid4(), uuid4(), uuid4(), uuid4()
    client.call("upload_image", picture, png(3840, 160), ImageSize.FULL_SIZE)
    client.call("upload_image", icon, png(1024, 1024), ImageSize.BULLET_POINT)
    client.refused(409, APIError.IMAGE_ALREADY_EXISTS, "upload_image", picture, png(3840, 160))
    for wrong in [png(3840, 160, colour=6), png(640, 480), b"GIF89a"]:
        client.refused(400, APIError.INVALID_IMAGE, "upload_image", uuid4(), wrong)
    images = client.call("get_image_list").imageIdentifiers
    findings.equal(
        [(one.imageIdentifier, one.imageState, one.imageSize) for one in images],
        [(picture, ImageState.APPROVED, ImageSize.FULL_SIZE), (icon, ImageState.APPROVED, ImageSize.BULLET_POINT)],
        "the images")

    client.call("upload_message", message, UploadMessageRequestBody(
        header="Bleib", body="Noch eine Weile.", image=UploadMessageImage(imageIdentifier=picture, altText="Ein Hügel"),
        headerPosition=HeaderPosition.ABOVE_IMAGE,
        bulletPoints=[BulletPoint(text="Alle Filter", imageIdentifier=icon, altText="Ein Stern")]))
    short = UploadMessageRequestBody(header="Bleib", body="Noch eine Weile.")
    client.call("upload_message", plain, short)
    client.refused(409, APIError.MESSAGE_ALREADY_EXISTS, "upload_message", plain, short)
    client.refused(404, APIError.IMAGE_NOT_FOUND, "upload_message", uuid4(), UploadMessageRequestBody(
        header="", body="", image=UploadMessageImage(imageIdentifier=uuid4(), altText="")))
    client.refused(
        400, APIError.BAD_REQUEST_ABOVE_IMAGE_REQUIRES_AN_IMAGE, "upload_message", uuid4(),
        UploadMessageRequestBody(header="", body="", headerPosition=HeaderPosition.ABOVE_IMAGE))
    messages = client.call("get_message_list").messageIdentifiers
    findings.equal(
        [(one.messageIdentifier, one.messageState) for one in messages],
        [(message, MessageState.APPROVED), (plain, MessageState.APPROVED)], "the messages")

    client.refused(404, APIError.DEFAULT_MESSAGE_NOT_FOUND, "get_default_message", PRODUCT, LOCALE)
    default = DefaultConfigurationRequest(messageIdentifier=message)
    client.call("configure_default_message", PRODUCT, LOCALE, default)
    findings.equal(client.call("get_default_message", PRODUCT, LOCALE).messageIdentifier, message, "the default")
    client.refused(400, APIError.INVALID_LOCALE, "configure_default_message", PRODUCT, "German", default)
    client.refused(
        404, APIError.MESSAGE_NOT_FOUND, "configure_default_message", PRODUCT, LOCALE,
        DefaultConfigurationRequest(messageIdentifier=uuid4()))
    client.call("delete_default_message", PRODUCT, LOCALE)
    client.refused(403, APIError.IMAGE_IN_USE, "delete_image", picture)
    client.call("delete_message", message)
    client.refused(404, APIError.MESSAGE_NOT_FOUND, "delete_message", message)
    client.call("delete_image", picture)
    return plain


def check_cancellation(client, store, receiver, findings, plain):
    """Eve is about to cancel; the server answers with an offer that Apple's library signed."""
    # Apple's library signs by the clock of this machine.
    store.cause("advance", to=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 5)))
    store.cause("customer", id="eve", storefront="DEU")
    bought = store.cause("buy", product=PRODUCT, customer="eve")["transaction"]
    key = ec.generate_private_key(ec.SECP256R1())
    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    store.cause("offer-key", id="RETENTION1", publicKey=public.decode())
    bundle = client.verifier._bundle_id
    signer = PromotionalOfferV2SignatureCreator(encoded, "RETENTION1", str(uuid4()), bundle)
    answer = RealtimeResponseBody(promotionalOffer=PromotionalOffer(
        messageIdentifier=plain,
        promotionalOfferSignatureV2=signer.create_signature(PRODUCT, "loyalty_20", bought["id"])))
    written = _get_cattrs_converter(RealtimeResponseBody).unstructure(answer)
    receiver.body = json.dumps({name: value for name, value in written.items() if value is not None}).encode()

    asked = store.cause("cancel", product=PRODUCT, customer="eve", ask=True)
    request = asked["customer"]["subscriptions"][0]["retention"][-1]
    read = client.verifier.verify_and_decode_realtime_request(receiver.payloads[-1])
    findings.equal(
        (read.originalTransactionId, read.productId, read.userLocale, read.requestIdentifier),
        (bought["originalId"], PRODUCT, LOCALE, UUID(request["request"])), "the request before a cancellation")
    findings.equal(request.get("refusal"), None, "Apple's signature of the offer is taken")
    findings.equal((request["shown"]["message"], request["shown"]["offer"]), (str(plain), "loyalty_20"), "what is shown")
    taken = store.cause("stay", product=PRODUCT, customer="eve", accept=True)
    findings.equal([one["type"] for one in taken["notifications"]], ["OFFER_REDEEMED"], "the offer is taken")
    return bought


def check(client, store, receiver, findings):
    plain = check_messages(client, findings)
    client.refused(404, APIError.REALTIME_URL_NOT_FOUND, "get_realtime_url")
    client.refused(
        400, APIError.BAD_REQUEST_REALTIME_URL, "configure_realtime_url", RealtimeUrlRequest(realtimeURL="example.com"))
    client.call("configure_realtime_url", RealtimeUrlRequest(realtimeURL=receiver.url))
    findings.equal(client.call("get_realtime_url").realtimeURL, receiver.url, "the address")
    bought = check_cancellation(client, store, receiver, findings, plain)

    receiver.body = b"{}"
    client.refused(404, APIError.TRANSACTION_ID_NOT_FOUND, "initiate_performance_test", PerformanceTestRequest("2999999999999999"))
    before = len(receiver.payloads)
    test = client.call("initiate_performance_test", PerformanceTestRequest(originalTransactionId=bought["id"]))
    while (result := client.call("get_performance_test_results", test.requestId)).result == PerformanceTestStatus.PENDING:
        time.sleep(0.1)
    findings.equal(len(receiver.payloads) - before, test.config.totalRequests, "requests of the performance test")
    findings.equal(
        (result.result, result.successRate, result.numPending), (PerformanceTestStatus.PASS, 100, 0), "its result")
    times = result.responseTimes
    findings.expect(0 <= times.p50 <= times.p90 <= times.p95 <= times.p99 <= 700, f"its times: {times}")
    client.refused(404, APIError.PERFORMANCE_TEST_RUN_NOT_FOUND, "get_performance_test_results", str(uuid4()))
    client.call("delete_realtime_url")
    held = requests.get(f"{store.url}/v1/retention", timeout=5).json()
    findings.equal([one["id"] for one in held["messages"]], [str(plain)], "what the store holds")
