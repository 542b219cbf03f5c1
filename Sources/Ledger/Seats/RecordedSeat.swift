package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// The person who has a seat: a user id, Apple's id of a customer, or both.
package struct SeatMember: Hashable, Sendable {
  package var userId: String?
  package var appTransactionId: String?

  package init(userId: String? = nil, appTransactionId: String? = nil) {
    (self.userId, self.appTransactionId) = (userId, appTransactionId)
  }

  /// The names of the rows among the customers.
  var rowNames: [String] {
    [userId.map(CustomerRow.name(ofUser:)), appTransactionId].compactMap(\.self)
  }

  /// Whether another one could be the same person: no name of one kind differs.
  func agrees(with other: SeatMember) -> Bool {
    func agree(_ left: String?, _ right: String?) -> Bool {
      guard let left, let right else { return true }
      return left.hasSameUTF8(as: right)
    }
    return agree(userId, other.userId) && agree(appTransactionId, other.appTransactionId)
  }

  /// Whether another one has a name of this one. Then both cannot have a seat of one purchase.
  package func sharesName(with other: SeatMember) -> Bool {
    func isShared(_ left: String?, _ right: String?) -> Bool {
      guard let left, let right else { return false }
      return left.hasSameUTF8(as: right)
    }
    return isShared(userId, other.userId) || isShared(appTransactionId, other.appTransactionId)
  }

  /// Whether another one is surely the same person.
  package func isSame(as other: SeatMember) -> Bool {
    sharesName(with: other) && agrees(with: other)
  }
}

/// A claim, and who has the seat.
package struct RecordedSeat: Hashable, Sendable {
  package var claim: SeatClaim
  package var environment: AppStoreEnvironment
  /// Without a name if the App Store took the seat back before the ledger heard of it, or if the
  /// person was erased.
  package var member: SeatMember
}

/// The result of recording a claim.
package enum SeatOutcome: Hashable, Sendable {
  /// The record as it is now, and whether the call changed it. It has ended if the App Store took
  /// the seat back meanwhile.
  case recorded(RecordedSeat, isNew: Bool)
  /// The claim is another person's.
  case taken
  /// The person, or somebody with one of the person's names, has another seat of this purchase.
  case seated(RecordedSeat)
  /// No claim of this purchase.
  case unknown
}

extension LedgerTables {
  /// Puts the rows of each claim together.
  func recorded(_ rows: [SeatRow]) throws -> [RecordedSeat] {
    var (seats, places) = ([RecordedSeat](), [UTF8Key: Int]())
    for row in rows {
      let place = places[UTF8Key(row.claim.id)] ?? seats.count
      if place == seats.count {
        places[UTF8Key(row.claim.id)] = place
        seats.append(
          RecordedSeat(claim: row.claim, environment: row.environment, member: SeatMember()))
      }
      guard let customer = try row.member.flatMap({ try customer($0) }) else { continue }
      if let user = customer.userId {
        seats[place].member.userId = user
      } else {
        seats[place].member.appTransactionId = customer.appTransactionId
      }
    }
    return seats
  }
}
