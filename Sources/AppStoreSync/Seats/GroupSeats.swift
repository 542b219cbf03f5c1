package import AppStoreServerAPI
import Crypto
package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// The seats that the team's server claims for members of a group. Apple is asked first, then the
/// ledger is written: what failed between the two is repeated.
package struct GroupSeats: Sendable {
  private let client: AppStoreClient
  private let ledger: any Ledger
  private let environment: AppStoreEnvironment
  private let now: @Sendable () -> Timestamp

  package init(
    _ client: AppStoreClient, _ ledger: any Ledger, in environment: AppStoreEnvironment,
    now: @escaping @Sendable () -> Timestamp
  ) {
    (self.client, self.ledger, self.environment, self.now) = (client, ledger, environment, now)
  }

  /// A record as it is now, and whether the call changed it.
  package struct Change: Hashable, Sendable {
    package let seat: RecordedSeat
    package let isNew: Bool
  }

  /// Claims a seat. A person has one of a purchase: another claim is the same one, unless Apple does
  /// not name it any more, as after a lapse of the purchase. Two members with one name are refused.
  ///
  /// - Parameter requestIdentifier: Apple's; by default it follows from the person, so that a
  ///   repeat is known without one.
  package func claim(
    for member: SeatMember, of purchase: String, requestIdentifier: String? = nil
  ) async throws(SeatFailure) -> Change {
    var seats = try await recorded(purchase)
    let held = seats.filter { $0.claim.ended == nil && $0.member.sharesName(with: member) }
    if let held = held.first(where: { $0.member.isSame(as: member) }) ?? held.first {
      let counts = try await counts(of: purchase)
      if counts.claimIds.contains(held.claim.id) { return try Self.unchanged(held, for: member) }
      _ = try await end(held.claim.id, of: purchase, by: .appStore)
    }
    // A claim of this person that has ended meanwhile leads to the next request.
    for _ in 0..<2 {
      seats = try await recorded(purchase)
      let ended = seats.count { $0.claim.ended != nil && $0.member.isSame(as: member) }
      let request = SeatRequest(
        originalTransactionId: purchase,
        requestIdentifier: requestIdentifier ?? identifier(of: member, purchase, after: ended),
        appTransactionId: member.appTransactionId)
      let id = try await ask { client async throws(AppStoreAPIError) in
        try await client.claimSeat(request, in: environment).value
      }
      let claim = SeatClaim(id: id, originalTransactionId: purchase, claimedAt: now())
      switch try await record(claim, of: member) {
      case .recorded(let seat, let isNew):
        if seat.claim.ended == nil { return Change(seat: seat, isNew: isNew) }
      case .seated(let other):
        // Two calls claimed at once. If this fails, the seat is shown as claimed and not recorded.
        _ = try? await client.unclaimSeat(id, of: purchase, in: environment)
        return try Self.unchanged(other, for: member)
      case .taken, .unknown: throw .taken
      }
      if requestIdentifier != nil { break }
    }
    throw .ended
  }

  /// - Throws: `taken` for a seat of somebody else with one of the person's names.
  private static func unchanged(
    _ seat: RecordedSeat, for member: SeatMember
  ) throws(SeatFailure) -> Change {
    guard seat.member.isSame(as: member) else { throw .taken }
    return Change(seat: seat, isNew: false)
  }

  /// Gives a seat back, and ends the access of who has it.
  package func unclaim(_ id: String, of purchase: String) async throws(SeatFailure) -> Change {
    let seat = try await recorded(purchase).first { $0.claim.id == id }
    if let seat, seat.claim.ended != nil { return Change(seat: seat, isNew: false) }
    do throws(AppStoreAPIError) {
      _ = try await client.unclaimSeat(id, of: purchase, in: environment)
    } catch {
      // Apple has ended it already, or the whole purchase.
      guard seat != nil, error.knowsNoSeat else { throw .appStore(error) }
    }
    guard let ended = try await end(id, of: purchase, by: .server) else { throw .unknown }
    return Change(seat: ended, isNew: true)
  }

  /// Says which of Apple's customers has a seat that was claimed for a user id.
  package func associate(
    _ id: String, of purchase: String, with appTransactionId: String
  ) async throws(SeatFailure) -> Change {
    let member = SeatMember(appTransactionId: appTransactionId)
    let seats = try await recorded(purchase)
    guard let seat = seats.first(where: { $0.claim.id == id }), seat.member != SeatMember() else {
      throw .unknown
    }
    guard seat.claim.ended == nil else { throw .ended }
    if seat.member.isSame(as: member) { return Change(seat: seat, isNew: false) }
    let isSeated = seats.contains { $0.claim.ended == nil && $0.member.isSame(as: member) }
    guard seat.member.appTransactionId == nil, !isSeated else { throw .taken }
    _ = try await ask { client async throws(AppStoreAPIError) in
      try await client.associateSeat(id, of: purchase, with: appTransactionId, in: environment)
    }
    switch try await record(seat.claim, of: member, isKnown: true) {
    case .recorded(let seat, let isNew): return Change(seat: seat, isNew: isNew)
    case .taken, .seated: throw .taken
    case .unknown: throw .unknown
    }
  }

  /// Returns the seats as Apple counts them, and as they are recorded.
  package func overview(of purchase: String) async throws(SeatFailure) -> SeatOverview {
    let counts = try await counts(of: purchase)
    return SeatOverview(counts: counts, seats: try await recorded(purchase))
  }

  private func counts(of purchase: String) async throws(SeatFailure) -> SeatCounts {
    try await ask { client async throws(AppStoreAPIError) in
      try await client.seats(of: purchase, in: environment).value
    }
  }

  private func end(
    _ id: String, of purchase: String, by party: SeatClaim.Party
  ) async throws(SeatFailure) -> RecordedSeat? {
    try await asking { () async throws(LedgerFailure) in
      try await ledger.endSeat(id, of: purchase, by: party, in: environment, at: now())
    }
  }

  /// The person's, for the claim after this many that have ended: a UUID of a digest.
  private func identifier(
    of member: SeatMember, _ purchase: String, after ended: Int
  ) -> String {
    let name = member.userId.map { "user/\($0)" } ?? "app/\(member.appTransactionId ?? "")"
    let text = "\(environment.rawValue)/\(purchase)/\(ended)/\(name)"
    var bytes = Array(SHA256.hash(data: Array(text.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.hexadecimal[...].withHyphens
  }

  private func recorded(_ purchase: String) async throws(SeatFailure) -> [RecordedSeat] {
    try await asking { () async throws(LedgerFailure) in
      try await ledger.seats(of: purchase, in: environment)
    }
  }

  private func record(
    _ claim: SeatClaim, of member: SeatMember, isKnown: Bool = false
  ) async throws(SeatFailure) -> SeatOutcome {
    try await asking { () async throws(LedgerFailure) in
      try await ledger.record(claim, of: member, isKnown: isKnown, in: environment, at: now())
    }
  }

  private func asking<Output>(
    _ call: () async throws(LedgerFailure) -> Output
  ) async throws(SeatFailure) -> Output {
    do throws(LedgerFailure) {
      return try await call()
    } catch {
      throw .ledger(error)
    }
  }

  private func ask<Output>(
    _ call: (AppStoreClient) async throws(AppStoreAPIError) -> Output
  ) async throws(SeatFailure) -> Output {
    do throws(AppStoreAPIError) {
      return try await call(client)
    } catch {
      throw .appStore(error)
    }
  }
}
