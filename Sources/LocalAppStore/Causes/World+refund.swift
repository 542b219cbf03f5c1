import PaywallCatalog

extension World {
  /// The customer asks Apple for a refund. A subscription that they ask it for no longer renews.
  package mutating func requestRefund(
    of transactionId: String, because reason: ConsumptionReason
  ) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let transaction = self[place]
    guard transaction.revocation == nil else { throw .alreadyRefunded(transactionId) }
    guard refundRequests[transaction.transactionId] == nil else {
      throw .refundRequested(transactionId)
    }
    expectAnswer(about: transaction.transactionId)
    announce(.consumptionRequest, at: place, as: transactionId, because: reason)
    if case .period(let index, _) = place, case .active = subscriptions[index].phase,
      subscriptions[index].autoRenews
    {
      turnOff(index)
    }
  }

  /// Apple turns a request down.
  package mutating func declineRefund(of transactionId: String) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let request = refundRequests.removeValue(forKey: self[place].transactionId)
    guard request != nil else { throw .noRefundRequest(transactionId) }
    announce(.refundDeclined, at: place, as: transactionId)
  }

  /// Apple gives the money back. A refund of the current period ends the subscription; of an
  /// earlier one it ends nothing.
  ///
  /// - Parameter isProrated: whether only the time of the period that is left is refunded.
  package mutating func refund(
    _ transactionId: String, because reason: RefundReason = .other, isProrated: Bool = false
  ) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let transaction = self[place]
    guard transaction.revocation == nil else { throw .alreadyRefunded(transactionId) }
    var revocation = StoreTransaction.Revocation(date: now, reason: reason)
    if isProrated {
      guard transaction.seats.map({ $0.revoked == 0 }) ?? true else {
        throw .seatsRefunded(transactionId)
      }
      guard let left = percentageLeft(of: transaction) else {
        throw .nothingToProrate(transactionId)
      }
      revocation.proratedPercentage = left
    }
    revoke(revocation, at: place, as: transactionId)
  }

  /// Returns the thousandths of a percent of the paid time that are left now; `nil` if it is over,
  /// or there is none. Days of an extension were not paid.
  func percentageLeft(of transaction: StoreTransaction) -> Int? {
    let paid = transaction.period.map { transaction.purchaseDate.adding($0) }
    guard let end = paid ?? transaction.expiresDate, end > now, !transaction.isUpgraded else {
      return nil
    }
    let whole = end.milliseconds - transaction.purchaseDate.milliseconds
    let left = end.milliseconds - now.milliseconds
    return Int((Double(left) / Double(whole) * 100_000).rounded())
  }

  /// - Parameter id: the id of the purchase that the notification names; `nil` for its first one.
  mutating func revoke(
    _ revocation: StoreTransaction.Revocation, at place: Place, as id: String? = nil,
    _ subtype: NotificationSubtype? = nil
  ) {
    refundRequests[self[place].transactionId] = nil
    change(at: place) { $0.revocation = revocation }
    if case .period(let index, let position) = place,
      subscriptions[index].presentPeriod.contains(position)
    {
      if subscriptions[index].current.revocation == nil {
        limitSeats(of: index)
      } else {
        endRevoked(index)
      }
    }
    announce(.refund, subtype, at: place, as: id)
    if case .period(let index, _) = place { unclaimSeats(of: index) }
  }

  /// Ends a subscription whose present period has only revoked transactions.
  mutating func endRevoked(_ index: Int) {
    if case .expired(let intent) = subscriptions[index].phase {
      subscriptions[index].endedBecause = intent
    }
    subscriptions[index].phase = .revoked
    subscriptions[index].isCommitmentOver = true
    subscriptions[index].autoRenews = false
    subscriptions[index].priceIncrease = nil
    subscriptions[index].forgetWhatFollows()
    queue.schedule(index, at: nil)
  }

  /// A dispute undoes a refund: access is back until the old renewal date, and nothing renews it.
  ///
  /// - Throws: ``StoreRefusal/boughtAgain(_:)`` while the period would run beside one that was
  ///   bought after the refund: it is not documented which of the two counts then.
  package mutating func reverseRefund(of transactionId: String) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let transaction = self[place]
    guard transaction.isRefunded else { throw .notRefunded(transactionId) }
    switch place {
    case .purchase: change(at: place) { $0.revocation = nil }
    case .period(let index, let position):
      let isLast = subscriptions[index].presentPeriod.contains(position)
      let isOver = transaction.expiresDate.map { $0 <= now } ?? true
      guard !isLast || isOver || !runsBeside(index) else { throw .boughtAgain(transactionId) }
      // An upgraded period runs beside no other one.
      guard isLast || transaction.isUpgraded || isOver || transaction.revocation == nil else {
        throw .boughtAgain(transactionId)
      }
      change(at: place) {
        $0.revocation = nil
        $0.seats?.revoked = 0
      }
      if case .revoked = subscriptions[index].phase, isLast {
        let isOver = subscriptions[index].expiresDate <= now
        subscriptions[index].phase =
          isOver
          ? .expired(subscriptions[index].endedBecause ?? .other) : .active
        subscriptions[index].endedBecause = nil
        queue.schedule(index, at: subscriptions[index].due)
      }
    }
    announce(.refundReversed, at: place, as: transactionId)
  }

  /// Whether another subscription of the customer runs in the same group.
  private func runsBeside(_ index: Int) -> Bool {
    ownSubscriptions(of: subscriptions[index].customer).contains {
      $0 != index && subscriptions[$0].groupId == subscriptions[index].groupId
        && subscriptions[$0].isRunning
    }
  }
}
