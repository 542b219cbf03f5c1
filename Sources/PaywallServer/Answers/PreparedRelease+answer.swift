package import Catalog
package import Decisions

extension PreparedRelease {
  /// The answer of a placement: the prepared bytes of what was decided, with the visitor's offers,
  /// the reason and the revision.
  package func answer(
    _ decision: Decision, for visitor: Visitor, locale: String?, at now: Timestamp
  ) -> PreparedAnswer {
    var json = JSONText()
    var validUntil = decision.validUntil
    json.raw("{\"placement\":")
    json.string(decision.placement)
    json.raw(",")
    if case .paywall(let id) = decision.show, let written = paywalls[id] {
      for stretch in written[locale.map(locales.place) ?? 0].stretches {
        json.raw(stretch.bytes)
        guard let product = stretch.offersOf else { continue }
        let offers = compiled.offers(on: product, for: visitor, at: now)
        json.offers(offers)
        validUntil = earlier(validUntil, offers.validUntil)
      }
    } else {
      json.raw(PreparedPaywall.nothing)
    }
    json.reason(of: decision)
    var tail = JSONText()
    if let validUntil {
      tail.raw(",\"validUntil\":")
      tail.string(validUntil.rfc3339)
    }
    if decision.isDegraded { tail.raw(",\"degraded\":true") }
    return PreparedAnswer(
      open: json.bytes, tail: tail.bytes, validUntil: validUntil, isDegraded: decision.isDegraded)
  }
}

private func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}

extension JSONText {
  /// `,"offers":[…]` of one product, and what is to be done about Apple's introductory offer.
  fileprivate mutating func offers(_ offers: ProductOffers) {
    raw(",\"offers\":")
    list(offers.offers) { $0.offer($1) }
    switch offers.introductory {
    case .withhold(let needsEvidence):
      raw(",\"introductory\":{\"withhold\":true,\"needsEvidence\":")
      boolean(needsEvidence)
      raw("}")
    case nil: break
    }
  }

  private mutating func offer(_ answer: OfferAnswer) {
    raw("{\"kind\":\"")
    raw(answer.offer.kind.rawValue.utf8)
    raw("\",\"id\":")
    string(answer.offer.id)
    raw(",\"eligibility\":\"")
    raw(answer.eligibility.word.utf8)
    raw("\",\"reason\":\"")
    raw(answer.eligibility.reason.rawValue.utf8)
    raw("\"")
    if let url = answer.offer.code?.url {
      raw(",\"url\":")
      string(url)
    }
    if let id = answer.offer.winBack?.appStoreId {
      raw(",\"appStoreId\":")
      integer(id)
    }
    raw("}")
  }

  fileprivate mutating func reason(of decision: Decision) {
    raw(",\"reason\":\"")
    raw(decision.reason.name.utf8)
    raw("\"")
    if case .rule(let number) = decision.reason {
      raw(",\"rule\":")
      integer(number)
    }
    if let experiment = decision.experiment {
      raw(",\"experiment\":{\"id\":")
      string(experiment.id)
      raw(",\"variant\":")
      string(experiment.variant)
      raw(",\"phase\":")
      integer(experiment.phase)
      raw(",\"recorded\":")
      boolean(experiment.recorded)
      raw("}")
    }
    if let cause = decision.notEnrolled {
      raw(",\"notEnrolled\":\"")
      raw(cause.rawValue.utf8)
      raw("\"")
    }
  }
}
