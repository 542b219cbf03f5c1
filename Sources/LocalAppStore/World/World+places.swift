import PaywallCatalog

extension World {
  /// Where a transaction is kept.
  enum Place {
    case period(subscription: Int, Int)
    case purchase(Int)
  }

  func currentPlace(of subscription: Int) -> Place {
    .period(subscription: subscription, subscriptions[subscription].currentPosition)
  }

  subscript(place: Place) -> StoreTransaction {
    get {
      switch place {
      case .period(let index, let position): subscriptions[index].transactions[position]
      case .purchase(let index): purchases[index].transaction
      }
    }
    set {
      switch place {
      case .period(let index, let position): subscriptions[index].transactions[position] = newValue
      case .purchase(let index): purchases[index].transaction = newValue
      }
    }
  }

  /// Changes a transaction, which moves it to the end of the order of changes.
  mutating func change(at place: Place, _ change: (inout StoreTransaction) -> Void) {
    let revision = nextRevision()
    change(&self[place])
    self[place].revision = revision
    for copy in self[place].copies.indices { self[place].copies[copy].revision = nextRevision() }
  }

  /// Dates the later of two notifications of one purchase later, even if both have one cause:
  /// receivers order them by date.
  ///
  /// - Returns: the date of what is signed now.
  @discardableResult
  mutating func markSigned(at place: Place) -> Timestamp {
    let now = now
    func next(_ last: inout Timestamp) -> Timestamp {
      last = max(now, last.adding(milliseconds: 1))
      return last
    }
    let signed =
      switch place {
      case .period(let index, _): next(&subscriptions[index].lastSigned)
      case .purchase(let index): next(&purchases[index].lastSigned)
      }
    lastSigned = max(lastSigned, signed)
    return signed
  }

  /// Returns the place of a transaction for a change, which only the payer of the purchase can
  /// make.
  func ownPlace(of transactionId: String) throws(StoreRefusal) -> Place {
    let place = try place(of: transactionId)
    guard self[place].isOwn else { throw .familyShared(transactionId) }
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
