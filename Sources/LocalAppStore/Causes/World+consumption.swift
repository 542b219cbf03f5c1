import PaywallCatalog

extension World {
  /// How long Apple waits for consumption data after a request for a refund, in milliseconds.
  private static let timeToAnswer: Int64 = 12 * 3_600_000

  /// Lets Apple wait for the answer of the app's server from now on.
  mutating func expectAnswer(about transactionId: String) {
    refundRequests[transactionId] = RefundRequest(requested: now)
    agenda.add(
      .decideRefund(of: transactionId, requested: now),
      at: now.adding(milliseconds: Self.timeToAnswer))
  }

  /// The app's server tells Apple about a purchase. The last answer before the 12 hours are over counts;
  /// without a request nothing happens.
  package mutating func answer(
    _ answer: ConsumptionAnswer, about transactionId: String
  ) throws(StoreRefusal) {
    _ = try ownPlace(of: transactionId)
    refundRequests[transactionId]?.answer = answer
  }

  /// Decides by the answer. Without one the request stays open.
  mutating func decideRefund(of transactionId: String, requested: Timestamp) {
    guard let request = refundRequests[transactionId], request.requested == requested,
      let answer = request.answer, let place = try? place(of: transactionId)
    else { return }
    let share = share(of: self[place], by: answer)
    guard share > 0 else {
      // The request is open.
      try? declineRefund(of: transactionId)
      return
    }
    revoke(
      .init(
        date: now, reason: .other, proratedPercentage: share == Self.everything ? nil : share),
      at: place)
  }

  private static let everything = 100_000

  /// Returns the thousandths of a percent that Apple refunds; 0 declines. The preference decides.
  /// Without one, a purchase is refunded if it was not delivered or not used up.
  private func share(of transaction: StoreTransaction, by answer: ConsumptionAnswer) -> Int {
    let isUsedUp = answer.consumedPercentage == Self.everything
    switch answer.preference {
    case .decline: return 0
    case .grantFull: return Self.everything
    case .grantProrated:
      guard transaction.type != .autoRenewable else { return percentageLeft(of: transaction) ?? 0 }
      return Self.everything - (answer.consumedPercentage ?? 0)
    case nil: return answer.isDelivered && isUsedUp ? 0 : Self.everything
    }
  }
}
