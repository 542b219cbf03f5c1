extension World {
  /// Sets whether someone has to approve what a customer buys. Earlier requests still wait.
  package mutating func setAsksToBuy(_ asks: Bool, of id: String) throws(StoreRefusal) {
    customers[try customer(id)].asksToBuy = asks
  }

  /// Adds a purchase that waits. A purchase that is not possible now is refused now; a signature is
  /// judged, and its nonce used, when the customer asks.
  mutating func ask(
    for productId: String, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) {
    guard openRequest(for: productId, by: buyer) == nil else { throw .alreadyAsked(productId) }
    var tried = self
    defer { usedNonces = tried.usedNonces }
    _ = try tried.purchase(productId, by: buyer, options)
    var verified = options
    verified.verifiedAt = now
    purchaseRequests.removeAll { !$0.isOpen(at: now) }
    purchaseRequests.append(
      PurchaseRequest(
        customer: buyer, productId: productId, askedAt: now, options: verified))
  }

  /// Someone approves a purchase that waits, and it happens.
  ///
  /// - Returns: the same as ``buy(_:by:_:)``.
  @discardableResult
  package mutating func approve(
    _ productId: String, by id: String
  ) throws(StoreRefusal) -> StoreTransaction? {
    let buyer = try customer(id)
    guard let place = openRequest(for: productId, by: buyer) else { throw .notAsked(productId) }
    let transaction = try purchase(productId, by: buyer, purchaseRequests[place].options)
    purchaseRequests.remove(at: place)
    return transaction
  }

  /// Someone declines a purchase that waits, and nothing happens.
  package mutating func decline(_ productId: String, by id: String) throws(StoreRefusal) {
    let buyer = try customer(id)
    guard let place = openRequest(for: productId, by: buyer) else { throw .notAsked(productId) }
    purchaseRequests.remove(at: place)
  }

  /// The purchases of a customer that wait, in the order in which they asked.
  package func purchaseRequests(of id: String) throws(StoreRefusal) -> [PurchaseRequest] {
    let buyer = try customer(id)
    return purchaseRequests.filter { $0.customer == buyer && $0.isOpen(at: now) }
  }

  private func openRequest(for productId: String, by buyer: Int) -> Int? {
    purchaseRequests.firstIndex {
      $0.customer == buyer && $0.productId == productId && $0.isOpen(at: now)
    }
  }
}
