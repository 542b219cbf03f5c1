// The seats that the app's server claims for those whom it invited (AppleFacts.md § 6.4).
extension World {
  /// The seats of a purchase, and the claims of them in the order in which they were made.
  package func seatCounts(of originalTransactionId: String) throws(StoreRefusal) -> SeatCounts {
    let subscription = subscriptions[try managed(originalTransactionId)]
    let total = subscription.seats ?? 0
    return SeatCounts(
      total: total, available: max(total - 1 - subscription.holders.count, 0),
      claims: subscription.holders.compactMap(\.claimId))
  }

  /// Claims a seat. A request that was made is not made again: its claim is returned, also after it
  /// has ended.
  package mutating func claimSeat(
    of originalTransactionId: String, request: String, appTransactionId: String?
  ) throws(StoreRefusal) -> String {
    let index = try managed(originalTransactionId)
    if let done = subscriptions[index].seatRequests[request] { return done }
    let member = try appTransactionId.map { id throws(StoreRefusal) in try customer(ofApp: id) }
    let held = subscriptions[index].seats ?? 0
    guard subscriptions[index].holders.count + 1 < held else { throw .noSeatLeft }
    let claim = identifiers.uuid()
    subscriptions[index].seatRequests[request] = claim
    subscriptions[index].holders.append(SeatHolder(customer: member, claimId: claim))
    return claim
  }

  /// Gives a seat back. Nothing is announced: the app's server did it.
  package mutating func unclaimSeat(
    _ claim: String, of originalTransactionId: String
  ) throws(StoreRefusal) {
    let (index, place) = try place(of: claim, in: originalTransactionId)
    subscriptions[index].holders.remove(at: place)
  }

  /// Says who has a claimed seat.
  package mutating func associateSeat(
    _ claim: String, of originalTransactionId: String, with appTransactionId: String
  ) throws(StoreRefusal) {
    let (index, place) = try place(of: claim, in: originalTransactionId)
    subscriptions[index].holders[place].customer = try customer(ofApp: appTransactionId)
  }

  private func place(
    of claim: String, in originalTransactionId: String
  ) throws(StoreRefusal) -> (subscription: Int, holder: Int) {
    let index = try managed(originalTransactionId)
    guard let place = subscriptions[index].holders.firstIndex(where: { $0.claimId == claim }) else {
      throw .unknownClaim(claim)
    }
    return (index, place)
  }

  /// The running subscription of an original transaction whose seats the app's server manages.
  private func managed(_ originalTransactionId: String) throws(StoreRefusal) -> Int {
    guard case .period(let index, 0) = try ownPlace(of: originalTransactionId) else {
      throw .unknownTransaction(originalTransactionId)
    }
    let current = subscriptions[index].current
    guard current.bundle == nil else { throw .inBundle(current.productId) }
    guard subscriptions[index].isRunning, current.seats?.invitations == .developer else {
      throw .notDeveloperManaged(originalTransactionId)
    }
    return index
  }

  private func customer(ofApp appTransactionId: String) throws(StoreRefusal) -> Int {
    guard let customer = identifiers.customer(ofApp: appTransactionId),
      customers.indices.contains(customer)
    else { throw .unknownAppTransaction(appTransactionId) }
    return customer
  }
}

/// How many seats a purchase has, and which of them are claimed.
package struct SeatCounts: Hashable, Sendable {
  package let total: Int
  /// The seats to claim; the payer has one too.
  package let available: Int
  /// More than there are seats after a renewal with fewer.
  package let claims: [String]
}
