import AppStore
import PaywallCatalog
import Serving
import Subscribers

@testable import Ledger

extension Sample {
  static let ada = SeatMember(userId: "ada")
  static let bob = SeatMember(appTransactionId: "7055")

  /// A period of a subscription with seats whose members the team invites.
  static func group(
    _ id: String = "100", chain: String = "100", seats: Int = 3, revoked: Int = 0,
    signed: Double = 0, bought: Double? = nil, reason: TransactionReason = .purchase
  ) -> TransactionFact {
    var fact = fact(id, chain: chain, signed: signed, reason: reason, bought: bought)
    fact.quantity = seats
    fact.seats = Seats(
      invitations: OpenEnum(.developer), averagePrice: 9990,
      tiers: [SeatTier(price: 9990, quantity: seats)], revoked: revoked)
    return fact
  }
}

extension Ledger {
  @discardableResult
  func claim(
    _ id: String, for member: SeatMember, of chain: String = "100", isKnown: Bool = false,
    at days: Double, in environment: AppStoreEnvironment = .production
  ) async throws(LedgerFailure) -> SeatOutcome {
    let claim = SeatClaim(id: id, originalTransactionId: chain, claimedAt: Sample.day(days))
    return try await record(
      claim, of: member, isKnown: isKnown, in: environment, at: Sample.day(days))
  }

  @discardableResult
  func unclaim(
    _ id: String, of chain: String = "100", at days: Double
  ) async throws(LedgerFailure) -> RecordedSeat? {
    try await endSeat(id, of: chain, in: .production, at: Sample.day(days))
  }

  /// `pro seat until 2026-02-04`, of a member.
  func access(of member: SeatMember, at days: Double) async throws -> [String] {
    guard let snapshot = Snapshot(selling: Sample.products()) else { return [] }
    let history = try await givenHistory(
      of: member.appTransactionId.map { .appTransactionId($0) }, user: member.userId,
      in: .production)
    return (history?.entitlements(at: Sample.day(days), in: snapshot) ?? []).map {
      "\($0.name) \($0.source?.rawValue ?? "-") until \($0.expires?.rfc3339.prefix(10) ?? "-")"
    }
  }
}

extension SeatOutcome {
  /// `new`, `same`, `ended`, or the refusal.
  var word: String {
    switch self {
    case .recorded(let seat, let isNew):
      seat.claim.ended != nil ? "ended" : isNew ? "new" : "same"
    case .seated(let other): "seated on \(other.claim.id)"
    case .taken: "taken"
    case .unknown: "unknown"
    }
  }
}
