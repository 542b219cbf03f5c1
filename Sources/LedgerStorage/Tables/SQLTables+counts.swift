package import Ledger
package import PaywallCatalog

private enum Statements {
  static let putBatch = RowStatements.put(into: "count_batches", "run, number, at", key: "run")
  static let newVariant = NumberedInsertion(
    into: "counted_variants", "environment, experiment, phase, variant, placement")
  static let newDevice = NumberedInsertion(into: "counted_devices", "platform, app_version")
}

extension SQLTables {
  package func lastCountBatch(of run: String) throws -> Int64? {
    try lock([.table("counts")])
    return try first("SELECT number FROM count_batches WHERE run = ?", Cell.text(run)) {
      $0.int64(0)
    }
  }

  package mutating func note(countBatch number: Int64, of run: String, at now: Timestamp) throws {
    try self.run(Statements.putBatch, Cell.text(run), .integer(number), Cell.moment(now))
  }

  package mutating func prune(countBatchesBefore moment: Timestamp) throws {
    try run("DELETE FROM count_batches WHERE at < ?", Cell.moment(moment))
  }

  package func countedVersions(ofDay day: Int) throws -> Set<String> {
    try Set(
      each("SELECT app_version FROM counted_versions WHERE day = ?", Cell.number(day)) {
        try $0.plain(0)
      })
  }

  package mutating func add(_ count: Int, to key: DailyCount.Key) throws {
    let version = key.device.appVersion
    if version != CountedDevice.other, version != CountedDevice.unknown {
      try run(
        "INSERT INTO counted_versions (day, app_version) VALUES (?, ?) ON CONFLICT DO NOTHING",
        Cell.number(key.day), .text(version))
    }
    try run(
      """
      INSERT INTO daily_counts AS c (variant, day, device, event, count) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (variant, day, device, event) DO UPDATE SET count = c.count + excluded.count
      """, .integer(try number(ofVariant: key)), Cell.number(key.day),
      .integer(try number(of: key.device)), .text(key.event.rawValue), Cell.number(count))
  }

  /// The number of the counted variant, added if it is new.
  private func number(ofVariant key: DailyCount.Key) throws -> Int64 {
    let values = [
      key.environment.cell, Cell.text(key.experiment), Cell.number(key.phase),
      Cell.text(key.variant ?? ""), Cell.text(key.placement ?? ""),
    ]
    let known = try all(
      """
      SELECT number FROM counted_variants
      WHERE environment = ? AND experiment = ? AND phase = ? AND variant = ? AND placement = ?
      """, values
    ) { $0.int64(0) }
    if let number = known.first { return number }
    return try add(Statements.newVariant, values)
  }

  private func number(of device: CountedDevice) throws -> Int64 {
    let platform = SQLValue.text(device.platform)
    let version = SQLValue.text(device.appVersion)
    let known = try first(
      "SELECT number FROM counted_devices WHERE platform = ? AND app_version = ?", platform, version
    ) { $0.int64(0) }
    if let known { return known }
    return try add(Statements.newDevice, [platform, version])
  }

  package func dailyCounts(
    of experiment: String, in environment: AppStoreEnvironment
  ) throws -> [DailyCount] {
    try each(
      """
      SELECT day, phase, v.variant, placement, platform, app_version, event, count
      FROM counted_variants AS v
      JOIN daily_counts AS c ON c.variant = v.number
      JOIN counted_devices AS d ON d.number = c.device
      WHERE environment = ? AND experiment = ?
      """, environment.cell, Cell.text(experiment)
    ) { try DailyCount($0, of: experiment, in: environment) }
  }
}
