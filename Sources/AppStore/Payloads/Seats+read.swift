import Subscribers

extension Seats {
  /// Reads `multiSeatInfo` of a transaction or of a renewal; `nil` without it. A member of another
  /// type than Apple's makes the price unknown.
  init?(_ object: JSONObject, tiers: String, averagePrice: Int64?) {
    guard !object.lacks("multiSeatInfo") else { return nil }
    let unknown = [SeatTier(price: nil, quantity: nil)]
    let info = object.object("multiSeatInfo")
    self.init(
      invitations: info?.word("invitationManagement"), averagePrice: averagePrice,
      tiers: info.map { $0.lacks(tiers) ? [] : $0.tiers(tiers) ?? unknown } ?? unknown,
      revoked: info.flatMap { $0.lacks("revokedSeatQuantity") ? nil : $0.revokedSeats })
  }
}

extension JSONObject {
  fileprivate func tiers(_ name: String) -> [SeatTier]? {
    objects(name)?.map { SeatTier(price: $0?.integer("price"), quantity: $0?.int("quantity")) }
  }

  /// A number that cannot be read contradicts itself, as one below 0 does.
  fileprivate var revokedSeats: Int { int("revokedSeatQuantity") ?? -1 }
}

extension BundleMembership {
  /// `nil` without any member of a bundle.
  init?(_ object: JSONObject) {
    self.init(
      productId: object.identifier("bundleProductId"),
      originalTransactionId: object.identifier("bundleOriginalTransactionId"),
      groupId: object.identifier("bundleSubscriptionGroupIdentifier")
        ?? object.identifier("bundleSubscriptionGroupId"),
      transactionId: object.identifier("bundleTransactionId"),
      willUnbundle: object.flag("willUnbundle"),
      pendingUpgradeProductId: object.identifier("pendingUpgradeProductId"))
    if isEmpty { return nil }
  }
}
