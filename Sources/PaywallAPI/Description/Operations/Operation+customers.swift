import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let customerShow = Operation(
    method: .post, path: "/v1/customer", id: "customerShow", topic: .customers,
    summary: "The entitlements and purchases of a customer",
    description:
      "Entitlements with their end, and for each subscription group the state, billing issues and the next renewal. An app asks with signed texts, and narrows the answer to the purchases of one account and of none by the attribute `appAccountToken` (empty: to those of none); a server may name the customer. Purchases that do not renew are listed: for an app as product and quantity; for a server with their ids, a page at a time, by a cursor. A server that asks by `userId` gets only purchases whose `appAccountToken` is that user's or absent.",
    body: Body(
      schema: .ref(.customerShowQuestion), limit: Limits.bodyWithEvidence,
      example: #"{"customer":{"userId":"user-7"}}"#),
    answers: [.json("The customer.", .ref(.customer), example: customerExample)],
    problems: .ofAttributes + .ofEvidence + .ofNames + [
      .evidenceRequired, .unknownCustomer, .roleRequired, .ledgerUnavailable,
    ], sample: .transaction)

  package static let transactionsPost = Operation(
    method: .post, path: "/v1/transactions", id: "transactionsPost", topic: .customers,
    summary: "Send signed transactions after a purchase",
    description:
      "Verified, stored, and answered as `/v1/customer`, for a server without the purchases that it follows there. Send them after every purchase and at every launch; what is here already changes nothing. Renewal info alone is kept; the answer then has the number. The signed texts identify the customer: do not name one. Of `attributes` an app's `appAccountToken` narrows the answer to the purchases of this account and of none (empty: to those of none), and the others change nothing.",
    body: Body(
      schema: .ref(.purchases), limit: Limits.bodyWithEvidence,
      example: #"{"transactions":["eyJhbGciOiJFUzI1NiIsIng1YyI6W…"]}"#),
    answers: [
      .json(
        "The customer.", .any([.ref(.customer), .ref(.kept)]),
        example: customerExample)
    ],
    problems: .ofAttributes + .ofEvidence + [
      .roleRequired, .userProofRequired, .ledgerUnavailable,
    ], sample: .transaction)

  package static let customerDelete = Operation(
    method: .delete, path: "/v1/customers/{id}", id: "customerDelete", topic: .customers,
    summary: "Forget a person",
    description:
      "Erases every fact about the customer, in one environment or in all. Hashed marks stay, so that limits of offers hold.",
    parameters: Parameter.customer + [
      .query(
        "environment", .words(of: AppStoreEnvironment.self),
        "The only environment to forget them in."),
      .query(
        "all", .words(["true", "false"]),
        "`true` forgets every customer who matches; by default several matches are a problem."
      ),
    ],
    answers: [
      .json(
        "They are forgotten.", .ref(.erased), headers: [.requestId, .noStore],
        example: #"{"erased":1}"#)
    ],
    problems: [
      .malformedPath, .malformedQuery, .wrongType, .ambiguousCustomer, .unknownCustomer,
      .ledgerUnavailable,
    ], sample: Sample("/v1/customers/{CUSTOMER}"))

  package static let notificationPost = Operation(
    method: .post, path: "/v1/appstore/notifications", id: "notificationPost", topic: .customers,
    summary: "Receive the App Store's notifications",
    description:
      "App Store Server Notifications V2. The signature is the proof, so no key is asked for. 200 is sent after the notification is on disk; 503 and 429 ask Apple to send it again.",
    body: Body(
      schema: .ref(.notification), limit: Limits.notification,
      example: #"{"signedPayload":"eyJhbGciOiJFUzI1NiIsIng1YyI6W…"}"#, isOfAnyType: true),
    answers: [.json("It is on disk.", .ref(.notificationOutcome), example: #"{"status":"new"}"#)],
    problems: [
      .notTrusted, .severalCustomers, .renewalInfoWithoutTransaction, .ledgerUnavailable,
      .verificationBusy, .rateLimited,
    ], sample: Sample(body: #"{"signedPayload":"{NOTIFICATION}"}"#))

  private static let customerExample: Example = """
    {"environment":"production","newestFact":"2026-12-01T00:00:02Z",\
    "entitlements":[{"id":"pro","product":"pro_monthly","expires":"2027-01-01T00:00:00Z"}],\
    "groups":[{"id":"21504291","key":"pro","state":"subscribed","product":"pro_monthly",\
    "expires":"2027-01-01T00:00:00Z","autoRenew":true,"renewal":{"pendingChange":false,\
    "autoRenew":true,"product":"pro_monthly","date":"2027-01-01T00:00:00Z"}}],\
    "purchases":[{"product":"coins_100","type":"Consumable","quantity":3}]}
    """
}

extension Operation.Sample {
  /// The sample of operations that take a signed transaction, as apps send it.
  static let transaction = Self(body: #"{"transactions":["{TRANSACTION}"]}"#)
}
