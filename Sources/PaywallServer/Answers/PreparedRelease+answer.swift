import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

extension PreparedRelease {
  /// The response for a placement: the prepared bytes of the decision, with the visitor's offers,
  /// the reason and the revision.
  ///
  /// - Parameter ignored: a further member with its comma, if any.
  func answer(
    _ decision: Decision, for visitor: Visitor, user: UserStanding = .counts,
    signed: SignedOffers = .none, ignored: [UInt8] = [], at now: Timestamp
  ) -> PreparedAnswer {
    let isDegraded =
      decision.isDegraded || signed.isDegraded || visitor.isLedgerUnavailable
    var json = AnswerBytes(capacity: 1024)
    json.string("{\"placement\":", decision.placement)
    json.raw(",")
    let validUntil = earlier(
      decision.validUntil, show(decision, for: visitor, signed, at: now, in: &json))
    json.reason(of: decision)
    if user != .counts {
      json.word(",\"identity\":\"", user.rawValue)
    }
    json.raw(ignored)
    var tail = AnswerBytes(capacity: 64)
    if let validUntil {
      tail.raw(",\"validUntil\":")
      tail.raw(moments.quoted(validUntil))
    }
    if isDegraded { tail.raw(",\"degraded\":true") }
    return PreparedAnswer(
      open: json.bytes, tail: tail.bytes, validUntil: validUntil, isDegraded: isDegraded,
      variesByLanguage: visitor.language.isImplied)
  }

  /// Writes from `"productIds"` to the end of `"paywall"`, with the visitor's offers. Returns the
  /// next moment at which an offer changes.
  func show(
    _ decision: Decision, for visitor: Visitor, _ signed: SignedOffers = .none,
    at now: Timestamp, in json: inout AnswerBytes
  ) -> Timestamp? {
    guard case .paywall(let id) = decision.show, let written = paywalls[id] else {
      json.raw(PreparedPaywall.nothing)
      return nil
    }
    var validUntil: Timestamp?
    let place = visitor.language.place
    for segment in written[written.indices.contains(place) ? place : 0].segments {
      json.raw(segment.bytes)
      guard let product = segment.offersOf else { continue }
      let offers = compiled.offers(
        on: product, for: visitor, at: now, limits: signed.limits(on: product.product))
      json.offers(offers, on: product.product, signed, in: self)
      validUntil = earlier(validUntil, offers.validUntil)
    }
    return validUntil
  }
}

func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}

/// A string literal with its escapes.
func escaped(_ text: String) -> [UInt8] { JSONText { $0.string(text) }.bytes }

extension AnswerBytes {
  /// `,"offers":[…]` of one product, and whether to withhold Apple's introductory offer.
  fileprivate mutating func offers(
    _ offers: ProductOffers, on product: String, _ signed: SignedOffers, in release: PreparedRelease
  ) {
    raw(",\"offers\":[")
    for (index, answer) in offers.offers.enumerated() {
      if index > 0 { raw(",") }
      guard let written = release.offers[answer.offer.key] else { continue }
      raw(written.start)
      raw(answer.eligibility.word)
      raw("\",\"reason\":\"")
      raw(answer.eligibility.reason.rawValue)
      raw(written.end)
      if answer.signing != nil {
        signature(
          signed.entries[SignedOffers.Key(product: product, offer: answer.offer.key)],
          unsigned: signed.unsigned)
      }
      raw("}")
    }
    raw("]")
    guard case .withhold(let needsEvidence) = offers.introductory else { return }
    raw(",\"introductory\":{\"withhold\":true")
    if needsEvidence, signed.withheld[product] == nil { raw(",\"needsEvidence\":true") }
    if let jws = signed.withheld[product] {
      string(",\"jws\":", jws)
    }
    raw("}")
  }

  /// A signature if there is one, else where to get it.
  private mutating func signature(
    _ entry: SignedOffers.Entry?, unsigned: UnsignedReason
  ) {
    switch entry {
    case .signed(let signature, let until):
      raw(",\"signature\":")
      raw(signature.json)
      string(",\"grantedUntil\":", until.rfc3339)
    case .unsigned(let reason): sign(reason)
    case nil: sign(unsigned)
    }
  }

  private mutating func sign(_ reason: UnsignedReason) {
    word(",\"sign\":\"", reason.rawValue)
  }

  fileprivate mutating func reason(of decision: Decision) {
    word(",\"reason\":\"", decision.reason.name)
    if case .rule(let number) = decision.reason {
      integer(",\"rule\":", number)
    }
    if let experiment = decision.experiment {
      string(",\"experiment\":{\"id\":", experiment.id)
      string(",\"variant\":", experiment.variant)
      integer(",\"phase\":", experiment.phase)
      boolean(",\"recorded\":", experiment.recorded)
      // The other reasons imply it.
      if decision.reason == .experiment, !decision.exposes { raw(",\"exposure\":false") }
      raw("}")
    }
    if let cause = decision.notEnrolled {
      word(",\"notEnrolled\":\"", cause.rawValue)
    }
    if let experiment = decision.heldOutOf {
      string(",\"heldOutOf\":{\"id\":", experiment.id)
      integer(",\"phase\":", experiment.phase)
      raw("}")
    }
  }
}

extension PreparedRelease {
  /// The products of the decision, in order.
  func products(of decision: Decision) -> [PaywallProduct] {
    guard case .paywall(let id) = decision.show else { return [] }
    return snapshot.paywalls[id]?.products ?? []
  }
}
