import PaywallCatalog

// What is sold by the seat or as part of a bundle.
extension Payloads {
  func seats(of transaction: StoreTransaction, in payload: inout PayloadWriter) {
    guard let seats = transaction.seats else { return }
    payload.text("additionalTransactionReason", seats.sharesPeriod ? "SEAT_ADDITION" : nil)
    payload.object("multiSeatInfo") {
      $0.text("invitationManagement", seats.invitations.rawValue)
      $0.objects("priceTiers", seats.tiers.map(tier))
      $0.number("revokedSeatQuantity", seats.revoked > 0 ? seats.revoked : nil)
    }
  }

  func tier(_ tier: StoreSeats.Tier) -> [UInt8] {
    var payload = PayloadWriter()
    payload.number("price", tier.price)
    payload.number("quantity", tier.quantity)
    return payload.bytes
  }

  /// The members have StoreKit's names in the spelling of the server's JSON; Apple has not published it.
  func bundle(_ bundle: StoreBundle?, in payload: inout PayloadWriter) {
    guard let bundle else { return }
    payload.text("bundleProductId", bundle.productId)
    payload.text("bundleTransactionId", bundle.transactionId)
    payload.text("bundleOriginalTransactionId", bundle.originalTransactionId)
    payload.text("bundleSubscriptionGroupIdentifier", bundle.groupId)
  }
}
