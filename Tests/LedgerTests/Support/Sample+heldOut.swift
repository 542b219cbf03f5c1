import Ledger
import PaywallCatalog
import Serving

extension Sample {
  /// A held-out exposure of the experiment `price`, rendered on day `days`.
  static func heldOut(
    _ id: String, _ unit: String, phase: Int = 1, kind: Unit = .visitor,
    origin: IdOrigin? = .anonymousId, anonymousId: String? = nil,
    terms: FrozenTerms? = Sample.terms, at days: Double = 0, placement: String = "onboarding"
  ) -> HeldOutExposure {
    HeldOutExposure(
      id: id,
      unit: HeldOutUnit(experiment: "price", phase: phase, unit: unit, unitKind: kind),
      anonymousId: anonymousId, origin: origin, terms: terms, renderedAt: day(days),
      placement: placement, details: details(1))
  }
}

extension Ledger {
  /// Records in production, on day 1 by default.
  @discardableResult
  func hold(
    _ exposures: HeldOutExposure..., in environment: AppStoreEnvironment = .production,
    at days: Double = 1
  ) async throws -> [ExposureOutcome] {
    try await record(exposures, in: environment, at: Sample.day(days))
  }

  /// The held-out units of phase 1 of `price`: `ada 3, recorded as ada by server`.
  func held(in environment: AppStoreEnvironment = .production) async throws -> [String] {
    try await heldOut(of: PhaseKey("price", 1, in: environment)).map { held in
      "\(held.unit.unit) \(held.exposures)"
        + (held.recorded.map { ", recorded as \($0.unit) by \($0.voucher)" } ?? "")
        + (held.earlier.map { ", before as \($0.unit) by \($0.voucher)" } ?? "")
    }
  }
}
