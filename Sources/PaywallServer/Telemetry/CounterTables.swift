import AppStore
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Serving
import Subscribers

/// The server's counters, with all their label values.
struct CounterTables: Sendable {
  let decisions = CounterFamily(
    "paywall_decisions_total", "Decisions by reason.", ("reason", Reason.words))
  let ignoredAttributes = CounterFamily(
    "paywall_attributes_ignored_total", "Attributes that were ignored, by cause.",
    ("cause", IgnoredAttribute.Cause.allCases.map(\.rawValue)))
  let rateLimited = CounterFamily(
    "paywall_rate_limited_total",
    "Requests that a rate limit refused, by limit.",
    ("scope", RateScope.allCases.map(\.rawValue)))
  let refusals = CounterFamily(
    "paywall_refusals_total",
    "Requests and connections that no route answered, by the code of the problem.",
    ("code", Problem.Code.ofConnections.map(\.rawValue)))
  let reloads = CounterFamily(
    "paywall_reloads_total", "Attempts to load a changed folder, by result.",
    ("result", ["accepted", "refused"]))
  let offersSigned = CounterFamily(
    "paywall_offers_signed_total", "Signed offers by form and by the evidence behind them.",
    ("form", SignatureForm.allCases.map(\.rawValue)), ("basis", ["verified", "onTrust"]))
  let signatures = CounterFamily(
    "paywall_signatures_total", "Requests for a signature, by kind of offer and outcome.",
    ("kind", OfferKind.allCases.map(\.rawValue)),
    ("outcome", ServerMetrics.Signature.allCases.map(\.rawValue)))
  let notifications = CounterFamily(
    "paywall_notifications_total", "Notifications of the App Store by type and outcome.",
    ("type", Self.notificationTypes),
    ("outcome", ServerMetrics.Received.allCases.map(\.rawValue)))
  let retention = CounterFamily(
    "paywall_retention_answers_total",
    "Answers to requests for retention messages, by what they hold and why; watch late.",
    ("answer", RetentionAnswerKind.allCases.map(\.rawValue)),
    ("cause", RetentionCause.allCases.map(\.rawValue)))
  let factProblems = CounterFamily(
    "paywall_transactions_not_understood_total",
    "Transactions with an unknown or contradictory value; watch it. The log has the raw values.",
    ("code", FactProblem.Code.allCases.map(\.rawValue)))
  let refusedTexts = CounterFamily(
    "paywall_signed_texts_refused_total",
    "Texts that are not signed by Apple for this app, by reason.",
    ("reason", Distrust.Reason.allCases.map(\.rawValue)))
  let chains = CounterFamily(
    "paywall_chains_checked_total",
    "New certificates, by outcome; busy were not checked.",
    ("outcome", ServerMetrics.ChainCheck.allCases.map(\.rawValue)))
  let grants = CounterFamily(
    "paywall_grants_total", "Requests for a place in the limits of an offer, by outcome.",
    (
      "outcome",
      ["granted", "retry", "unknownCustomer", "attemptsExhausted"]
        + LimitRefusal.allCases.map(\.rawValue)
    ))
  let evidence = CounterFamily(
    "paywall_evidence_total",
    "New evidence in requests that granted nothing, by outcome; watch dropped.",
    ("outcome", ServerMetrics.Keeping.allCases.map(\.rawValue)))
  let exposures = CounterFamily(
    "paywall_exposures_total",
    "Exposures that apps reported, by outcome; watch variantMismatch.",
    (
      "outcome",
      ["variantMismatch", "invalid", ExposureAnswer.unproved]
        + ExposureOutcome.allCases.map(\.rawValue)
        + ClaimRefusal.allCases.map(\.rawValue)
    ))
  let unknownDetails = CounterFamily(
    "paywall_exposure_details_unknown_total",
    "Details of exposures that could not be used and are kept as unknown, by cause.",
    ("cause", UnknownDetail.allCases.map(\.rawValue)))
  let aliases = CounterFamily(
    "paywall_aliases_total",
    "Anonymous ids that were claimed for a user, by outcome and by who vouched.",
    ("outcome", AliasOutcome.allCases.map(\.rawValue)),
    ("voucher", AliasVoucher.allCases.map(\.rawValue)))
  let sightings = CounterFamily(
    "paywall_sightings_total",
    "Visitor ids that came with a customer's purchases, by outcome; watch contested and tooMany.",
    ("outcome", SightingOutcome.allCases.map(\.rawValue) + ["dropped"]))

  var families: [MetricFamily] {
    [
      decisions, ignoredAttributes, rateLimited, reloads, offersSigned, signatures, notifications,
      retention,
      factProblems, refusedTexts, chains, refusals, grants, evidence, exposures, unknownDetails,
      aliases,
      sightings,
    ].map(\.family)
  }

  /// As Apple spells them (App Store Server Notifications, `notificationType`).
  private static let notificationTypes = [
    "unverified", "ASSIGNMENT_REVOKE", "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF",
    "DID_CHANGE_RENEWAL_STATUS",
    "DID_FAIL_TO_RENEW", "DID_RENEW", "EXPIRED", "EXTERNAL_PURCHASE_TOKEN", "GRACE_PERIOD_EXPIRED",
    "OFFER_REDEEMED", "ONE_TIME_CHARGE", "PRICE_INCREASE", "REFUND", "REFUND_DECLINED",
    "REFUND_REVERSED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "RESCIND_CONSENT", "REVOKE",
    "SUBSCRIBED", "TEST", "UNCLAIM_SEATS",
  ]
}

extension Problem.Code {
  /// Problems a connection answers.
  static let ofConnections: [Problem.Code] = [
    .malformedRequest, .methodNotAllowed, .headersTooLarge, .bodyTooLarge, .requestTimeout,
    .answerTimeout, .tooManyConnections, .tooManyBodies, .bodyStalled, .tooManyStreams,
    .incompleteRequest, .unknownExpectation,
  ]
}
