"""Apple's own client of the App Store Server API and its verifier, against the local App Store: the
exit code tells whether every call is answered, every signed text verified, and every code read.

    check_apple_client.py BINARY CONFIG

The client is unmodified but for its address.
"""

import inspect
import sys
import time
import warnings

import requests
from appstoreserverlibrary.api_client import (
    APIError,
    APIException,
    AppStoreServerAPIClient,
    GetTransactionHistoryVersion,
)
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import (
    Order,
    ProductType,
    TransactionHistoryRequest,
)
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

import retention_checks
from findings import Findings
from local_store import LocalStore, Receiver

DAY = 86_400_000
V1, V2 = GetTransactionHistoryVersion.V1, GetTransactionHistoryVersion.V2
TOKEN = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"


class Client:
    """Apple's client, with counts of what was called and of what was verified."""

    def __init__(self, store, findings, **changes):
        key = store.key()
        with open(key["file"], "rb") as file:
            private = file.read()
        arguments = {"signing_key": private, "key_id": key["keyId"], "issuer_id": key["issuerId"],
                     "bundle_id": key["bundleId"], "environment": Environment.SANDBOX, **changes}
        self.apple = AppStoreServerAPIClient(**arguments)
        self.apple._base_url = store.url
        self.findings = findings
        self.verifier = SignedDataVerifier([store.root()], False, Environment.SANDBOX, key["bundleId"])
        self.called, self.calls, self.texts = set(), 0, 0

    def call(self, name, *arguments):
        self.called.add(name)
        self.calls += 1
        with warnings.catch_warnings():
            # One of the calls is deprecated.
            warnings.simplefilter("ignore", DeprecationWarning)
            return getattr(self.apple, name)(*arguments)

    def refused(self, status, error, name, *arguments):
        """A call that is refused with a status and the library's name of the code."""
        try:
            self.call(name, *arguments)
        except APIException as exception:
            found = (exception.http_status_code, exception.api_error)
            self.findings.equal(found, (status, error), name, arguments)
            if error:
                self.findings.expect(exception.error_message, f"{name}: the code has a message")
        else:
            self.findings.expect(False, f"{name} {arguments} is refused with {error}")

    def _verified(self, verify, text):
        self.texts += 1
        try:
            return verify(text)
        except VerificationException as exception:
            self.findings.expect(False, f"a signed text is verified: {exception}")
            raise SystemExit(self.findings.report()) from exception

    def transaction(self, text):
        return self._verified(self.verifier.verify_and_decode_signed_transaction, text)

    def renewal(self, text):
        return self._verified(self.verifier.verify_and_decode_renewal_info, text)

    def app(self, text):
        return self._verified(self.verifier.verify_and_decode_app_transaction, text)

    def notification(self, text):
        """With the texts inside of it."""
        read = self._verified(self.verifier.verify_and_decode_notification, text)
        if read.data and read.data.signedTransactionInfo:
            self.transaction(read.data.signedTransactionInfo)
        if read.data and read.data.signedRenewalInfo:
            self.renewal(read.data.signedRenewalInfo)
        return read

    def history(self, id, request=None, version=V2):
        """All pages; the ids of each, and the last revision."""
        pages, revision = [], None
        while True:
            page = self.call(
                "get_transaction_history", id, revision, request or TransactionHistoryRequest(), version)
            pages.append([self.transaction(text).transactionId for text in page.signedTransactions])
            revision = page.revision
            if not page.hasMore:
                return pages, revision

    def notifications(self, **filters):
        """The records of all pages."""
        found, token = [], None
        request = NotificationHistoryRequest(**filters)
        while True:
            page = self.call("get_notification_history", token, request)
            found += [(self.notification(record.signedPayload), record) for record in page.notificationHistory]
            token = page.paginationToken
            if not page.hasMore:
                return found


def live(store):
    """Ada: a yearly plan through its trial, and 25 packs of coins. Bob: a plan for months."""
    store.cause("customer", id="ada", storefront="DEU")
    store.cause("customer", id="bob")
    plan = store.cause("buy", product="pro_yearly_trial", customer="ada")["transaction"]
    coins = [store.cause("buy", product="coins_100", customer="ada", quantity=2)["transaction"] for _ in range(25)]
    other = store.cause("buy", product="pro_monthly", customer="bob")["transaction"]
    store.cause("advance", by="P4M")
    return plan, coins, other


def check_reads(client, store, findings, plan, coins):
    ada = client.app(client.call("get_app_transaction_info", plan["id"]).signedAppTransactionInfo)
    info = client.transaction(client.call("get_transaction_info", coins[0]["id"]).signedTransactionInfo)
    findings.equal((info.productId, info.quantity, info.storefront), ("coins_100", 2, "DEU"), "one transaction")
    findings.equal(info.appTransactionId, ada.appTransactionId, "both name the app transaction")

    pages, revision = client.history(ada.appTransactionId)
    findings.equal([len(page) for page in pages], [20, 7], "the history in pages")
    found = [id for page in pages for id in page]
    findings.equal(found[:26], [plan["id"]] + [one["id"] for one in coins], "by the last change")
    renewal = found[26]

    def filtered(version=V2, **filters):
        return [id for page in client.history(plan["id"], TransactionHistoryRequest(**filters), version)[0] for id in page]

    findings.equal(filtered(sort=Order.DESCENDING), found[::-1], "descending")
    findings.equal(filtered(productTypes=[ProductType.AUTO_RENEWABLE]), [plan["id"], renewal], "by type")
    findings.equal(filtered(productIds=["pro_yearly_trial"]), [plan["id"], renewal], "by product")
    findings.equal(filtered(subscriptionGroupIdentifiers=["0"]), [], "by group")
    findings.equal(filtered(inAppOwnershipType=InAppOwnershipType.FAMILY_SHARED), [], "by ownership")
    findings.equal(filtered(revoked=True), [], "refunded")
    findings.equal(filtered(revoked=False), found, "not refunded")
    findings.equal(filtered(startDate=info.purchaseDate + 1), [renewal], "from a date")
    findings.equal(filtered(endDate=info.purchaseDate + 1), found[:26], "until a date")
    client.call("finish_transaction", coins[0]["id"])
    findings.equal(len(filtered(version=V1)), 26, "version 1 leaves out what is finished")

    statuses = client.call("get_all_subscription_statuses", coins[0]["id"], [Status.ACTIVE, Status.BILLING_RETRY])
    item = statuses.data[0].lastTransactions[0]
    findings.equal((item.status, item.originalTransactionId), (Status.ACTIVE, plan["id"]), "status")
    findings.equal(client.transaction(item.signedTransactionInfo).transactionId, renewal, "its last transaction")
    findings.equal(client.renewal(item.signedRenewalInfo).autoRenewProductId, "pro_yearly_trial", "its renewal")
    expired = client.call("get_all_subscription_statuses", plan["id"], [Status.EXPIRED])
    findings.equal(expired.data, [], "no subscription is expired")

    order = client.call("look_up_order_id", coins[3]["order"])
    findings.equal(order.status, OrderLookupStatus.VALID, "an order")
    findings.equal([client.transaction(text).transactionId for text in order.signedTransactions], [coins[3]["id"]], "its transaction")
    findings.equal(client.call("look_up_order_id", "MNONE").status, OrderLookupStatus.INVALID, "no order")
    return renewal, revision


def check_changes(client, store, findings, plan, coins, other, renewal, revision):
    # Account tokens: the current period has it.
    client.call("set_app_account_token", plan["id"], UpdateAppAccountTokenRequest(appAccountToken=TOKEN))
    read = client.transaction(client.call("get_transaction_info", renewal).signedTransactionInfo)
    findings.equal(str(read.appAccountToken), TOKEN, "the account token of the current period")

    # One extension, and the same request again.
    request = ExtendRenewalDateRequest(
        extendByDays=10, extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION, requestIdentifier="one")
    done = [client.call("extend_subscription_renewal_date", plan["id"], request) for _ in range(2)]
    findings.equal(done[0], done[1], "an extension is done once")
    findings.equal((done[0].success, done[0].effectiveDate), (True, read.expiresDate + 10 * DAY), "an extension")

    # All who have bob's plan.
    client.call("extend_renewal_date_for_all_active_subscribers", MassExtendRenewalDateRequest(
        extendByDays=5, extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE, requestIdentifier="all",
        productId="pro_monthly", storefrontCountryCodes=["USA", "DEU"]))
    status = ("get_status_of_subscription_renewal_date_extensions", "all", "pro_monthly")
    findings.equal(client.call(*status).complete, False, "an extension of all takes its time")
    store.cause("advance", by="PT2H")
    status = client.call(*status)
    findings.equal((status.complete, status.succeededCount, status.failedCount), (True, 1, 0), "an extension of all")

    # Requests for refunds, decided by what the server says.
    for id in [coins[1]["id"], coins[2]["id"], other["id"]]:
        store.cause("request-refund", transaction=id, reason="LEGAL")
    client.call("send_consumption_information", coins[1]["id"], ConsumptionRequest(
        customerConsented=True, sampleContentProvided=False, rawDeliveryStatus=DeliveryStatus.DELIVERED.value,
        consumptionPercentage=40_000, rawRefundPreference=RefundPreference.GRANT_PRORATED.value))
    client.call("send_consumption_information", coins[2]["id"], ConsumptionRequest(
        customerConsented=True, sampleContentProvided=False, rawDeliveryStatus=DeliveryStatus.DELIVERED.value,
        rawRefundPreference=RefundPreference.DECLINE.value))
    client.call("send_consumption_data", other["id"], ConsumptionRequestV1(
        customerConsented=True, rawConsumptionStatus=1, rawPlatform=1, sampleContentProvided=True,
        rawDeliveryStatus=2, appAccountToken="", rawAccountTenure=4, rawPlayTime=3,
        rawLifetimeDollarsRefunded=1, rawLifetimeDollarsPurchased=2, rawUserStatus=1, rawRefundPreference=1))
    store.cause("advance", by="PT12H")
    refunds = client.call("get_refund_history", plan["id"], None)
    read = [client.transaction(text) for text in refunds.signedTransactions]
    findings.equal([(one.transactionId, one.revocationPercentage) for one in read], [(coins[1]["id"], 60_000)], "refunds")
    findings.equal(len(client.call("get_refund_history", other["id"], None).signedTransactions), 1, "by version 1")
    again = client.call("get_refund_history", plan["id"], refunds.revision)
    findings.equal((again.signedTransactions, again.hasMore), ([], False), "no refund since")

    # What changed since the first reading, each once: finished, named and extended, refunded.
    news = client.call("get_transaction_history", plan["id"], revision, TransactionHistoryRequest(), V2)
    findings.equal(
        [client.transaction(text).transactionId for text in news.signedTransactions],
        [coins[0]["id"], renewal, coins[1]["id"]], "what changed since")


def check_notifications(client, store, receiver, findings, plan):
    receiver.status = 500
    failed = client.call("request_test_notification").testNotificationToken
    receiver.status = 200
    token = client.call("request_test_notification").testNotificationToken
    for name, result in [(failed, SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE), (token, SendAttemptResult.SUCCESS)]:
        test = client.call("get_test_notification_status", name)
        findings.equal(client.notification(test.signedPayload).notificationType, NotificationTypeV2.TEST, "a test")
        findings.equal([attempt.sendAttemptResult for attempt in test.sendAttempts], [result], "its attempt")
    now = store.now()
    dates = {"startDate": now - 29 * DAY, "endDate": now + DAY}
    found = client.notifications(**dates)
    uuids = {read.notificationUUID for read, _ in found}
    types = {(read.notificationType, read.subtype) for read, _ in found}
    findings.expect((NotificationTypeV2.RENEWAL_EXTENSION, Subtype.SUMMARY) in types, "the summary of an extension")
    findings.expect((NotificationTypeV2.CONSUMPTION_REQUEST, None) in types, "a request for consumption data")
    summary = next(read.summary for read, _ in found if read.summary)
    findings.equal((summary.requestIdentifier, summary.succeededCount), ("all", 1), "the summary")
    failures = client.notifications(onlyFailures=True, **dates)
    findings.equal([read.notificationUUID for read, _ in failures], [failed.split("_")[0]], "failures")
    declined = client.notifications(notificationType=NotificationTypeV2.REFUND_DECLINED, **dates)
    findings.equal(len(declined), 1, "by type")
    of_ada = client.notifications(transactionId=plan["id"], **dates)
    findings.expect(0 < len(of_ada) < len(found), "by customer")
    delivered = [client.notification(text) for text in receiver.payloads]
    findings.expect(uuids <= {read.notificationUUID for read in delivered}, "the history holds what was delivered")
    findings.expect(len(delivered) > 40, "every cause was told")


def check_refusals(client, store, findings, plan, renewal):
    unknown, past = "2999999999999999", store.now() - 31 * DAY
    for name, arguments in [
        ("get_transaction_info", [unknown]), ("get_app_transaction_info", [unknown]),
        ("get_all_subscription_statuses", [unknown]), ("get_refund_history", [unknown, None]),
        ("get_transaction_history", [unknown, None, TransactionHistoryRequest(), V2]),
        ("finish_transaction", [unknown]),
    ]:
        client.refused(404, APIError.TRANSACTION_ID_NOT_FOUND, name, *arguments)
    extend = ExtendRenewalDateRequest(extendByDays=91, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier="two")
    client.refused(400, APIError.INVALID_EXTEND_BY_DAYS, "extend_subscription_renewal_date", plan["id"], extend)
    extend.extendByDays = 9
    client.refused(404, APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND, "extend_subscription_renewal_date", renewal, extend)
    client.call("extend_subscription_renewal_date", plan["id"], extend)
    extend.requestIdentifier = "three"
    client.refused(403, APIError.SUBSCRIPTION_MAX_EXTENSION, "extend_subscription_renewal_date", plan["id"], extend)
    token = UpdateAppAccountTokenRequest(appAccountToken=TOKEN)
    client.refused(
        400, APIError.TRANSACTION_ID_IS_NOT_ORIGINAL_TRANSACTION_ID_ERROR, "set_app_account_token", renewal, token)
    client.refused(400, APIError.INVALID_REQUEST_REVISION, "get_refund_history", plan["id"], "x")
    client.refused(400, APIError.INVALID_TRANSACTION_ID, "get_transaction_info", "x")
    client.refused(
        400, APIError.START_DATE_TOO_FAR_IN_PAST, "get_notification_history", None,
        NotificationHistoryRequest(startDate=past, endDate=past + DAY))
    client.refused(
        404, APIError.STATUS_REQUEST_NOT_FOUND, "get_status_of_subscription_renewal_date_extensions", "none", "pro_monthly")


def check_keys(store, findings):
    other = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    for changes in [{"signing_key": other}, {"key_id": "K"}, {"issuer_id": "I"}, {"bundle_id": "com.example.other"}]:
        client = Client(store, findings, **changes)
        client.refused(401, None, "request_test_notification")


def check_limits(binary, config, findings):
    # 1 a second, a tenth in the sandbox, a three-hundredth of that: 1 an hour.
    with LocalStore(binary, config, "--api-limits", "0.0033") as store:
        client = Client(store, findings)
        client.refused(404, APIError.SERVER_NOTIFICATION_URL_NOT_FOUND, "request_test_notification")
        client.refused(429, APIError.RATE_LIMIT_EXCEEDED, "request_test_notification")
        answer = requests.post(
            f"{store.url}/inApps/v1/notifications/test", headers=client.apple._get_headers(), timeout=5)
        wait = int(answer.headers["Retry-After"]) / 1000 - time.time()
        findings.expect(0 < wait <= 3600, f"Retry-After is an instant in milliseconds: {answer.headers['Retry-After']}")


def main(binary, config):
    began = time.monotonic()
    findings = Findings()
    receiver = Receiver()
    with LocalStore(binary, config, "--notify", receiver.url) as store:
        plan, coins, other = live(store)
        client = Client(store, findings)
        renewal, revision = check_reads(client, store, findings, plan, coins)
        check_changes(client, store, findings, plan, coins, other, renewal, revision)
        check_notifications(client, store, receiver, findings, plan)
        check_refusals(client, store, findings, plan, renewal)
        asked = Receiver()
        retention_checks.check(client, store, asked, findings)
        asked.close()
        check_keys(store, findings)
    receiver.close()
    check_limits(binary, config, findings)
    methods = {name for name, _ in inspect.getmembers(AppStoreServerAPIClient, inspect.isfunction) if name[0] != "_"}
    findings.equal(methods - client.called, set(), "every call of the client was made")
    print(f"Apple's client: {client.calls} calls, {client.texts} signed texts verified "
          f"({time.monotonic() - began:.0f} s)")
    return findings.report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
