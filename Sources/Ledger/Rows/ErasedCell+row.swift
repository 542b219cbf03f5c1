package import PaywallCatalog

extension ErasedCell {
  package init(_ row: some LedgerRow, _ key: Key, sums: [Product: Int128]) {
    self.init(
      key,
      counts: ExposureCounts(
        variant: key.variant, units: row.int(4), repeats: row.int(5), conflicts: row.int(6),
        contested: row.int(7), heldOut: row.int(8)), sums: sums)
  }
}

extension ErasedCell.Key {
  /// A number, a variant, a day and dimensions.
  package init(
    _ row: some LedgerRow, of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws {
    let dimensions = try row.plain(3)
    self.init(
      environment: environment, experiment: experiment, phase: phase,
      variant: try row.required(1),
      group: dimensions.isEmpty
        ? nil : ErasedCell.Group(day: row.int(2), dimensions: dimensions))
  }

  /// The columns of a key in their order. `other` has no dimensions.
  ///
  /// - Parameter text: how a text from outside is stored.
  package func cells(_ text: (String?) -> SQLValue) -> [SQLValue] {
    [
      environment.cell, text(experiment), PlainCell.number(phase), text(variant),
      PlainCell.number(group?.day ?? 0), .text(group?.dimensions ?? ""),
    ]
  }
}

extension ErasedCell {
  /// A metric, the one it is multiplied with, and a sum.
  package static func sum(_ row: some LedgerRow) throws -> (Product, Int128) {
    guard let total = Int128(try row.required(2)) else {
      throw UnreadableRow("a sum that is no number")
    }
    let times = try row.plain(1)
    let product = Product(
      ErasedMetric(rawValue: try row.plain(0)),
      times: times.isEmpty ? nil : ErasedMetric(rawValue: times))
    return (product, total)
  }
}
