package import AppStoreServerAPI
package import Ledger
import PaywallCatalog
import Subscribers

/// The reason why a seat was not claimed, given back or associated.
package enum SeatFailure: Error, Hashable, Sendable {
  case appStore(AppStoreAPIError)
  case ledger(LedgerFailure)
  /// The claim is another person's, or the person has another seat of the purchase.
  case taken
  /// No such claim of the purchase is recorded.
  case unknown
  /// The claim has ended; another one is needed.
  case ended
}

/// The seats of a purchase as Apple counts them, and as they are recorded.
package struct SeatOverview: Hashable, Sendable {
  package let counts: SeatCounts
  /// Ended ones too.
  package let seats: [RecordedSeat]

  package init(counts: SeatCounts, seats: [RecordedSeat]) {
    (self.counts, self.seats) = (counts, seats)
  }

  package func isClaimed(_ seat: RecordedSeat) -> Bool { counts.claimIds.contains(seat.claim.id) }

  /// Claims at Apple of which no record says who has them.
  package var unrecorded: [String] {
    counts.claimIds.filter { id in
      !seats.contains { $0.claim.id == id && $0.claim.ended == nil }
    }
  }
}
