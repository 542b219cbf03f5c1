package import PaywallCatalog

/// The use of the budgets by all processes that share it.
package struct BudgetRecord: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package var environment: AppStoreEnvironment
    package var endpoint: AppStoreEndpoint

    package init(_ environment: AppStoreEnvironment, _ endpoint: AppStoreEndpoint) {
      self.environment = environment
      self.endpoint = endpoint
    }
  }

  package struct Use: Hashable, Sendable {
    /// Calls that were made, by when.
    package var calls: [Slot] = []
    /// Calls that a process may make. They count as made at the end of their lease.
    package var leases: [Lease] = []
    var usualPace: CallPace.State?
    var backgroundPace: CallPace.State?
    /// Apple asked not to be called before.
    package var pausedUntil: Timestamp?

    package init() {}
  }

  /// The calls of ten seconds.
  package struct Slot: Hashable, Sendable {
    /// Its end, so that they are never forgotten too early.
    package var end: Timestamp
    package var count: Int

    package init(end: Timestamp, count: Int) {
      self.end = end
      self.count = count
    }

    /// Milliseconds.
    static let length: Int64 = 10_000

    /// The end of the slot of a moment.
    static func end(of moment: Timestamp) -> Timestamp {
      Timestamp(milliseconds: (moment.milliseconds / length) * length + length - 1)
    }
  }

  /// Calls that one process may make by itself, until a moment.
  package struct Lease: Hashable, Sendable {
    package var holder: String
    package var until: Timestamp
    /// When the oldest of them was taken.
    package var takenAt: Timestamp
    package var calls: CallCounts

    package init(holder: String, until: Timestamp, takenAt: Timestamp, calls: CallCounts) {
      self.holder = holder
      self.until = until
      self.takenAt = takenAt
      self.calls = calls
    }

    /// Milliseconds.
    package static let length: Int64 = 10_000
  }

  package var uses: [Key: Use] = [:]

  package init() {}
}

extension [BudgetRecord.Slot] {
  /// Adds calls at a moment.
  mutating func add(_ count: Int, at moment: Timestamp) {
    let end = BudgetRecord.Slot.end(of: moment)
    if let index = lastIndex(where: { $0.end == end }) {
      self[index].count += count
    } else {
      append(.init(end: end, count: count))
    }
  }
}
