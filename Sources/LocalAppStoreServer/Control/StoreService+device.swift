package import LocalAppStore

// The requests of a customer's devices.
extension StoreService {
  /// A request for changes is answered after this time even without any, so that the end of its
  /// client is noticed.
  private static let longestWait = Duration.seconds(5)

  /// Returns the texts that a device of the customer has; to a device that knows them, once
  /// something has changed or after 5 s.
  ///
  /// - Parameter known: the `changes` of the answer that the device has.
  package func signedTexts(of id: String, after known: Int? = nil) async throws -> SignedTextsCard {
    let deadline = ContinuousClock.now + Self.longestWait
    while changes.count(of: id) == known, ContinuousClock.now < deadline, !isEnding {
      await change(by: deadline)
    }
    return try sign(everythingOf: id)
  }

  private func change(by deadline: ContinuousClock.Instant) async {
    let number = changes.next()
    // A timeout of real time: nothing else ends the wait while nothing happens.
    let timeout = Task {
      try await Task.sleep(until: deadline, clock: .continuous)
      self.changes.stopWaiting(number)
    }
    await withCheckedContinuation { self.changes.wait(number, $0) }
    timeout.cancel()
  }

  private func sign(everythingOf id: String) throws -> SignedTextsCard {
    let customer = try world.account(id)
    let records = try world.records(of: id)
    let statuses = world.statuses(ofAny: customer.appTransactionId) ?? []
    return SignedTextsCard(
      changes: changes.count(of: id),
      appTransaction: try chain.sign(
        payloads.appTransaction(of: customer, signedDate: world.now)),
      device: customer.device.id,
      transactions: try records.map { try chain.sign($0, payloads) },
      unfinished: records.map(\.transaction).filter { !$0.isFinished }.map(\.transactionId),
      renewalInfos: try statuses.map { try chain.signRenewal(of: $0, payloads) })
  }

  /// Returns the products that are for sale, with the offers that the customer may have.
  package func products(for id: String) throws(StoreRefusal) -> ProductList {
    let storefront = try world.account(id).storefront
    return ProductList(
      products: try world.deviceProducts(for: id).map { StoreProductCard($0, in: storefront) })
  }
}
