package import PaywallCatalog

extension DailyCount {
  /// A day, a phase, a variant, a placement, a platform, a version of the app, an event and a count.
  package init(
    _ row: some LedgerRow, of experiment: String, in environment: AppStoreEnvironment
  ) throws {
    let (variant, placement) = (try row.required(2), try row.required(3))
    self.init(
      Key(
        day: row.int(0), environment: environment, experiment: experiment, phase: row.int(1),
        variant: variant.isEmpty ? nil : variant, placement: placement.isEmpty ? nil : placement,
        device: CountedDevice(platform: try row.plain(4), appVersion: try row.plain(5)),
        event: CountedEvent(rawValue: try row.plain(6))), row.int(7))
  }
}

extension ExposureCounts {
  package init(_ row: some LedgerRow) throws {
    self.init(
      variant: try row.required(0), units: row.int(1), repeats: row.int(2), conflicts: row.int(3),
      contested: row.int(4), heldOut: row.int(5))
  }
}
