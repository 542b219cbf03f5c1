import HTTPDocuments
import PaywallCatalog
import Subscribers

extension Schema {
  /// A member of the answer to a request with signed texts.
  static let leftOut = Property.maybe(
    "leftOut", list(of: ref(.leftOutText)),
    "Signed texts that could not be verified: they count for nothing, and the answer is the one without them."
  )

  /// A member of the answer to a team's own request.
  static let ignored = Property.maybe(
    "ignored", list(of: ref(.ignoredAttribute)),
    "Attributes that count for nothing. Only for keys of the role server or admin, without keys, and with a preview; for apps the server's log names them."
  )

  static let kept = object([
    .always("kept", integer(from: 0), "Renewal infos that were kept; they name no customer."),
    leftOut,
  ])

  static let erased = object([
    .always(
      "erased", integer(from: 0),
      "The number of customers forgotten; 0 for a visitor who bought nothing.")
  ])

  static let notificationOutcome = object([
    .always(
      "status", words(["new", "already", "keptAside"]),
      "`already` changed nothing. `keptAside`: no section names an app; it is kept without effect."
    )
  ])

  static let consumptionReport = object([
    .maybe(
      "transactionId", text(from: 1, to: Limits.value),
      "The purchase to report on; by default every purchase of the customer."),
    .always(
      "customerConsented", boolean,
      "Whether the customer agrees that Apple gets the report. `false` withdraws consent, and erases the rest of the report."
    ),
    .maybe(
      "deliveryStatus", words(of: DeliveryStatus.self),
      "Whether the purchase was delivered and works; needed with consent."),
    .maybe(
      "sampleContentProvided", boolean,
      "Whether there was a sample or a trial before the purchase; needed with consent."),
    .maybe(
      "consumptionPercentage", integer(from: 0, to: 100_000),
      "The used part of the purchase, in thousandths of a percent: 50 % is 50000. Needs `transactionId`; not for auto-renewable subscriptions."
    ),
  ])

  static let accessQuestion = question([
    .maybe(
      "source", words(of: GivenAccess.Source.self),
      "`manual` (the default) for access given by hand, or the other store."),
    .maybe(
      "id", text(from: 1, to: Limits.value),
      "The id of the purchase in the other store. By hand, a key of yours that makes a repeat safe; without it each request is a record of its own."
    ),
    .maybe("entitlement", text(from: 1, to: Limits.value), "Either this or `product`."),
    .maybe(
      "product", text(from: 1, to: Limits.value),
      "A product of the configuration, whose entitlements are given."),
    .always("until", moment, "The first moment without access; at most ten years ahead."),
    .maybe("reason", text(to: Limits.value), "Why; needed for access by hand."),
    .maybe(
      "priceMilliunits", integer(from: 0), "Thousandths of the currency's unit; in no result."),
    .maybe(
      "currency", text.with("pattern", "^[A-Z]{3}$"), "ISO 4217; with `priceMilliunits`."),
  ])

  static let balanceQuestion = question([
    .always(
      "id", text(from: 1, to: Limits.value),
      "A key of yours that makes a repeat safe: the id of the order, for example. It names one change."
    ),
    .always("currency", text(from: 1, to: Limits.value), "A name in `currencies` of a product."),
    .always(
      "amount", integer(from: -Posting.most, to: Posting.most),
      "In units. For a spend 1 or more; for a correction the difference, below 0 to take away."),
    .maybe(
      "kind", words(of: BalanceRequest.Kind.self),
      "`spend` (the default), or `correction` for keys of the role admin."),
    .maybe("reason", text(to: Limits.value), "Why; needed for a correction."),
  ])

  static let consumptionKept = object([
    .always(
      "openRequests", integer(from: 0),
      "The number of open refund requests that this report concerns; they are read within seconds.")
  ])
}
