/// The party that invites the holders of seats, in Apple's spelling.
package enum SeatInvitations: String, CaseIterable, Sendable {
  /// Each holder has a transaction of their own.
  case apple = "APPLE"
  /// The app's server records who has a seat.
  case developer = "DEVELOPER"
}

/// How a subscription is sold by the seat.
package struct SeatTerms: Hashable, Sendable {
  package var invitations: SeatInvitations
  /// Discounts for volume, in ascending order; seats before the first one cost what the product costs.
  package var discounts: [Discount]

  package struct Discount: Hashable, Sendable {
    /// The first seat of this price, from 2.
    package var from: Int
    /// Milliunits of each seat.
    package var price: Int64

    package init(from: Int, price: Int64) {
      self.from = from
      self.price = price
    }
  }

  /// Includes the first price, which is the product's.
  package static let mostTiers = 5
  package static let mostSeats = 1_000_000

  package init(invitations: SeatInvitations = .apple, discounts: [Discount] = []) {
    self.invitations = invitations
    self.discounts = discounts
  }
}
