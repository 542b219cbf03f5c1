import Ledger
import PaywallCatalog

extension Sample {
  /// A key of counts of the experiment `price` at `onboarding`.
  static func counted(
    _ event: CountedEvent = .served, day: Int = 20_000, version: String = "3.4",
    platform: String = "iOS", variant: String? = "trial", placement: String? = "onboarding",
    phase: Int = 1, experiment: String = "price",
    environment: AppStoreEnvironment = .production
  ) -> DailyCount.Key {
    DailyCount.Key(
      day: day, environment: environment, experiment: experiment, phase: phase, variant: variant,
      placement: placement, device: CountedDevice(platform: platform, appVersion: version),
      event: event)
  }

  static func batch(
    _ number: Int64, _ counts: [DailyCount.Key: Int], run: Int = 1
  ) -> CountBatch {
    CountBatch(run: uuid(run), number: number, counts: counts)
  }
}

extension Ledger {
  /// Counts of `price` by a label of each.
  func counted(
    by label: (DailyCount.Key) -> String, in environment: AppStoreEnvironment = .production
  ) async throws -> [String: Int] {
    try await dailyCounts(of: "price", in: environment).reduce(into: [:]) {
      $0[label($1.key), default: 0] += $1.count
    }
  }
}
