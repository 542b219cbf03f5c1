import Ledger
import PaywallCatalog

extension Sample {
  /// A unit that was recorded by its first exposure on day `days`.
  static func recorded(
    _ unit: String, _ variant: String, as origin: IdOrigin, in experiment: String = "price",
    on days: Double
  ) -> Exposure {
    var exposure = Sample.exposure("first of \(unit)", unit, variant, origin: origin)
    exposure.assignment.experiment = experiment
    exposure.assignment.recordedAt = day(days)
    return exposure
  }

  /// The records that a request with both ids shows.
  static func login(
    _ user: Exposure, _ device: Exposure, vouchedBy voucher: AliasVoucher = .client
  ) -> CoEnrollment {
    CoEnrollment(user: user.assignment, anonymous: device.assignment, voucher: voucher)
  }
}

extension Ledger {
  /// Records logins on day 9.
  func note(_ logins: CoEnrollment..., in environment: AppStoreEnvironment = .production)
    async throws
  {
    try await record(logins, in: environment, at: Sample.day(9))
  }

  /// The events of phase 1 of `price`: `login d1 control before ada trial, client`.
  func events(
    of experiment: String = "price", in environment: AppStoreEnvironment = .production
  ) async throws -> [String] {
    try await conflicts(of: PhaseKey(experiment, 1, in: environment)).map(\.words)
  }

  func events(ofUnit unit: String) async throws -> [String] {
    try await conflicts(ofUnit: unit, in: .production).map(\.words)
  }
}

extension ConflictEvent {
  fileprivate var words: String {
    "\(cause.rawValue) \(own.unit) \(own.variant ?? "-") \(cameFirst ? "before" : "after") "
      + "\(other.unit) \(other.variant ?? "-"), \(voucher.rawValue)"
  }
}
