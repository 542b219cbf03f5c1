import Ledger
import PaywallCatalog
import Serving

extension Sample {
  /// Details in which everything is known; `number` tells them apart.
  static func details(_ number: Int = 0, flags: ExposureFlags = []) -> ExposureDetails {
    let digit = String(number % 10)
    return ExposureDetails(
      dimensions: VisitorDimensions(
        storefront: ["GBR", "USA", "DEU", "JPN"][number % 4], platform: "iOS",
        appVersion: "3.\(number % 6)", system: 17 + number % 3,
        language: ["en", "de", "ja"][number % 3], isNew: number.isMultiple(of: 2),
        subscription: number.isMultiple(of: 5) ? .expired : SubscriptionState.none,
        isInAudience: true),
      served: ServedPaywall(
        release: String(repeating: "ab", count: 32), placement: "onboarding", traffic: 5000,
        paywall: "standard-trial", locale: "en", content: String(repeating: digit, count: 32),
        products: String(repeating: "e", count: 32), selected: "pro_yearly_trial"),
      reported: ReportedPaywall(
        paywall: "standard-trial", product: "pro_yearly_trial", price: 59_990 + Int64(number % 7),
        currency: "GBP", introductoryEligible: number.isMultiple(of: 3)), flags: flags,
      daysSinceInstall: number % 4 == 3 ? nil : number % 4)
  }

  /// An exposure of phase 1 of `price` at a placement.
  static func exposure(
    _ id: String, _ unit: String, at days: Double, _ placement: String?, _ details: ExposureDetails,
    deviceTime: DeviceTime? = nil
  ) -> Exposure {
    var exposure = exposure(id, unit, at: days)
    exposure.placement = placement
    exposure.details = details
    exposure.deviceTime = deviceTime
    return exposure
  }
}

extension Ledger {
  /// Returns the exposures of phase 1 of `price` by placement: `onboarding 2 from day 1.5`.
  func placements(of unit: String) async throws -> [String] {
    try await exposures(of: unit, in: .production).flatMap { record in
      record.placements.map { placement in
        let days = Double(placement.renderedAt.milliseconds - Sample.start) / 86_400_000
        return
          "\(placement.placement) \(placement.exposures.map(String.init) ?? "?") from day \(days)"
      }
    }
  }
}
