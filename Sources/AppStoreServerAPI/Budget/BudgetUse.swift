package import PaywallCatalog

/// The calls of one process in the last hour, by their budgets, as they are written down.
package struct BudgetUse: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package var environment: AppStoreEnvironment
    package var endpoint: AppStoreEndpoint

    package init(_ environment: AppStoreEnvironment, _ endpoint: AppStoreEndpoint) {
      self.environment = environment
      self.endpoint = endpoint
    }
  }

  /// The use of one budget.
  package struct Calls: Hashable, Sendable {
    /// Numbers of calls by the end of their ten seconds, in milliseconds, so that none is forgotten too
    /// early.
    package private(set) var counts: [Int64: Int] = [:]
    /// The moment before which Apple asked not to be called.
    package var pausedUntil: Timestamp?

    private static let step: Int64 = 10_000

    package mutating func add(_ count: Int, at moment: Timestamp) {
      guard count > 0 else { return }
      counts[moment.milliseconds / Self.step * Self.step + Self.step - 1, default: 0] += count
    }

    /// Forgets calls that no longer count. Calls in the future, which a clock that was set back leaves,
    /// count from now on and are forgotten in an hour.
    mutating func forget(at now: Timestamp) {
      let oldest = now.milliseconds - HourlyWindow.seconds * 1_000
      let ahead = counts.filter { $0.key > now.milliseconds + Self.mostAhead }
      counts = counts.filter { $0.key >= oldest && ahead[$0.key] == nil }
      for count in ahead.values { add(count, at: now) }
    }

    private static let mostAhead: Int64 = 60_000
  }

  package var calls: [Key: Calls] = [:]
}
