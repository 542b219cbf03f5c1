import PaywallSubscribers

extension Seats {
  /// Reads `multiSeatInfo` of a transaction or of a renewal.
  init(_ object: JSONObject, tiers: String, averagePrice: Int64?) {
    self.init(
      invitations: object.word("invitationManagement"), averagePrice: averagePrice,
      tiers: (object.objects(tiers) ?? []).map {
        SeatTier(price: $0?.integer("price"), quantity: $0?.int("quantity"))
      }, revoked: object.int("revokedSeatQuantity"))
  }
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
