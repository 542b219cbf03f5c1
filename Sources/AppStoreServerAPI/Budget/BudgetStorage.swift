package import PaywallCatalog

/// What is remembered of a budget over restarts.
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
    /// Calls by the second of their grant; those that were reserved and not made are included.
    package var calls: [Minute] = []
    /// Apple asked not to be called before.
    package var pausedUntil: Timestamp?

    package init() {}
  }

  /// The calls of one minute.
  package struct Minute: Hashable, Sendable {
    /// Its end, so that they are never forgotten too early.
    package var end: Timestamp
    package var count: Int

    package init(end: Timestamp, count: Int) {
      self.end = end
      self.count = count
    }
  }

  package var uses: [Key: Use] = [:]

  package init() {}
}

/// Where a budget's use is remembered.
package struct BudgetStorage: Sendable {
  /// Read once, at start; `nil` if nothing was remembered.
  package var load: @Sendable () -> BudgetRecord?
  /// Returns when the record would survive the end of the process; false if it would not.
  package var save: @Sendable (BudgetRecord) -> Bool

  package init(
    load: @escaping @Sendable () -> BudgetRecord?,
    save: @escaping @Sendable (BudgetRecord) -> Bool
  ) {
    self.load = load
    self.save = save
  }

  /// Forgets at the end of the process.
  package static let none = BudgetStorage(load: { nil }, save: { _ in true })
}
