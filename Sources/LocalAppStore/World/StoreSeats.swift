/// The seats of one transaction of a multiseat purchase (AppleFacts.md § 3).
package struct StoreSeats: Hashable, Sendable {
  package var invitations: SeatInvitations
  /// The seats by their price; the quantities add up to that of the transaction.
  package var tiers: [Tier]
  /// How many were refunded.
  package var revoked = 0
  /// They were added to a period that ran.
  package var isAddition = false
  /// Several transactions share the period, this one among them.
  package var sharesPeriod = false

  /// Seats of one price.
  package struct Tier: Hashable, Sendable {
    /// Milliunits of each seat.
    package var price: Int64
    package var quantity: Int
  }

  /// Milliunits of all seats together.
  static func total(of tiers: [Tier]) -> Int64 {
    tiers.reduce(0) { $0 + $1.price * Int64($1.quantity) }
  }

  /// Apple's `price` of a multiseat purchase, milliunits of a seat on average. Rounded down.
  static func average(of tiers: [Tier]) -> Int64 {
    let seats = tiers.reduce(0) { $0 + $1.quantity }
    return seats > 0 ? total(of: tiers) / Int64(seats) : 0
  }

  /// The seats that the transaction of a holder repeats.
  var ofHolder: StoreSeats { StoreSeats(invitations: invitations, tiers: tiers) }
}

/// A customer who has a seat.
package struct SeatHolder: Hashable, Sendable {
  /// The index of a customer; `nil` while the app's server has not said who it is.
  var customer: Int?
  /// A UUID, if the app's server invites: Apple's `seatClaimId`.
  package let claimId: String?
}

extension SeatTerms {
  /// The seats of a range by their price.
  ///
  /// - Parameters:
  ///   - seats: numbers of seats, from 1.
  ///   - price: milliunits of the first ones.
  func tiers(of seats: ClosedRange<Int>, from price: Int64) -> [StoreSeats.Tier] {
    let starts = [(from: 1, price: price)] + discounts.map { (from: $0.from, price: $0.price) }
    return starts.enumerated().compactMap { number, tier in
      let next = number + 1 < starts.count ? starts[number + 1].from : Int.max
      let (low, high) = (max(tier.from, seats.lowerBound), min(next - 1, seats.upperBound))
      return low <= high ? .init(price: tier.price, quantity: high - low + 1) : nil
    }
  }
}
