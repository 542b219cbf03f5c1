import PaywallCatalog

extension World {
  /// Where a transaction is kept.
  enum Place {
    case period(subscription: Int, Int)
    case purchase(Int)
  }

  /// The customer asks Apple for a refund. A subscription that they ask it for no longer renews.
  package mutating func requestRefund(
    of transactionId: String, because reason: ConsumptionReason
  ) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let transaction = transaction(at: place)
    guard transaction.revocation == nil else { throw .alreadyRefunded(transactionId) }
    guard refundRequests[transaction.transactionId] == nil else {
      throw .refundRequested(transactionId)
    }
    expectAnswer(about: transaction.transactionId)
    switch place {
    case .purchase(let index):
      announce(.consumptionRequest, purchase: index, as: transactionId, because: reason)
    case .period(let index, let position):
      announce(
        .consumptionRequest, nil, index, position, as: transactionId, because: reason)
      if case .active = subscriptions[index].phase, subscriptions[index].autoRenews {
        turnOff(index)
      }
    }
  }

  /// Apple turns a request down.
  package mutating func declineRefund(of transactionId: String) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let request = refundRequests.removeValue(forKey: transaction(at: place).transactionId)
    guard request != nil else { throw .noRefundRequest(transactionId) }
    switch place {
    case .purchase(let index): announce(.refundDeclined, purchase: index, as: transactionId)
    case .period(let index, let position):
      announce(.refundDeclined, nil, index, position, as: transactionId)
    }
  }

  /// Apple gives the money back. A refund of the current period ends the subscription; of an
  /// earlier one it ends nothing.
  ///
  /// - Parameter isProrated: for the time of the period that is left, not for all of it.
  package mutating func refund(
    _ transactionId: String, because reason: RefundReason = .other, isProrated: Bool = false
  ) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let transaction = transaction(at: place)
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

  /// Thousandths of a percent of the paid time that are left now; `nil` if it is over, or none. Days
  /// of an extension were not paid.
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
    refundRequests[transaction(at: place).transactionId] = nil
    change(at: place) { $0.revocation = revocation }
    switch place {
    case .purchase(let index): announce(.refund, purchase: index, as: id)
    case .period(let index, let position):
      if subscriptions[index].presentPeriod.contains(position) {
        if subscriptions[index].current.revocation == nil {
          limitSeats(of: index)
        } else {
          endRevoked(index)
        }
      }
      announce(.refund, subtype, index, position, as: id)
      unclaimSeats(of: index)
    }
  }

  /// Every transaction of the present period is revoked.
  mutating func endRevoked(_ index: Int) {
    if case .expired(let intent) = subscriptions[index].phase {
      subscriptions[index].endedBecause = intent
    }
    subscriptions[index].phase = .revoked
    subscriptions[index].isCommitmentOver = true
    subscriptions[index].autoRenews = false
    subscriptions[index].running = nil
    subscriptions[index].priceIncrease = nil
    subscriptions[index].pending = nil
    subscriptions[index].nextProductId = subscriptions[index].current.productId
    queue.schedule(index, at: nil)
  }

  /// A dispute undoes a refund: access is back until the old renewal date, and nothing renews it.
  ///
  /// - Throws: ``StoreRefusal/boughtAgain(_:)`` while the period would run beside one that was
  ///   bought after the refund: it is not documented which of the two counts then.
  package mutating func reverseRefund(of transactionId: String) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let transaction = transaction(at: place)
    guard transaction.isRefunded else { throw .notRefunded(transactionId) }
    switch place {
    case .purchase(let index):
      change(at: place) { $0.revocation = nil }
      announce(.refundReversed, purchase: index, as: transactionId)
    case .period(let index, let position):
      let isLast = subscriptions[index].presentPeriod.contains(position)
      let isOver = transaction.expiresDate.map { $0 <= now } ?? true
      guard !isLast || isOver || !runsBeside(index) else { throw .boughtAgain(transactionId) }
      // What was upgraded runs beside nothing.
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
      announce(.refundReversed, nil, index, position, as: transactionId)
    }
  }

  /// Whether another subscription of the customer runs in the same group.
  private func runsBeside(_ index: Int) -> Bool {
    ownSubscriptions(of: subscriptions[index].customer).contains {
      $0 != index && subscriptions[$0].groupId == subscriptions[index].groupId
        && subscriptions[$0].isRunning
    }
  }

  func transaction(at place: Place) -> StoreTransaction {
    switch place {
    case .period(let index, let position): subscriptions[index].transactions[position]
    case .purchase(let index): purchases[index].transaction
    }
  }

  /// Changes a transaction, which moves it to the end of the order of changes.
  mutating func change(at place: Place, _ change: (inout StoreTransaction) -> Void) {
    let revision = nextRevision()
    switch place {
    case .period(let index, let position):
      change(&subscriptions[index].transactions[position])
      let copies = subscriptions[index].transactions[position].copies.indices
      subscriptions[index].transactions[position].revision = revision
      for copy in copies {
        subscriptions[index].transactions[position].copies[copy].revision = nextRevision()
      }
    case .purchase(let index):
      change(&purchases[index].transaction)
      purchases[index].transaction.revision = revision
      for copy in purchases[index].transaction.copies.indices {
        purchases[index].transaction.copies[copy].revision = nextRevision()
      }
    }
  }

  /// Only the payer of a purchase can have it changed.
  func ownPlace(of transactionId: String) throws(StoreRefusal) -> Place {
    let place = try place(of: transactionId)
    guard transaction(at: place).isOwn else { throw .familyShared(transactionId) }
    return place
  }

  func place(of transactionId: String) throws(StoreRefusal) -> Place {
    guard let owner = identifiers.owner(of: transactionId) else {
      throw .unknownTransaction(transactionId)
    }
    for index in customers[owner].subscriptions {
      let transactions = subscriptions[index].transactions
      if let position = transactions.lastIndex(where: { $0.isNamed(transactionId) }) {
        return .period(subscription: index, position)
      }
    }
    for index in customers[owner].purchases
    where purchases[index].transaction.isNamed(transactionId) {
      return .purchase(index)
    }
    throw .unknownTransaction(transactionId)
  }
}
