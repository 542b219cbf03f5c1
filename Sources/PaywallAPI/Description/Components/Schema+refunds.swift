import HTTPDocuments
import PaywallCatalog

extension Schema {
  static let consumptionReport = object([
    .maybe(
      "transactionId", text(from: 1, to: Limits.value),
      "The purchase that is reported; without it every purchase of the customer."),
    .always(
      "customerConsented", boolean,
      "Whether the customer agrees that Apple is told. `false` withdraws it, and erases the rest of the report."
    ),
    .maybe(
      "deliveryStatus", words(of: DeliveryStatus.self),
      "Whether the purchase was delivered and works; needed with consent."),
    .maybe(
      "sampleContentProvided", boolean,
      "Whether there was a sample or a trial before the purchase; needed with consent."),
    .maybe(
      "consumptionPercentage", integer(from: 0, to: 100_000),
      "Thousandths of a percent that are used of the purchase: 50 % is 50000. Needs `transactionId`; never of auto-renewable subscriptions."
    ),
  ])

  static let consumptionKept = object([
    .always(
      "openRequests", integer(from: 0),
      "How many open requests for refunds this report concerns; they are looked at within seconds.")
  ])
}
