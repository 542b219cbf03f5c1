import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

extension CompiledSnapshot {
  /// Returns the server's answer, as far as the snapshot holds it: the public parts of both are the
  /// same.
  func placement(
    _ decision: Decision, for visitor: PaywallDecisions.Visitor, source: DecisionSource,
    at now: Timestamp
  ) -> PlacementDecision {
    var validUntil = decision.validUntil
    var shows = PlacementDecision.Shows.nothing
    var digests: PaywallDigests?
    if case .paywall(let id) = decision.show, let paywall = snapshot.paywalls[id] {
      let locale = locales[visitor.language.place]
      let products = paywall.products.map { product in
        let offers = offers(on: product, for: visitor, at: now)
        validUntil = [validUntil, offers.validUntil].compactMap(\.self).min()
        return Paywall.Product(product, offers, locale: locale, in: snapshot)
      }
      shows = .paywall(
        Paywall(
          id: paywall.id, locale: locale, selected: paywall.selected, products: products,
          content: JSONValue(.object(paywall.content), locale: locale, in: snapshot)))
      digests = PaywallDigests(of: paywall, locale: locale, in: snapshot)
    }
    return PlacementDecision(
      PlacementDecision.Parts(
        id: decision.placement, shows: shows, reason: PlacementDecision.Reason(decision.reason),
        experiment: decision.experiment.map {
          PlacementDecision.Experiment(
            id: $0.id, variant: $0.variant, phase: $0.phase, isRecorded: $0.recorded)
        }, notEnrolled: decision.notEnrolled?.rawValue, isExposure: decision.exposes,
        validUntil: validUntil?.date, isDegraded: decision.isDegraded, source: source,
        heldOutOf: decision.heldOutOf.map { PlacementDecision.HeldOut(id: $0.id, phase: $0.phase) },
        digests: digests))
  }
}

extension PlacementDecision {
  func notEnrolled(because cause: NotEnrolled) -> PlacementDecision {
    with { $0.notEnrolled = cause.rawValue }
  }
}

extension PaywallDigests {
  /// The digests of what the server would answer.
  fileprivate init(of paywall: PaywallCatalog.Paywall, locale: String, in snapshot: Snapshot) {
    self.init(
      content: paywall.content.isEmpty
        ? nil : JSONText { $0.content(of: paywall, locale: locale, in: snapshot) }.bytes,
      products: JSONText { $0.productIds(of: paywall) }.bytes)
  }
}

extension PlacementDecision.Reason {
  fileprivate init(_ reason: Reason) {
    if case .rule(let number) = reason {
      self = .rule(number)
    } else {
      self.init(reason.name, rule: nil)
    }
  }
}

extension Paywall.Product {
  fileprivate init(
    _ product: PaywallCatalog.PaywallProduct, _ offers: ProductOffers, locale: String,
    in snapshot: Snapshot
  ) {
    let known = snapshot.products[product.product]
    var introductory: Paywall.Introductory?
    if case .withhold(let needsEvidence) = offers.introductory {
      introductory = Paywall.Introductory(needsEvidence: needsEvidence, compactJWS: nil)
    }
    self.init(
      id: product.product, type: known?.type.rawValue,
      group: known?.group.flatMap(snapshot.group)?.id,
      // The server's answer leaves the usual plan out, too.
      billingPlan: product.billingPlan == .upFront
        ? nil : Paywall.BillingPlan(rawValue: product.billingPlan.rawValue),
      extra: product.extra.map { JSONValue($0, locale: locale, in: snapshot) },
      offers: offers.offers.compactMap(Paywall.Offer.init), introductory: introductory)
  }
}

extension Paywall.Offer {
  fileprivate init?(_ answer: OfferAnswer) {
    guard let kind = Kind(rawValue: answer.offer.kind.rawValue),
      let eligibility = Eligibility(rawValue: answer.eligibility.word)
    else { return nil }
    self.init(
      kind: kind, id: answer.offer.id, eligibility: eligibility,
      reason: answer.eligibility.reason.rawValue, url: answer.offer.code?.url,
      appStoreId: answer.offer.winBack?.appStoreId, needsSignature: answer.signing != nil)
  }
}

extension JSONValue {
  fileprivate init(_ content: Content, locale: String, in snapshot: Snapshot) {
    self.init(content.localised(for: locale, default: snapshot.app.defaultLocale))
  }

  /// The content as it reads after a transfer as JSON, where whole numbers have no point.
  private init(_ content: Content) {
    self =
      switch content {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .integer(let number): .integer(number)
      case .number(let number):
        Int64(exactly: number).map { .integer($0) } ?? (number.isFinite ? .number(number) : .null)
      case .text(let text): .string(text)
      case .list(let items): .array(items.map { JSONValue($0) })
      case .object(let members):
        .object(
          Dictionary(
            members.map { ($0.key, JSONValue($0.value)) }, uniquingKeysWith: { _, last in last }))
      case .localised: .null
      }
  }
}
