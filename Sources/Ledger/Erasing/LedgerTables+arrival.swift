import PaywallCatalog

// Whoever is erased, the ledger is not older than it was: results would call it stale.
extension LedgerTables {
  /// How notifications arrive; the newest may be of a customer who was erased since.
  func arrival(in environment: AppStoreEnvironment) throws -> FactArrival? {
    let read = try factArrival(in: environment)
    guard
      let kept = try job(Self.newestErased(environment))?.progress.flatMap({ Int64($0) }).map({
        Timestamp(milliseconds: $0)
      })
    else { return read }
    guard var arrival = read else { return FactArrival(newest: kept, earlier: kept, count: 0) }
    arrival.newest = max(arrival.newest, kept)
    return arrival
  }

  /// Keeps the moment of the newest notification, if it has gone.
  mutating func keepArrival(
    since before: FactArrival?, in environment: AppStoreEnvironment
  ) throws {
    let after = try arrival(in: environment)
    guard let before, after.map({ $0.newest < before.newest }) ?? true else { return }
    try put(
      JobRow(
        name: Self.newestErased(environment), progress: "\(before.newest.milliseconds)"))
  }

  private static func newestErased(_ environment: AppStoreEnvironment) -> String {
    "newestErased \(environment.rawValue)"
  }
}
