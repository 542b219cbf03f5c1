import PaywallCatalog
import Subscribers

extension WebhookEvent {
  /// An offer that was granted.
  ///
  /// - Parameters:
  ///   - holder: Apple's id of the customer, or else the nonce of the first signature.
  ///   - people: members that say whose it is.
  init(_ grant: Grant, to holder: String, _ people: [Content.Member] = []) {
    let terms: [Content.Member] = .texts(
      ("environment", grant.environment.rawValue), ("productId", grant.product),
      ("offerType", grant.kind.rawValue), ("offerId", grant.offerId),
      ("lapsesAt", grant.lapsesAt.rfc3339))
    self.init(
      .offerGranted, grant.identity(holder), in: grant.environment, at: grant.grantedAt,
      terms + people + grant.webhookData)
  }

  /// A purchase that took a granted offer. Its first purchase may become known after a later one, so
  /// the grant and the chain are the identity.
  init(_ settlement: GrantSettlement, by fact: TransactionFact) {
    var data = fact.webhookData + settlement.grant.webhookData
    if settlement.isLate { data.append(.init("afterLapse", .boolean(true))) }
    self.init(
      .offerRedeemed, settlement.grant.identity(fact.originalTransactionId), in: fact.environment,
      at: fact.happenedAt, data)
  }

  /// A purchase without the offer that was granted for it.
  init(_ purchase: FullPricePurchase) {
    let fact = purchase.transaction
    self.init(
      .offerFullPrice, fact.identity(), in: fact.environment, at: fact.happenedAt,
      fact.webhookData + purchase.grant.webhookData)
  }

  /// The answer to a request for a refund; `nil` if it was not answered.
  init?(_ refundCase: RefundCase, about fact: TransactionFact) {
    guard case .answered(let answer, let rule, let moment) = refundCase.state else { return nil }
    var data: [Content.Member] =
      fact.webhookData
      + .texts(
        ("reason", refundCase.reason.rawValue), ("requestedAt", refundCase.requestedAt.rfc3339),
        ("rule", rule), ("deliveryStatus", answer.deliveryStatus.rawValue),
        ("refundPreference", answer.refundPreference?.rawValue),
        ("release", refundCase.basis?.release))
    data.append(.init("sampleContentProvided", .boolean(answer.sampleContentProvided)))
    if let consumed = answer.consumptionPercentage {
      data.append(.init("consumedMilliPercent", .integer(Int64(consumed))))
    }
    self.init(
      .refundAnswered, .notification(refundCase.notification), in: refundCase.environment,
      at: moment, data)
  }
}

extension Grant {
  /// The decision that it rests on.
  fileprivate var webhookData: [Content.Member] {
    .texts(
      ("offer", offer), ("grantedAt", grantedAt.rfc3339), ("release", release),
      ("experiment", experiment), ("variant", variant))
  }

  fileprivate func identity(_ holder: String) -> WebhookEvent.Identity {
    .own([holder, offer, product, "\(grantedAt.milliseconds)"])
  }
}

extension [Content.Member] {
  /// Members without a text are left out.
  static func texts(_ members: (name: String, text: String?)...) -> Self {
    members.compactMap { member in member.text.map { .init(member.name, .text($0)) } }
  }
}
