import PaywallCatalog

extension World {
  /// Restores a customer's purchases, on this device or another one: those that give access get new
  /// transaction ids, and are otherwise the same. Apple sends nothing; the device has the copies.
  /// Consumables, passes and added seats are not restored.
  ///
  /// - Returns: the last copy; `nil` if there is nothing to restore.
  @discardableResult
  package mutating func restore(_ id: String) throws(StoreRefusal) -> StoreTransaction? {
    let customer = try customer(id)
    var restored: StoreTransaction?
    for index in customers[customer].subscriptions where subscriptions[index].isEntitled {
      let position = subscriptions[index].presentPeriod.lowerBound
      restored = copy(.period(subscription: index, position), of: customer) ?? restored
    }
    for index in customers[customer].purchases
    where purchases[index].transaction.type == .nonConsumable {
      restored = copy(.purchase(index), of: customer) ?? restored
    }
    return restored
  }

  private mutating func copy(_ place: Place, of customer: Int) -> StoreTransaction? {
    let transaction = self[place]
    guard transaction.revocation == nil else { return nil }
    let (id, _) = identifiers.transaction(of: customer)
    // A purchase for good is dated by its restore; a period keeps its dates.
    let date = transaction.type == .nonConsumable ? now : transaction.purchaseDate
    let copy = StoreTransaction.Copy(
      transactionId: id, purchaseDate: date, revision: nextRevision())
    self[place].copies.append(copy)
    markSigned(at: place)
    return self[place].named(id)
  }
}
