package import HTTPDocuments
package import Ledger
package import PaywallCatalog
import Subscribers

/// A seat that was claimed for a member of a group.
package struct SeatAnswer: AnswerObject {
  package let seat: RecordedSeat
  private let now: Timestamp
  private let isChanged: Bool?
  private let isClaimed: Bool?

  /// - Parameters:
  ///   - isChanged: for an answer to a change.
  ///   - isClaimed: for an answer with Apple's counts.
  package init(
    _ seat: RecordedSeat, isChanged: Bool? = nil, isClaimed: Bool? = nil, now: Timestamp
  ) {
    (self.seat, self.isChanged, self.isClaimed, self.now) = (seat, isChanged, isClaimed, now)
  }

  package static let members = Members<Self> {
    $0.always("seatClaimId", "Apple's id of the claim.") { $0.seat.claim.id }
    $0.always("originalTransactionId", "The purchase that pays for it.") {
      $0.seat.claim.originalTransactionId
    }
    $0.maybe("userId", "The user id of the member.") { $0.seat.member.userId }
    $0.maybe("appTransactionId", "The id from the app of the member.") {
      $0.seat.member.appTransactionId
    }
    $0.always("active", "Whether the claim holds. Access also needs the purchase to run.") {
      $0.seat.claim.isHeld(at: $0.now)
    }
    $0.always("claimedAt") { $0.seat.claim.claimedAt }
    $0.maybe("endedAt") { $0.seat.claim.ended?.at }
    $0.maybe("endedBy", "`server`: you unclaimed it. `appStore`: Apple took the seat back.") {
      $0.seat.claim.ended?.by
    }
    $0.always("environment") { $0.seat.environment }
    $0.maybe("claimed", "In the answer with Apple's counts: whether Apple names the claim.") {
      $0.isClaimed
    }
    $0.maybe("changed", "In the answer to a change: `false` for a repeat.") { $0.isChanged }
  }
}

/// The seats of a purchase: Apple's counts, and who is recorded.
package struct SeatOverviewAnswer: AnswerObject {
  package let total: Int
  package let available: Int
  package let claimed: Int
  package let seats: [SeatAnswer]
  package let unrecorded: [String]

  package init(
    total: Int, available: Int, claimed: Int, seats: [SeatAnswer], unrecorded: [String]
  ) {
    (self.total, self.available, self.claimed) = (total, available, claimed)
    (self.seats, self.unrecorded) = (seats, unrecorded)
  }

  package static let members = Members<Self> {
    $0.always("totalSeatCount", "The seats of the purchase, by Apple.") { $0.total }
    $0.always("availableSeatCount", "The seats that can be claimed, by Apple.") { $0.available }
    $0.always(
      "claimedSeatCount",
      "The claims that Apple names. They may outnumber the seats after a renewal with fewer: Apple ends none, so unclaim some."
    ) { $0.claimed }
    $0.always("seats", "The records, ended ones too, in the order of the claims.") { $0.seats }
    $0.always(
      "unrecordedSeatClaimIds",
      "Claims at Apple of which no record says who has them: claim again with the same person and `requestIdentifier`, or unclaim them."
    ) { $0.unrecorded }
  }
}
