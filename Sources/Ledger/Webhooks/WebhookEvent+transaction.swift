import PaywallCatalog
import PaywallTextCoding
package import Subscribers

extension WebhookEvent {
  /// The events of a copy of a transaction. Copies of family members and holders of seats have
  /// none: they did not buy.
  ///
  /// - Parameters:
  ///   - before: the transaction as it was known; `nil` if it was not.
  ///   - after: as it is known now.
  ///   - others: the other transactions of the chain, asked for only if they decide.
  package static func events(
    from before: TransactionFact?, to after: TransactionFact,
    others: () throws -> [TransactionFact]
  ) rethrows -> [WebhookEvent] {
    guard after.isOwn, !after.isAddition else { return [] }
    var events: [WebhookEvent] = []
    if before == nil { events.append(try bought(after, others)) }
    switch (before?.revocationDate, after.revocationDate) {
    case (nil, let moment?):
      events.append(returned(after, .purchaseRefunded, moment, at: moment))
    case (let moment?, nil):
      // The copy of a reversal says no more of the refund, so its own moment is the only one.
      events.append(returned(after, .purchaseRefundReversed, moment, at: after.signedDate))
    default: break
    }
    return events
  }

  private static func bought(
    _ fact: TransactionFact, _ others: () throws -> [TransactionFact]
  ) rethrows -> WebhookEvent {
    let (type, former) = try kind(of: fact, others)
    var data = fact.webhookData
    if let former { data.append(.init("previousProductId", .text(former))) }
    if type == .subscriptionRenewed, try others().isTrial(before: fact) {
      data.append(.init("afterTrial", .boolean(true)))
    }
    // The id is the same for both types: more of the chain may become known later.
    return WebhookEvent(
      type, fact.identity(), as: "purchase", in: fact.environment,
      at: fact.happenedAt, data)
  }

  private static func kind(
    of fact: TransactionFact, _ others: () throws -> [TransactionFact]
  ) rethrows -> (WebhookEventType, former: String?) {
    guard !fact.isOneTime else { return (.purchaseMade, nil) }
    guard !fact.transactionId.hasSameUTF8(as: fact.originalTransactionId) else {
      return (.subscriptionStarted, nil)
    }
    guard fact.reason?.known != .renewal else { return (.subscriptionRenewed, nil) }
    let replaced = try others().filter { fact.replaces($0) }
      .max { ($0.purchaseDate ?? $0.signedDate) < ($1.purchaseDate ?? $1.signedDate) }
    return replaced.map { (.subscriptionProductChanged, $0.productId) }
      ?? (.subscriptionStarted, nil)
  }

  private static func returned(
    _ fact: TransactionFact, _ type: WebhookEventType, _ revocation: Timestamp, at: Timestamp
  ) -> WebhookEvent {
    var data = fact.webhookData
    data.append(.init("refundedAt", .text(revocation.rfc3339)))
    if let percentage = fact.revocationPercentage {
      data.append(.init("refundedMilliPercent", .integer(Int64(percentage))))
    }
    return WebhookEvent(
      type, fact.identity(revocation), in: fact.environment, at: at, data)
  }
}

extension TransactionFact {
  /// All copies of a purchase have the same one.
  func identity(_ moment: Timestamp? = nil) -> WebhookEvent.Identity {
    .transaction(chain: originalTransactionId, name: purchaseName ?? transactionId, moment)
  }

  /// When it was bought, or else signed.
  var happenedAt: Timestamp { boughtAt ?? purchaseDate ?? signedDate }

  /// Whether it began another product while a period still ran.
  fileprivate func replaces(_ other: TransactionFact) -> Bool {
    guard other.isOwn, !other.productId.hasSameUTF8(as: productId), let purchaseDate,
      let began = other.purchaseDate, let end = other.expiresDate
    else { return false }
    return began < purchaseDate && (purchaseDate < end || other.isUpgraded)
  }

  /// Members without a value are left out. A user id is never among them: only Apple's ids, and the
  /// token that Apple has signed.
  var webhookData: [Content.Member] {
    let texts: [Content.Member] = .texts(
      ("environment", environment.rawValue), ("transactionId", transactionId),
      ("originalTransactionId", originalTransactionId), ("productId", productId),
      ("appTransactionId", appTransactionId), ("appAccountToken", appAccountToken),
      ("purchasedAt", purchaseDate?.rfc3339), ("expiresAt", expiresDate?.rfc3339),
      ("currency", currency), ("storefront", storefront), ("offerType", offerKind?.known?.word),
      ("offerId", offerId), ("type", isOneTime ? type?.raw : nil))
    let numbers: [(String, Int64?)] = [
      ("priceMilliunits", price), ("quantity", quantity.map(Int64.init)),
    ]
    return texts
      + numbers.compactMap { name, number in number.map { .init(name, .integer($0)) } }
  }
}

extension [TransactionFact] {
  /// Whether the period before another one was a free trial.
  fileprivate func isTrial(before next: TransactionFact) -> Bool {
    guard let start = next.purchaseDate else { return false }
    let former = filter { $0.isOwn && $0.purchaseDate.map { $0 < start } ?? false }
      .max { ($0.purchaseDate ?? start) < ($1.purchaseDate ?? start) }
    return former?.offerDiscount?.known == .freeTrial
  }
}

extension RedeemedOfferKind {
  fileprivate var word: String {
    switch self {
    case .introductory: "introductory"
    case .promotional: "promotional"
    case .offerCode: "offerCode"
    case .winBack: "winBack"
    case .retention: "retention"
    }
  }
}
