import PaywallCatalog

extension World {
  /// Where a transaction is kept.
  private enum Place {
    case period(subscription: Int, Int)
    case purchase(Int)
  }

  /// The customer asks Apple for a refund. A subscription that they ask it for no longer renews.
  package mutating func requestRefund(
    of transactionId: String, because reason: ConsumptionReason
  ) throws(StoreRefusal) {
    let place = try place(of: transactionId)
    guard transaction(at: place).revocation == nil else { throw .alreadyRefunded(transactionId) }
    switch place {
    case .purchase(let index):
      purchases[index].hasRefundRequest = true
      announce(.consumptionRequest, purchase: index, because: reason)
    case .period(let index, let position):
      subscriptions[index].refundRequests.insert(transactionId)
      announce(.consumptionRequest, nil, index, position, because: reason)
      if case .active = subscriptions[index].phase, subscriptions[index].autoRenews {
        turnOff(index)
      }
    }
  }

  /// Apple turns a request down.
  package mutating func declineRefund(of transactionId: String) throws(StoreRefusal) {
    let place = try place(of: transactionId)
    switch place {
    case .purchase(let index):
      guard purchases[index].hasRefundRequest else { throw .noRefundRequest(transactionId) }
      purchases[index].hasRefundRequest = false
      announce(.refundDeclined, purchase: index)
    case .period(let index, let position):
      guard subscriptions[index].refundRequests.remove(transactionId) != nil else {
        throw .noRefundRequest(transactionId)
      }
      announce(.refundDeclined, nil, index, position)
    }
  }

  /// Apple gives the money back. A refund of the current period ends the subscription; of an
  /// earlier one it ends nothing.
  ///
  /// - Parameter isProrated: for the time of the period that is left, not for all of it.
  package mutating func refund(
    _ transactionId: String, because reason: RefundReason = .other, isProrated: Bool = false
  ) throws(StoreRefusal) {
    let place = try place(of: transactionId)
    let transaction = transaction(at: place)
    guard transaction.revocation == nil else { throw .alreadyRefunded(transactionId) }
    var revocation = StoreTransaction.Revocation(date: now, reason: reason)
    if isProrated {
      guard let end = transaction.expiresDate, end > now, !transaction.isUpgraded else {
        throw .nothingToProrate(transactionId)
      }
      let whole = end.milliseconds - transaction.purchaseDate.milliseconds
      let left = end.milliseconds - now.milliseconds
      revocation.proratedPercentage = Int(Double(left) / Double(whole) * 100_000)
    }
    revoke(revocation, at: place)
  }

  private mutating func revoke(_ revocation: StoreTransaction.Revocation, at place: Place) {
    switch place {
    case .purchase(let index):
      purchases[index].transaction.revocation = revocation
      purchases[index].hasRefundRequest = false
      announce(.refund, purchase: index)
    case .period(let index, let position):
      subscriptions[index].transactions[position].revocation = revocation
      subscriptions[index].refundRequests.remove(
        subscriptions[index].transactions[position].transactionId)
      if position == subscriptions[index].transactions.count - 1 {
        subscriptions[index].phase = .revoked
        subscriptions[index].autoRenews = false
        subscriptions[index].running = nil
        subscriptions[index].pending = nil
        subscriptions[index].nextProductId = subscriptions[index].current.productId
        queue.schedule(index, at: nil)
      }
      announce(.refund, nil, index, position)
    }
  }

  /// A dispute undoes a refund: access is back until the old renewal date, and nothing renews it.
  ///
  /// - Throws: ``StoreRefusal/boughtAgain(_:)`` while the period would run beside one that was
  ///   bought after the refund: it is not documented which of the two counts then.
  package mutating func reverseRefund(of transactionId: String) throws(StoreRefusal) {
    let place = try place(of: transactionId)
    guard transaction(at: place).revocation != nil else { throw .notRefunded(transactionId) }
    switch place {
    case .purchase(let index):
      purchases[index].transaction.revocation = nil
      announce(.refundReversed, purchase: index)
    case .period(let index, let position):
      let isLast = position == subscriptions[index].transactions.count - 1
      guard isLast || transaction(at: place).expiresDate.map({ $0 <= now }) ?? true else {
        throw .boughtAgain(transactionId)
      }
      subscriptions[index].transactions[position].revocation = nil
      if case .revoked = subscriptions[index].phase, isLast {
        let isOver = subscriptions[index].expiresDate <= now
        subscriptions[index].phase = isOver ? .expired(.other) : .active
        queue.schedule(index, at: subscriptions[index].due)
      }
      announce(.refundReversed, nil, index, position)
    }
  }

  private func transaction(at place: Place) -> StoreTransaction {
    switch place {
    case .period(let index, let position): subscriptions[index].transactions[position]
    case .purchase(let index): purchases[index].transaction
    }
  }

  private func place(of transactionId: String) throws(StoreRefusal) -> Place {
    guard let owner = identifiers.owner(of: transactionId) else {
      throw .unknownTransaction(transactionId)
    }
    for index in customers[owner].subscriptions {
      let transactions = subscriptions[index].transactions
      if let position = transactions.lastIndex(where: { $0.transactionId == transactionId }) {
        return .period(subscription: index, position)
      }
    }
    for index in customers[owner].purchases
    where purchases[index].transaction.transactionId == transactionId {
      return .purchase(index)
    }
    throw .unknownTransaction(transactionId)
  }
}
