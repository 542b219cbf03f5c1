import PaywallCatalog

extension Schema {
  static let customer = object([
    .always("environment", words(of: AppStoreEnvironment.self)),
    .maybe("newestFact", moment, "When Apple signed the newest fact that is known."),
    .maybe("appTransactionIds", list(of: text), "For servers."),
    .always("entitlements", list(of: ref(.entitlement))),
    .always("groups", list(of: ref(.subscriptionGroup))),
    .maybe(
      "purchases", list(of: ref(.purchase)),
      "Purchases that do not renew. For a server, those that came or changed after `purchasesAfter`, in the order of the ledger: a purchase that was refunded, or given back, comes again under its id. For an app, what it holds now."
    ),
    .maybe(
      "purchasesCursor", text,
      "For servers: send it as `purchasesAfter` to be told what comes later. One of another ledger begins at the first purchase."
    ),
    .maybe("morePurchases", boolean, "For servers: whether another page follows at once."),
    leftOut,
  ])

  static let purchase = object([
    .always("product", text),
    .maybe("type", text, "As the App Store spells it: `Consumable`, for example."),
    .maybe("quantity", integer(from: 1), "Left out if what the App Store sent makes no sense."),
    .maybe(
      "transactionId", text,
      "For servers: credit each id once. It stays whatever happens to the purchase; of a non-consumable it is the `originalTransactionId`."
    ),
    .maybe("purchasedAt", moment, "For servers."),
    .maybe("revokedAt", moment, "For servers: access ended then."),
    .maybe("refunded", boolean, "For servers, of one that was revoked: money was given back."),
    .maybe(
      "refundedPercentage", integer(from: 0),
      "For servers, of one that was refunded: thousandths of a percent of the price; 100000 is all."
    ),
    .maybe("familyShared", boolean, "For servers: another one's purchase, which is shared."),
    .maybe("appAccountToken", text, "For servers."),
  ])

  static let entitlement = object([
    .always("id", text, "Its name in the configuration."), .always("product", text),
    .always("expires", moment.orNull, "Null for ever."),
  ])

  static let subscriptionGroup = object([
    .always("id", text.orNull, "Of the App Store; null where a purchase names none."),
    .maybe("key", text, "The group's key in the configuration."),
    .maybe("state", words(of: SubscriptionState.self)),
    .maybe("product", text), .maybe("expires", moment), .maybe("offer", text),
    .maybe("autoRenew", boolean), .maybe("inTrial", boolean), .maybe("familyShared", boolean),
    .maybe("assigned", boolean, "True for a seat that somebody else pays for."),
    .maybe(
      "seats",
      object([
        .always("held", integer(from: 0).orNull, "Null if Apple's numbers contradict each other."),
        .maybe("renewing", integer(), "How many renew."),
      ]), "Of a multiseat purchase: bought, added and not refunded."),
    .maybe(
      "commitment",
      object([
        .always("ends", moment.orNull),
        .maybe("renews", boolean, "Another commitment follows; else nothing renews at `ends`."),
        .maybe("period", integer(from: 1), "The period that was paid last."),
        .maybe("periods", integer(from: 1)),
      ]), "A year that is paid monthly, while it runs."),
    .maybe(
      "billingIssue",
      object([
        .always("since", moment), .maybe("graceUntil", moment), .always("retryUntil", moment),
      ])),
    .maybe(
      "renewal",
      object([
        .always(
          "pendingChange", boolean,
          "What follows is another product, another price, an offer, or nothing."),
        .maybe("autoRenew", boolean), .maybe("product", text), .maybe("date", moment),
        .maybe("priceMilliunits", integer(), "Thousandths of the currency's unit."),
        .maybe("currency", text, "ISO 4217."), .maybe("offer", text),
        .maybe("agreedToPriceIncrease", boolean),
      ]), "What happens at the end of the period."),
    .maybe("originalTransactionId", text, "For servers."),
    .maybe("transactionId", text, "For servers."),
  ])

  static let kept = object([
    .always("kept", integer(from: 0), "Renewal infos that were kept; they name no customer."),
    leftOut,
  ])

  static let erased = object([
    .always(
      "erased", integer(from: 0),
      "How many customers were forgotten; none if a visitor who bought nothing was.")
  ])

  static let notificationOutcome = object([
    .always(
      "status", words(["new", "already", "keptAside"]),
      "`already` changed nothing. `keptAside`: no section names an app, so it is kept without effect."
    )
  ])
}
