import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

extension CustomerCard {
  static let schema = Schema.object([
    .always("environment", .words(of: AppStoreEnvironment.self)),
    .maybe("appTransactionId", .text),
    .maybe("newestFact", .moment, "When Apple signed the newest fact that is known."),
    .maybe("historyFetchedAt", .moment, "As of when the whole history is known."),
    .always("texts", .count, "Signed texts that are kept of the customer or user."),
    .always("everSubscribed", .boolean), .always("refunds", .count),
    .always("spend", .map(to: .integer()), "Milliunits by currency."),
    .always(
      "entitlements",
      .list(
        of: .object([
          .always("id", .text), .always("product", .text), .maybe("expires", .moment),
        ]))),
    .always("subscriptions", .list(of: SubscriptionCard.schema)),
    .always("grants", .list(of: GrantCard.schema), "The earliest first."),
    .always("timeline", .list(of: TransactionCard.schema), "The earliest first."),
    .always(
      "contradictions", .list(of: ContradictionCard.schema),
      "Texts that name one purchase and contradict each other; each counts as a purchase."),
    .always("visitors", .list(of: VisitorCard.schema), "Who were seen with the customer."),
  ])
}

extension CustomerCard.SubscriptionCard {
  fileprivate static let schema = Schema.object([
    .maybe("group", .text), .always("originalTransactionId", .text),
    .always("state", .words(of: SubscriptionState.self)), .maybe("product", .text),
    .maybe("expires", .moment), .maybe("autoRenew", .boolean), .always("inTrial", .boolean),
    .maybe("offer", .text), .maybe("graceUntil", .moment), .maybe("retryUntil", .moment),
    .maybe("nextProduct", .text, "What it renews as."), .always("familyShared", .boolean),
    .always("assigned", .boolean, "A seat that somebody else pays for."),
    .maybe("seats", .count, "Bought, added and not refunded."),
    .maybe("renewingSeats", .integer(), "How many renew."),
    .maybe(
      "commitment",
      .object([
        .maybe("period", .integer()), .maybe("periods", .integer()), .maybe("ends", .moment),
        .maybe("renews", .boolean, "Another commitment follows."),
      ]), "A year that is paid monthly."),
  ])
}

extension CustomerCard.GrantCard {
  fileprivate static let schema = Schema.object([
    .always("offer", .text), .always("product", .text), .always("grantedAt", .moment),
    .always("state", .words(["redeemed", "outstanding", "lapsed"])), .maybe("experiment", .text),
    .maybe("variant", .text), .maybe("redeemedBy", .text, "A transaction id."),
  ])
}

extension CustomerCard.TransactionCard {
  fileprivate static let schema = Schema.object([
    .always("at", .moment), .always("transactionId", .text), .always("product", .text),
    .maybe("quantity", .integer(), "How many were bought, or seats."),
    .always("what", .text, "In words."),
    .maybe("copyOf", .text, "The id of the purchase that this is another text of."),
    .maybe("until", .moment), .maybe("price", .integer(), "Milliunits."), .maybe("currency", .text),
  ])
}

extension CustomerCard.ContradictionCard {
  fileprivate static let schema = Schema.object([
    .always("transactionIds", .list(of: .text)), .always("product", .text),
    .always("about", .list(of: .words(of: CopyContradiction.Field.self)), "Apple's names."),
  ])
}
