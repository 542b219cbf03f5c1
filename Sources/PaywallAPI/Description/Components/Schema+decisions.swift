import HTTPDocuments
import PaywallCatalog
import PaywallDecisions

extension Schema {
  static let products = object([
    .always("productIds", list(of: text), "Every product, by the bytes of its identifier."),
    .always(
      "types",
      object(ProductType.allCases.map { .always($0.rawValue, list(of: text)) }),
      "The products of each type."),
    .always(
      "groups", map(to: list(of: text)),
      "The products of each subscription group, by the group's id, the highest level first."),
    .always(
      "placements", map(to: list(of: text)),
      "The products that anybody could be shown at each placement."),
    .always(
      "entitlements", map(to: list(of: text)),
      "The products that unlock each entitlement: for a purchase that the server has not kept yet."),
    revision,
  ])

  static let decision = object([
    .always("placement", text),
    .always("productIds", list(of: text), "The products of the paywall, in its order."),
    .always("paywall", ref(.paywall).orNull, "Null where no paywall is shown."),
    .always("reason", reason, "The step that decided."),
    .maybe("rule", integer(from: 1), "The number of the rule, with the reason `rule`."),
    .maybe("experiment", ref(.enrolment)),
    .maybe(
      "notEnrolled", words(of: NotEnrolled.self),
      "The only reason why the visitor is not in an experiment at the placement."),
    .maybe(
      "heldOutOf", heldOutOf,
      "The experiment that only the holdout keeps the visitor out of: when you render this answer, report it to `/v1/exposures` with `heldOut`."
    ),
    .maybe(
      "identity", words(UserStanding.words),
      "The `userId` does not count, because it came without a proof or with a wrong one: it was hashed for the draw, but no record was read for it. Absent where it counts."
    ),
    ignored,
    revision,
    .maybe(
      "validUntil", moment,
      "The time from which a schedule could change the answer; absent where none can."),
    .maybe(
      "degraded", constant(true),
      "Something was unknown because the ledger could not be asked; do not keep the answer."),
    leftOut,
  ])

  static let decisions = object([
    .always("placements", list(of: ref(.decision)), "In the order asked."), ignored, revision,
    leftOut,
  ])

  static let paywall = object([
    .always("id", text), .always("locale", text, "The locale of the content."),
    .maybe("selected", text, "The product that is selected at first."),
    .always("products", list(of: ref(.product))),
    .maybe(
      "content", ["type": "object"],
      "The content in the configuration, in the locale; absent if there is none."),
  ])

  static let product = object([
    .always("id", text, "The product's identifier in the App Store."),
    .maybe("type", words(of: ProductType.self)),
    .maybe("group", text, "The id of the subscription group."),
    .maybe(
      "billingPlan", words(of: BillingPlan.self),
      "The billing plan here; pass it to StoreKit with the purchase. Absent for `upFront`."),
    .maybe(
      "extra", anything, "Further content in the configuration for the product on this paywall."),
    .always("offers", list(of: ref(.offer)), "The best first."),
    .maybe("introductory", ref(.introductoryAdvice)),
  ])

  static let offer = object([
    .always("kind", words(of: OfferKind.self)),
    .always("id", text, "The offer's identifier in the App Store."),
    .always("eligibility", ref(.eligibility)),
    .always("reason", ref(.eligibilityReason)),
    .maybe("url", text, "The address at which an offer code is redeemed."),
    .maybe("appStoreId", integer(), "The App Store's id of a win-back offer."),
    .maybe(
      "sign",
      words(of: UnsignedReason.self),
      "How an eligible offer gets its signature: `atPurchase` by `POST /v1/offers/sign`."),
    .maybe("signature", ref(.signature)),
    .maybe(
      "grantedUntil", moment, "The time until which the customer holds a place in the limits."),
  ])

  static let eligibility = words(
    [.eligible(.subscriber), .ineligible(.osTooOld), .noOffer(.notOnProduct), .unknown(.osUnknown)]
      .map { (eligibility: PaywallDecisions.Eligibility) in eligibility.word }
  ).described("`noOffer`: no offer is available now. `unknown`: not decidable here.")

  static let eligibilityReason = words(of: EligibilityReason.self)

  static let introductoryAdvice = object([
    .always("withhold", constant(true), "Apple would give the offer, but it is withheld."),
    .maybe(
      "needsEvidence", constant(true),
      "The signature that withholds it is tied to a customer; send evidence."),
    .maybe("jws", text, "Pass it to StoreKit with the purchase."),
  ])

  static let enrolment = object([
    .always("id", text), .always("variant", text), .always("phase", integer(from: 1)),
    .always("recorded", boolean, "From a recorded assignment, not drawn for this answer."),
    .maybe("exposure", constant(false), "When you render it, report nothing to `/v1/exposures`."),
  ])

  static let heldOutOf = object([.always("id", text), .always("phase", integer(from: 1))])

  static let reason = words(
    [.forced, .unknownPlacement, .experiment, .winner, .rule(1), .default]
      .map { (reason: Reason) in reason.name })

  private static let revision = Property.always(
    "revision", text(matching: "^[0-9a-f]{32}$"),
    "A digest of the answer around it; quoted, the ETag.")
}
