package import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// The rows of sightings: visitor ids and customers who are the same person.
package protocol SightingTables {
  func sighting(_ key: SightingKey, in environment: AppStoreEnvironment) throws -> SightingRow?
  /// In any order.
  func sightings(of customer: CustomerRow.Number) throws -> [SightingRow]
  /// Writes a sighting, replacing an earlier one with its key.
  mutating func put(_ sighting: SightingRow, in environment: AppStoreEnvironment) throws
  mutating func removeSighting(_ key: SightingKey, in environment: AppStoreEnvironment) throws
  /// The sightings of others that a customer has put in doubt, in any order.
  func sightings(contestedBy customer: CustomerRow.Number) throws -> [SightingRow]
  /// Removes all of a customer, who then is not set aside any more. Ids that the customer has put
  /// in doubt stay so for good (`SightingRow.contestForGood`), and use no customer's place.
  mutating func removeSightings(of customer: CustomerRow.Number) throws
  func isSetAside(_ customer: CustomerRow.Number) throws -> Bool
  mutating func setAside(_ customer: CustomerRow.Number) throws
}

// Anyone can send any id with their own receipt, so a sighting never replaces what was seen before,
// and a customer has few of them. Access.md says how far an attacker gets by being first.
extension LedgerTables {
  /// The outcomes of a claim that would change nothing; `nil` if it has to be written.
  package func knownOutcomes(of claim: SightingClaim) throws -> [SightingOutcome]? {
    guard let owner = try owner(of: claim) else { return [] }
    var outcomes: [SightingOutcome] = []
    for (kind, id) in claim.ids {
      let verdict = try verdict(
        on: id, kind, of: claim, owner: owner.number, at: Timestamp(milliseconds: 0))
      guard verdict.change == nil else { return nil }
      outcomes.append(verdict.outcome)
    }
    return outcomes
  }

  /// Stores that the ids of a claim are its customer's: one outcome for each id, and none if the
  /// customer is unknown.
  package mutating func record(
    _ claim: SightingClaim, at now: Timestamp
  ) throws -> [SightingOutcome] {
    guard let owner = try owner(of: claim) else { return [] }
    var outcomes: [SightingOutcome] = []
    for (kind, id) in claim.ids {
      let verdict = try verdict(on: id, kind, of: claim, owner: owner.number, at: now)
      switch verdict.change {
      case .put(let row): try put(row, in: claim.environment)
      case .setAside: try setAside(owner.number)
      case nil: break
      }
      outcomes.append(verdict.outcome)
    }
    return outcomes
  }

  private func owner(of claim: SightingClaim) throws -> CustomerRow? {
    try owner(of: claim.customer, in: claim.environment).first
  }

  private func verdict(
    on id: String, _ kind: IdOrigin, of claim: SightingClaim, owner: CustomerRow.Number,
    at now: Timestamp
  ) throws -> SightingVerdict {
    let key = SightingKey(id, kind)
    let held = try sighting(key, in: claim.environment)
    let isProved = claim.proves(kind)
    if let held, held.customer == owner {
      guard isProved, !held.isProved else { return SightingVerdict(.already) }
      return SightingVerdict(.already, .put(with(held) { $0.isProved = true }))
    }
    guard try !isSetAside(owner) else { return SightingVerdict(.tooMany) }
    if kind == .anonymousId, try isUser(id, in: claim.environment) {
      return SightingVerdict(.knownUser)
    }
    if let held {
      // A held claim gives way to a proof, or if its receipt is claimed for too many ids.
      let givesWay = try isProved && !held.isProved || isSetAside(held.customer)
      guard givesWay else {
        // A claim without proof does not put one with proof in doubt, either.
        guard held.canBeContested(by: owner), isProved || !held.isProved else {
          return SightingVerdict(.contested)
        }
        guard try hasRoom(owner, for: key) else { return SightingVerdict(.tooMany, .setAside) }
        return SightingVerdict(.contested, .put(with(held) { $0.contest(by: owner) }))
      }
    }
    guard try hasRoom(owner, for: key) else { return SightingVerdict(.tooMany, .setAside) }
    let row =
      held?.replaced(by: owner, at: now, route: claim.route, isProved: isProved)
      ?? SightingRow(
        key: key, customer: owner, firstSeen: now, route: claim.route, isProved: isProved,
        isContested: false)
    return SightingVerdict(.new, .put(row))
  }

  /// Whether a customer may have this id, too, or put it in doubt. One that the customer has put in
  /// doubt before has its place already.
  private func hasRoom(_ customer: CustomerRow.Number, for key: SightingKey) throws -> Bool {
    let contested = try sightings(contestedBy: customer).filter { $0.key != key }
    return try sightings(of: customer).count + contested.count < Sighting.mostOfCustomer
  }

  /// Moves the sightings of a provisional customer to the one that Apple names. Doubts between the
  /// two end. If they are too many together, the oldest stay and the customer is set aside.
  mutating func moveSightings(
    of provisional: CustomerRow.Number, to customer: CustomerRow,
    in environment: AppStoreEnvironment
  ) throws {
    let both = [provisional, customer.number]
    func merged(_ rows: [SightingRow]) -> [SightingRow] {
      rows.map { row in with(row) { $0.merge(provisional, into: customer.number) } }
    }
    let rows = merged(try both.flatMap { try sightings(of: $0) }).sorted()
    // Both may have put the same one in doubt.
    let contested = Set(merged(try both.flatMap { try sightings(contestedBy: $0) }))
      .filter { $0.customer != customer.number }
    let isTooMany =
      try isSetAside(provisional) || isSetAside(customer.number)
      || rows.count + contested.count > Sighting.mostOfCustomer
    for number in both { try removeSightings(of: number) }
    for row in rows.prefix(Sighting.mostOfCustomer) { try put(row, in: environment) }
    for row in contested { try put(row, in: environment) }
    if isTooMany { try setAside(customer.number) }
  }

  /// Removes the sightings of an id, in whichever spelling it was sent.
  mutating func removeSightings(ofId id: String, in environment: AppStoreEnvironment) throws {
    for kind in IdOrigin.allCases {
      try removeSighting(SightingKey(id, kind), in: environment)
    }
  }

  fileprivate func sighting(_ row: SightingRow, of customer: CustomerRow) throws -> Sighting {
    let identity = CustomerIdentity(
      appTransactionId: customer.appTransactionId,
      originalTransactionIds: Set(try chains(of: customer.number).map(\.originalTransactionId)))
    return Sighting(
      unit: row.key.unit.text, kind: row.key.kind, customer: identity, firstSeen: row.firstSeen,
      route: row.route, isProved: row.isProved, isContested: row.isContested,
      isSetAside: try isSetAside(customer.number))
  }
}

extension Ledger {
  /// The sightings of an id, as a user's and as an anonymous one; in any letter case if it is a
  /// UUID.
  package func sightings(
    ofId id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await read(.request) { tables in
      try IdOrigin.allCases.compactMap { kind in
        guard let row = try tables.sighting(SightingKey(id, kind), in: environment),
          let customer = try tables.customer(row.customer)
        else { return nil }
        return try tables.sighting(row, of: customer)
      }
    }
  }

  /// The sightings of the customers of a name, the oldest first.
  package func sightings(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [Sighting] {
    try await read(.request) { tables in
      try tables.owners(of: name, in: environment).flatMap { owner in
        try tables.sightings(of: owner.number).sorted().map { try tables.sighting($0, of: owner) }
      }
    }
  }
}

/// The decision on one id of a claim.
private struct SightingVerdict {
  let outcome: SightingOutcome
  let change: Change?

  enum Change {
    case put(SightingRow)
    case setAside
  }

  init(_ outcome: SightingOutcome, _ change: Change? = nil) {
    self.outcome = outcome
    self.change = change
  }
}
