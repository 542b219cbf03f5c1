import HTTPDocuments
import LocalAppStoreServer

extension StoreAnswer {
  static let schema = Schema.object([
    .always("now", .moment, "The clock of the world."),
    .maybe("transaction", TransactionCard.schema, "Of a purchase that begins at once."),
    .maybe("customer", StoreCustomerCard.schema, "As they are now."),
    .always("notifications", .list(of: NotificationCard.schema), "Those that it led to, in order."),
  ])
}

extension StoreCustomerCard {
  static let schema = Schema.object([
    .always("id", .text), .always("appTransactionId", .text),
    .always("storefront", .text, "ISO 3166-1 alpha-3."),
    .always("cardWorks", .boolean, "Whether the card can be charged."),
    .always("asksToBuy", .boolean, "Whether someone has to approve their purchases."),
    .always(
      "pending", .list(of: .object([.always("product", .text), .always("asked", .moment)])),
      "Purchases that wait for approval; each lapses after a day."),
    .maybe(
      "family",
      .object([.always("organizer", .text), .always("members", .list(of: .text))]),
      "Ids of customers, the organizer among the members."),
    .always("subscriptions", .list(of: StoreSubscriptionCard.schema)),
    .always("purchases", .list(of: TransactionCard.schema), "What does not renew."),
  ])
}

extension StoreSubscriptionCard {
  fileprivate static let schema = Schema.object([
    .always("originalTransactionId", .text), .always("group", .text),
    .maybe("sharedBy", .text, "The family member who pays."),
    .always("isShared", .boolean, "With the family, if the product can be shared."),
    .always(
      "state", .words(["active", "gracePeriod", "billingRetry", "expired", "revoked"])),
    .maybe("until", .moment, "When the grace period or the billing retry ends."),
    .always("product", .text), .always("expires", .moment), .always("autoRenews", .boolean),
    .always("renewsTo", .text, "What renews next, if it renews."),
    .maybe("renewalPrice", .integer(), "Milliunits."),
    .maybe(
      "agreedToPriceIncrease", .boolean, "Absent without one; true also if it needs no consent."),
    .maybe(
      "commitment",
      .object([.always("month", .integer()), .always("of", .integer()), .always("until", .moment)]),
      "Its months renew, even if 'autoRenews' is false."),
    .maybe("seats", SeatsCard.schema, "Of what is bought by the seat."),
    .maybe(
      "bundle",
      .object([
        .always("product", .text),
        .always("isLeft", .boolean, "The subscription goes on without it at the next renewal."),
      ])),
    .maybe(
      "retention", .list(of: RetentionCard.schema),
      "What was asked before cancellations, the last one at the end."),
    .always("winBackOffers", .list(of: .text), "For those who left, the best first."),
    .always("transactions", .list(of: TransactionCard.schema)),
  ])
}

extension SeatsCard {
  fileprivate static let schema = Schema.object([
    .always("held", .integer()), .maybe("renewing", .integer()),
    .always("invitations", .words(["APPLE", "DEVELOPER"])),
    .always("holders", .list(of: .text), "Customers who have one beside the payer."),
    .always("claims", .list(of: .text), "Ids of seats that the app's server claimed."),
  ])
}

extension TransactionCard {
  fileprivate static let schema = Schema.object([
    .always("id", .text), .always("originalId", .text),
    .always("order", .text, "The order number on the customer's receipt."),
    .always("product", .text),
    .always("purchased", .moment), .maybe("expires", .moment),
    .always("price", .integer(), "Milliunits, of the whole quantity."),
    .always("quantity", .integer(), "Seats, of what is bought by the seat."),
    .always("isSeatAddition", .boolean, "Seats that were added to a period which ran."),
    .maybe("refundedSeats", .integer()),
    .always("copies", .list(of: .text), "The ids that restores gave the same purchase."),
    .maybe("previousOriginalId", .text, "Before a switch to or from a bundle."),
    .maybe(
      "offer",
      .object([
        .always("kind", .words(["introductory", "promotional", "winBack", "offerCode"])),
        .maybe("id", .text, "Absent for an introductory offer."),
      ])),
    .always("isRenewal", .boolean), .always("isUpgraded", .boolean), .maybe("refunded", .moment),
    .maybe("refundedPercentage", .integer(), "Thousandths of a percent; none for everything."),
    .always("isFamilyShared", .boolean),
    .always("isAssigned", .boolean, "A seat of somebody else's purchase."),
    .maybe("unshared", .moment), .maybe("switchedToBundle", .moment),
  ])
}

extension NotificationCard {
  static let schema = Schema.object([
    .always("uuid", .text), .always("type", .text), .maybe("subtype", .text),
    .always("signed", .moment), .maybe("customer", .text, "Absent from news of the whole app."),
    .maybe("transaction", .text, "Absent from news of the whole app."),
    .always(
      "attempts",
      .list(of: .object([.always("date", .moment), .always("result", .text)])),
      "As Apple's sendAttempts."),
    .maybe(
      "faults",
      .list(
        of: .object([
          .always("date", .moment), .always("fault", .text),
          .maybe("result", .text, "Of a second copy, or of what was forged."),
        ])), "What went wrong on purpose."),
  ])
}

extension SignedTextsCard {
  static let schema = Schema.object([
    .always("changes", .integer(), "The notifications of the customer so far."),
    .always("appTransaction", .text),
    .always("device", .text, "Its id, which the app transaction verifies."),
    .always("transactions", .list(of: .text)),
    .always("unfinished", .list(of: .text), "The ids of those that no app has finished."),
    .always("renewalInfos", .list(of: .text), "One for each subscription."),
  ])
}
