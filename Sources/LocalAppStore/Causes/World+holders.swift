// The customers who have a seat beside the payer. The payer has one too.
extension World {
  /// Gives a seat to another customer. If Apple invites, they get a transaction of their own; if
  /// the app's server invites, it has claimed the seat and records who has it.
  package mutating func assignSeat(
    of productId: String, by payerId: String, to id: String
  ) throws(StoreRefusal) {
    let (index, holder) = (try runningBySeat(productId, of: payerId), try customer(id))
    guard let seats = subscriptions[index].seats, let kind = subscriptions[index].current.seats
    else { throw .notBySeat(productId) }
    guard holder != subscriptions[index].customer,
      !subscriptions[index].holders.contains(where: { $0.customer == holder })
    else { throw .hasSeat(id) }
    guard subscriptions[index].holders.count + 1 < seats else { throw .noSeatLeft }
    let claim = kind.invitations == .developer ? identifiers.uuid() : nil
    subscriptions[index].holders.append(SeatHolder(customer: holder, claimId: claim))
    updateShares(ofSubscription: index)
  }

  /// Takes a seat back: the payer removes the customer, or they leave.
  package mutating func unassignSeat(
    of productId: String, by payerId: String, from id: String
  ) throws(StoreRefusal) {
    let (index, holder) = (try runningBySeat(productId, of: payerId), try customer(id))
    let place = subscriptions[index].holders.firstIndex { $0.customer == holder }
    guard let place else { throw .hasNoSeat(id) }
    let claim = subscriptions[index].holders.remove(at: place).claimId
    if let claim { announceUnclaimed([claim], of: index) }
    updateShares(ofSubscription: index)
  }

  private func runningBySeat(_ productId: String, of id: String) throws(StoreRefusal) -> Int {
    let index = try running(productId, of: id)
    guard subscriptions[index].seats != nil else { throw .notBySeat(productId) }
    return index
  }

  /// The last ones to get a seat lose it when fewer are left.
  mutating func limitHolders(of index: Int) {
    let most = max((subscriptions[index].seats ?? 0) - 1, 0)
    let excess = subscriptions[index].holders.count - most
    if excess > 0 { subscriptions[index].holders.removeLast(excess) }
  }

  /// A refund unclaims the seats that the app's server claimed last; a renewal with fewer seats does not.
  mutating func unclaimSeats(of index: Int) {
    guard subscriptions[index].current.seats?.invitations == .developer else { return }
    let before = subscriptions[index].holders
    limitHolders(of: index)
    let claims = before.dropFirst(subscriptions[index].holders.count).compactMap(\.claimId)
    if !claims.isEmpty { announceUnclaimed(claims, of: index) }
  }

  /// The ids of the customers who have a seat beside the payer.
  package func holderIds(of subscription: StoreSubscription) -> [String] {
    subscription.holders.compactMap { holder in holder.customer.map { customers[$0].id } }
  }
}
