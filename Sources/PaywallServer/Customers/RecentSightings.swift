package import Ledger
package import PaywallCatalog

/// Sightings that the ledger had already a moment ago: an app sends the same evidence with each
/// placement, and most of them then ask the ledger nothing.
package struct RecentSightings {
  private var recent: [SightingClaim: [SightingOutcome]] = [:]
  /// The earlier sightings: they leave together, so that no more than twice `most` are remembered.
  private var older: [SightingClaim: [SightingOutcome]] = [:]
  private var turned = Timestamp(milliseconds: 0)

  private static let most = 2048
  /// An erasure shows at the latest after two of these, in milliseconds.
  private static let period: Int64 = 30_000

  /// The answer of the ledger; `nil` if it must be asked.
  package func outcomes(of claim: SightingClaim, at now: Timestamp) -> [SightingOutcome]? {
    let age = now.milliseconds - turned.milliseconds
    guard age >= 0, age < 2 * Self.period else { return nil }
    return recent[claim] ?? (age < Self.period ? older[claim] : nil)
  }

  /// Remembers a claim, if it changed nothing.
  package mutating func note(
    _ claim: SightingClaim, _ outcomes: [SightingOutcome], at now: Timestamp
  ) {
    guard !outcomes.isEmpty, outcomes.allSatisfy({ $0 == .already }) else { return }
    let age = now.milliseconds - turned.milliseconds
    if age < 0 || age >= Self.period || recent.count >= Self.most {
      older = age >= 0 && age < 2 * Self.period ? recent : [:]
      recent = [:]
      turned = now
    }
    recent[claim] = outcomes
  }
}
