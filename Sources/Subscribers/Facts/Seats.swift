package import PaywallCatalog

/// The seats of a multiseat purchase (AppleFacts.md § 3). The number of bought seats is the
/// `quantity` of the transaction.
package struct Seats: Hashable, Sendable, Codable {
  package var invitations: OpenEnum<InvitationManagement>?
  /// Apple's `price` of the transaction: the average of a seat, in milliunits, rounded.
  package var averagePrice: Int64?
  /// The prices of the seats; empty if all cost the average price.
  package var tiers: [SeatTier]
  /// How many of the seats were refunded.
  package var revoked: Int?

  package init(
    invitations: OpenEnum<InvitationManagement>? = nil, averagePrice: Int64? = nil,
    tiers: [SeatTier] = [], revoked: Int? = nil
  ) {
    self.invitations = invitations
    self.averagePrice = averagePrice
    self.tiers = tiers
    self.revoked = revoked
  }

  enum CodingKeys: String, CodingKey {
    case invitations = "invitationManagement"
    case averagePrice = "price"
    case tiers = "priceTiers"
    case revoked = "revokedSeatQuantity"
  }
}

/// Seats of one price.
package struct SeatTier: Hashable, Sendable, Codable {
  /// The price of one seat, in milliunits of the transaction's currency.
  package var price: Int64?
  package var quantity: Int?

  package init(price: Int64?, quantity: Int?) {
    self.price = price
    self.quantity = quantity
  }
}

/// The number of revoked seats that a copy of a transaction first named.
package struct SeatRevocation: Hashable, Sendable, Codable {
  /// How many seats were revoked by then, counted from the purchase.
  package var quantity: Int
  /// When Apple signed the copy.
  package var at: Timestamp

  package init(quantity: Int, at: Timestamp) {
    self.quantity = quantity
    self.at = at
  }
}

extension [SeatRevocation] {
  /// Adds those of another copy; of one number the earliest moment stays.
  mutating func merge(_ others: [SeatRevocation]) {
    for other in others {
      if let place = firstIndex(where: { $0.quantity == other.quantity }) {
        self[place].at = Swift.min(self[place].at, other.at)
      } else {
        insert(other, at: firstIndex { $0.quantity > other.quantity } ?? endIndex)
      }
    }
  }
}

/// Who invites the members of a multiseat purchase.
package enum InvitationManagement: String, CaseIterable, Sendable {
  /// Members get transactions of their own.
  case apple = "APPLE"
  /// The app's server keeps who has a seat.
  case developer = "DEVELOPER"
}

/// Why a transaction was added to a period that runs.
package enum AdditionalTransactionReason: String, CaseIterable, Sendable {
  case seatAddition = "SEAT_ADDITION"
}
