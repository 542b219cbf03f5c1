import PaywallCatalog

/// The times of reconciling, in milliseconds.
package struct ReconcileSettings: Hashable, Sendable {
  /// The time that is read again before the moment through which everything was read: clocks
  /// differ, and Apple writes its history some time after it sends.
  package var overlap: Int64 = 3_600_000
  /// The newest notifications are left to delivery.
  package var lag: Int64 = 5 * 60_000
  /// How long a process holds the job without a sign of life.
  package var claim: Int64 = 10 * 60_000
  /// The time after which a customer who cannot be read is tried again.
  package var pause: Int64 = 86_400_000
  package var mostPages = 1_000_000

  package init() {}

  /// The time for which Apple keeps notifications, less an hour for clocks (Apple, Get Notification
  /// History).
  static func window(of environment: AppStoreEnvironment) -> Int64 {
    (environment == .production ? 180 : 30) * Timestamp.day - 3_600_000
  }
}
