import PaywallTextCoding

// The members of payloads for purchases by the seat or as part of a bundle.
extension Payloads {
  func seats(of transaction: StoreTransaction, in payload: inout JSONMembers) {
    guard let seats = transaction.seats else { return }
    payload.text("additionalTransactionReason", seats.sharesPeriod ? "SEAT_ADDITION" : nil)
    payload.object("multiSeatInfo") {
      $0.text("invitationManagement", seats.invitations.rawValue)
      $0.objects("priceTiers", seats.tiers.map(tier))
      $0.number("revokedSeatQuantity", seats.revoked > 0 ? seats.revoked : nil)
    }
  }

  func tier(_ tier: StoreSeats.Tier) -> JSONMembers {
    JSONMembers {
      $0.number("price", tier.price)
      $0.number("quantity", tier.quantity)
    }
  }

  /// The members have StoreKit's names in the spelling of the server's JSON; Apple has not published it.
  func bundle(_ bundle: StoreBundle?, in payload: inout JSONMembers) {
    guard let bundle else { return }
    payload.text("bundleProductId", bundle.productId)
    payload.text("bundleTransactionId", bundle.transactionId)
    payload.text("bundleOriginalTransactionId", bundle.originalTransactionId)
    payload.text("bundleSubscriptionGroupIdentifier", bundle.groupId)
  }
}
