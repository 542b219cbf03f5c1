import Ledger
import PaywallCatalog
import Serving

extension Sample {
  static let terms = terms(seed: "7f3a9c21")

  static func terms(seed: String, placements: [String] = ["onboarding"]) -> FrozenTerms {
    FrozenTerms(
      [
        FrozenTerms.Term(.seed, seed), FrozenTerms.Term(.unit, "visitor"),
        FrozenTerms.Term(.variants, "control 50%, trial 50%"),
      ]
        + placements.map {
          FrozenTerms.Term(.paywall(variant: "control", placement: $0), "pro_yearly")
        })
  }

  /// An exposure of the experiment `price`, rendered on day `days`.
  static func exposure(
    _ id: String, _ unit: String, _ variant: String = "trial", phase: Int = 1,
    kind: Unit = .visitor, origin: IdOrigin? = .anonymousId, contradicts: Bool = false,
    terms: FrozenTerms? = Sample.terms,
    at days: Double = 0, isHeldOut: Bool = false
  ) -> Exposure {
    Exposure(
      id: id, assignment: assignment(unit, variant: variant, kind: kind, phase: phase),
      origin: kind == .userId ? .userId : origin, contradicts: contradicts, terms: terms,
      renderedAt: day(days), placement: "onboarding",
      isHeldOut: isHeldOut)
  }
}

extension Ledger {
  /// Returns the counts of phase 1 of `price`: `control 3 units, 2 repeats, 1 conflicts, 0 held`.
  func counts(
    phase: Int = 1, in environment: AppStoreEnvironment = .production
  ) async throws -> [String] {
    try await exposureCounts(of: PhaseKey("price", phase, in: environment)).map {
      "\($0.variant) \($0.units) units, \($0.repeats) repeats, \($0.conflicts) conflicts,"
        + " \($0.heldOut) held"
    }
  }

  /// Records in production, on day 1 by default.
  @discardableResult
  func record(
    _ exposures: Exposure..., in environment: AppStoreEnvironment = .production, at days: Double = 1
  ) async throws -> [ExposureOutcome] {
    try await record(exposures, in: environment, at: Sample.day(days))
  }

  /// Returns the recorded variants of units: `ada trial`.
  func variants(
    of units: String..., in environment: AppStoreEnvironment = .production
  ) async throws -> [String] {
    try await assignments(of: units, in: environment).map { "\($0.unit) \($0.variant)" }
  }
}
