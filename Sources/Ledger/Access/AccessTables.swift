package import PaywallCatalog
package import Subscribers

/// Given access, by the customer who has it. A user id that was given access is a row among the
/// customers, under a name that Apple gives to none (`CustomerRow.name(ofUser:)`).
package protocol AccessTables {
  /// In the order in which it was given first.
  func access(of customer: CustomerRow.Number) throws -> [GivenAccess]
  /// The record of a source, with the number of its customer.
  func access(
    _ id: String, from source: GivenAccess.Source, in environment: AppStoreEnvironment
  ) throws -> (access: GivenAccess, customer: CustomerRow.Number)?
  /// Writes the record of an id, in the place of the one before.
  mutating func put(_ access: GivenAccess, of customer: CustomerRow) throws
  /// The number of records that were given last by a name, by hand, at a moment or later.
  func countOfAccess(byHandOf giver: String, since moment: Timestamp) throws -> Int
  /// Removes a customer without purchases and texts, with given access, seats and its events.
  mutating func removeHolder(_ customer: CustomerRow.Number) throws
}

extension HeldAccess {
  init(_ access: GivenAccess, of customer: CustomerRow) {
    let user = customer.userId
    self.init(
      access: access, environment: customer.environment, userId: user,
      appTransactionId: user == nil ? customer.appTransactionId : nil)
  }

  /// Members without a value are left out. The user id is the one that the team's server named.
  var webhookData: [Content.Member] {
    .texts(
      ("environment", environment.rawValue), ("userId", userId),
      ("appTransactionId", appTransactionId), ("source", access.source.rawValue),
      ("accessId", access.id), ("entitlement", access.entitlement), ("productId", access.product),
      ("givenAt", access.givenAt.rfc3339), ("expiresAt", access.until.rfc3339),
      ("revokedAt", access.revokedAt?.rfc3339))
  }
}

extension SeatClaim {
  /// As of `HeldAccess`.
  func webhookData(of member: CustomerRow) -> [Content.Member] {
    let user = member.userId
    return .texts(
      ("environment", member.environment.rawValue), ("userId", user),
      ("appTransactionId", user == nil ? member.appTransactionId : nil),
      ("source", Entitlement.Source.seat.rawValue), ("seatClaimId", id),
      ("originalTransactionId", originalTransactionId), ("claimedAt", claimedAt.rfc3339),
      ("endedAt", ended?.at.rfc3339))
  }
}

/// The result of giving access.
package enum AccessOutcome: Hashable, Sendable {
  /// The record as it is now, and whether the call changed it.
  case given(HeldAccess, isNew: Bool)
  /// The record of this id is another person's.
  case taken
  case limitReached
  case unknownCustomer
  case severalCustomers(Int)
}

extension CustomerRow {
  private static let userMark = "user:"

  /// The name of the row that holds what was given to a user id. Apple's names are numbers.
  static func name(ofUser id: String) -> String { userMark + id }

  /// Whether this is the name of such a row, and no id of Apple's.
  static func isName(ofUser name: String) -> Bool {
    name.utf8.starts(with: userMark.utf8)
  }

  /// The user id whose given access this row holds; `nil` for Apple's customers.
  var userId: String? {
    guard let name = appTransactionId, Self.isName(ofUser: name) else { return nil }
    return String(decoding: name.utf8.dropFirst(Self.userMark.utf8.count), as: UTF8.self)
  }
}
