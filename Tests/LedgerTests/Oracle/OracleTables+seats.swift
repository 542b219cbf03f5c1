import PaywallCatalog
import PaywallTextCoding
import Subscribers

@testable import Ledger

extension OracleTables {
  func seats(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) -> [SeatRow] {
    seats.filter {
      $0.environment == environment
        && $0.claim.originalTransactionId.hasSameUTF8(as: originalTransactionId)
    }
  }

  func seats(ofMember customer: CustomerRow.Number) -> [SeatRow] {
    seats.filter { $0.member == customer }
  }

  func seats(claim id: String, in environment: AppStoreEnvironment) -> [SeatRow] {
    seats.filter { $0.environment == environment && $0.claim.id.hasSameUTF8(as: id) }
  }

  mutating func add(_ seat: SeatRow) { seats.append(seat) }

  mutating func end(seats claim: SeatClaim, in environment: AppStoreEnvironment) {
    for index in seats.indices
    where seats[index].environment == environment
      && seats[index].claim.id.hasSameUTF8(as: claim.id)
    {
      seats[index].claim.ended = claim.ended
    }
  }

  mutating func removeSeats(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) {
    let gone = seats(of: originalTransactionId, in: environment)
    seats.removeAll { gone.contains($0) }
  }
}
