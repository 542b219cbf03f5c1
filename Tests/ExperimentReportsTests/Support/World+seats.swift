import Ledger
import PaywallCatalog
import Subscribers
import TestSupport

extension World {
  /// Makes a purchase one of several seats, in one tier or two.
  mutating func takeSeats(_ fact: inout TransactionFact) {
    guard let price = fact.price else { return }
    let tiers = (0..<1 + random.below(2)).map { number in
      SeatTier(price: price / Int64(number + 1), quantity: 1 + random.below(30))
    }
    let seats = Seats(tiers: tiers)
    fact.quantity = tiers.reduce(0) { $0 + ($1.quantity ?? 0) }
    fact.seats = seats
    fact.price = seats.amount(of: fact.quantity, isFree: false)
  }

  /// Refunds some seats, in steps, and adds some.
  mutating func changeSeats(
    of fact: inout TransactionFact, _ ledger: any Ledger
  ) async throws {
    let bought = fact.purchaseDate ?? fact.signedDate
    var revoked = 0
    for step in 1...2 where random.chance(40) {
      revoked = min(revoked + 1 + random.below(10), fact.quantity ?? 1)
      fact.signedDate = bought.adding(
        milliseconds: Int64(step) * 2 * day + Int64(random.below(Int(day))))
      fact.seats?.revoked = revoked
      fact.seatRevocations = [SeatRevocation(quantity: revoked, at: fact.signedDate)]
      try await send("REFUND", "SEATS", fact, ledger)
    }
    guard random.chance(40) else { return }
    var added = fact
    added.transactionId = next()
    added.purchaseDate = bought.adding(milliseconds: Int64(random.below(5 * Int(day))))
    added.additionalReason = OpenEnum(.seatAddition)
    added.seatRevocations = []
    added.seats = Seats(tiers: [SeatTier(price: 1990, quantity: 3)])
    (added.quantity, added.price) = (3, added.offerDiscount == nil ? 5970 : 0)
    try await send("DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY", added, ledger)
  }
}
