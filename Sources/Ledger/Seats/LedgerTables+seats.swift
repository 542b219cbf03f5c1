import AppStore
package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// A member who has a seat of a purchase now, with the claim.
typealias SeatedMember = (claim: SeatClaim, member: CustomerRow)

// The members of a purchase's seats, and their access while the purchase runs.
extension LedgerTables {
  /// Records who has a seat that the App Store has given. A repeat changes nothing.
  ///
  /// - Parameter isKnown: whether the claim must be recorded, and the person may get another name.
  package mutating func record(
    _ claim: SeatClaim, of member: SeatMember, isKnown: Bool = false,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> SeatOutcome {
    let isApples = member.appTransactionId.map { !CustomerRow.isName(ofUser: $0) } ?? true
    let rows = try seats(claim: claim.id, in: environment)
    guard isApples,
      rows.allSatisfy({
        $0.claim.originalTransactionId.hasSameUTF8(as: claim.originalTransactionId)
      })
    else { return .unknown }
    var seat = try recorded(rows).first
    if isKnown, seat == nil || seat?.member == SeatMember() { return .unknown }
    if let held = seat?.member, held != SeatMember() {
      guard isKnown ? held.agrees(with: member) : held.isSame(as: member) else { return .taken }
    }
    let others = try recorded(seats(of: claim.originalTransactionId, in: environment))
    let other = others.first {
      !$0.claim.id.hasSameUTF8(as: claim.id) && $0.claim.ended == nil
        && $0.member.sharesName(with: member)
    }
    if let other, seat == nil || isKnown { return .seated(other) }
    var kept = seat?.claim ?? claim
    // A row without a member says only that the claim has ended.
    if seat?.member == SeatMember() { kept.claimedAt = min(claim.claimedAt, kept.claimedAt) }
    var isNew = false
    for name in member.rowNames {
      let holder = try customer(named: name, in: environment)
      guard !rows.contains(where: { $0.member == holder.number }) else { continue }
      try changeEntitlements(of: [holder], by: .seat(kept), at: now) {
        try $0.add(SeatRow(kept, in: environment, member: holder.number))
      }
      isNew = true
    }
    seat = try recorded(seats(claim: claim.id, in: environment)).first
    guard let seat else { return .unknown }
    return .recorded(seat, isNew: isNew)
  }

  /// Ends a claim: its members have no access from now on. What has ended stays as it is. A claim
  /// that is not known yet is noted, so that a record which comes later has ended.
  ///
  /// - Parameters:
  ///   - originalTransactionId: `nil` if it is not said; then the claim must be known.
  ///   - moment: the end; now by default.
  /// - Returns: `nil` for a claim of another purchase.
  package mutating func endSeat(
    _ id: String, of originalTransactionId: String?, by party: SeatClaim.Party,
    in environment: AppStoreEnvironment, from moment: Timestamp? = nil, at now: Timestamp,
    isHistory: Bool = false
  ) throws -> RecordedSeat? {
    let rows = try seats(claim: id, in: environment)
    let ending = SeatClaim.Ending(at: moment ?? now, by: party)
    guard var claim = rows.first?.claim else {
      guard let originalTransactionId else { return nil }
      let claim = SeatClaim(
        id: id, originalTransactionId: originalTransactionId, claimedAt: ending.at,
        ended: ending)
      try add(SeatRow(claim, in: environment, member: nil))
      return RecordedSeat(claim: claim, environment: environment, member: SeatMember())
    }
    if let originalTransactionId {
      guard claim.originalTransactionId.hasSameUTF8(as: originalTransactionId) else { return nil }
    }
    if claim.ended == nil {
      claim.ended = ending
      let ended = claim
      let members = try rows.compactMap(\.member).compactMap { try customer($0) }
      try changeEntitlements(of: members, by: .seat(ended), at: now, isHistory: isHistory) {
        try $0.end(seats: ended, in: environment)
      }
    }
    return try recorded(seats(claim: id, in: environment)).first
  }

  /// Takes the seats that the App Store took back.
  mutating func keepUnclaimed(
    _ notification: Notification, at now: Timestamp, isHistory: Bool
  ) throws {
    guard let unclaimed = notification.unclaimedSeats else { return }
    for id in unclaimed.claimIds {
      _ = try endSeat(
        id, of: unclaimed.originalTransactionId, by: .appStore, in: notification.environment,
        from: notification.signedDate.map { min($0, now) }, at: now, isHistory: isHistory)
    }
  }

  /// The known purchase whose seats a notification takes back. Its text goes with it.
  func unclaimedChain(_ notification: Notification) throws -> PurchaseChainRow? {
    try notification.unclaimedSeats?.originalTransactionId.flatMap {
      try chain(originalTransactionId: $0, in: notification.environment)
    }
  }

  /// Ends the seats of a purchase whose owner is erased, and removes its claims.
  mutating func eraseSeats(of chain: PurchaseChainRow, at now: Timestamp) throws {
    let rows = try seats(of: chain.originalTransactionId, in: chain.environment)
    for row in rows where row.claim.ended == nil {
      _ = try endSeat(
        row.claim.id, of: chain.originalTransactionId, by: .appStore, in: chain.environment, at: now
      )
    }
    try removeSeats(of: chain.originalTransactionId, in: chain.environment)
  }

  /// Keeps that the seats of a member who is erased have ended, without the member: the App Store
  /// answers a claim that comes again with the seat that it no longer counts.
  mutating func leaveEndedSeats(of member: CustomerRow.Number) throws {
    for seat in try seats(ofMember: member) where seat.claim.ended != nil {
      let rows = try seats(claim: seat.claim.id, in: seat.environment)
      guard !rows.contains(where: { $0.member == nil }) else { continue }
      try add(SeatRow(seat.claim, in: seat.environment, member: nil))
    }
  }

  /// The seats of a member, each with the purchases that pay for it.
  func heldSeats(of member: CustomerRow.Number) throws -> [HeldSeat] {
    try seats(ofMember: member).map { seat in
      let chain = try chain(
        originalTransactionId: seat.claim.originalTransactionId, in: seat.environment)
      return HeldSeat(
        seat.claim,
        of: try chain.map { try purchaseHistory(of: $0.owner, [$0]) }
          ?? CustomerHistory(environment: seat.environment))
    }
  }

  /// The members who have a seat of a purchase now.
  func seatedMembers(of chain: PurchaseChainRow) throws -> [SeatedMember] {
    try seats(of: chain.originalTransactionId, in: chain.environment).compactMap { seat in
      guard seat.claim.ended == nil,
        let member = try seat.member.flatMap({ try customer($0) })
      else { return nil }
      return (seat.claim, member)
    }
  }
}
