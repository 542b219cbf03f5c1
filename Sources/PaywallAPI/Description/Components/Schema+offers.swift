import HTTPDocuments
import PaywallCatalog

extension Schema {
  static let signature = any([
    object([.always("jws", text, "Pass it to StoreKit with the purchase.")]),
    object([
      .always("keyId", text), .always("nonce", text, "A UUID in lower case, for one purchase."),
      .always("timestamp", integer(), "Milliseconds since 1970."),
      .always("signature", text, "Base64 of the DER signature."),
    ]),
  ]).described("In the form that was asked for: `jws`, or the four values of `legacy`.")

  static let signedOffer = object([
    .always("product", text),
    .always(
      "offer",
      object([
        .always("kind", words(of: OfferKind.self)), .always("id", text),
        .always("signature", ref(.signature)),
        .always(
          "grantedUntil", moment, "The time until which the customer holds a place in the limits."),
      ])),
    ignored, leftOut,
  ])

  static let offerBasis = object([
    .maybe("group", text, "The key of the subscription group that was looked at."),
    .maybe("state", words(of: SubscriptionState.self)),
    .maybe(
      "transaction",
      object([
        .maybe("id", text, "For servers."), .maybe("purchaseDate", moment),
        .maybe("expiresDate", moment),
      ]), "The purchase that decided."),
    .maybe("customerClass", words(of: CustomerClass.self)),
    .maybe("billingPlan", words(of: BillingPlan.self), "The plan on which the product is sold."),
    .maybe("paidDays", integer(), "Whole days."),
    .maybe("lapsedDays", integer(), "Whole days since the last entitled moment."),
    .maybe("lastWinBackEnd", moment),
    .maybe(
      "appleList",
      object([.always("signedDate", moment), .maybe("rank", integer(from: 1), "From 1.")]),
      "Apple's list of win-back offers for the customer."),
    .maybe(
      "redemptions", list(of: moment), "The redemptions that the limit counts, the earliest first."),
    .maybe("grantedUntil", moment),
    .maybe("grantsToday", integer(from: 0), "The grants of the day in UTC; for servers."),
    .maybe("system", text), .maybe("oldestSystem", text, "The oldest that can redeem the offer."),
    .maybe(
      "basis", constant("mirrored"), "Judged by the server's copy of Apple's terms, not by Apple."),
    .maybe("newestFact", moment), .maybe("newestFactAge", integer(from: 0), "Seconds."),
    .maybe("historyComplete", boolean),
  ]).described("The facts that the answer rests on; others are left out.")
}
