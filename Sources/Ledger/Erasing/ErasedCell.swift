package import PaywallCatalog
import PaywallSubscribers

/// The remains of erased units with one variant: counts, and sums over the units that results
/// compare. Nothing in it belongs to one person: a cell of a day and of dimensions has had at least
/// 10 persons, and the others are in the cell `other` of their variant.
package struct ErasedCell: Hashable, Sendable {
  package var key: Key
  /// The counts, as for units that are not erased.
  package var counts: ExposureCounts
  /// Sums over units that are neither conflicts nor held out; a missing sum is 0.
  package private(set) var sums: [Product: Int128] = [:]

  package init(_ key: Key) {
    self.key = key
    counts = ExposureCounts(variant: key.variant)
  }

  package init(_ key: Key, counts: ExposureCounts, sums: [Product: Int128]) {
    self.key = key
    self.counts = counts
    self.sums = sums
  }

  /// The least number of persons of a cell of its own.
  package static let fewestPersons = 10

  package struct Key: Hashable, Sendable {
    package var environment: AppStoreEnvironment
    package var experiment: String
    package var phase: Int
    package var variant: String
    /// `nil` for `other`.
    package var group: Group?
  }

  /// A day and coarse dimensions.
  package struct Group: Hashable, Sendable {
    /// The day of the first exposure: days since 1970-01-01, UTC.
    package var day: Int
    /// `platform=iOS storefront=GBR new=true placement=onboarding`; `placement=onboarding` of first
    /// exposures that were counted before schema 12.
    package var dimensions: String
  }

  /// A metric, its square, or the product of two metrics of one unit.
  package struct Product: Hashable, Sendable {
    package let metric: ErasedMetric
    /// `nil` for the metric itself; never before `metric` in bytewise order.
    package let times: ErasedMetric?

    package init(_ metric: ErasedMetric, times: ErasedMetric? = nil) {
      let isSwapped = times.map { $0 < metric } ?? false
      self.metric = isSwapped ? times ?? metric : metric
      self.times = isSwapped ? metric : times
    }
  }

  package subscript(_ metric: ErasedMetric, times times: ErasedMetric? = nil) -> Int128 {
    sums[Product(metric, times: times)] ?? 0
  }

  /// Adds a unit. A metric that is not among the values is 0.
  mutating func add(_ row: RecordRow, _ values: [ErasedMetric: Int64]) {
    counts.add(
      exposures: row.exposures, isConflict: row.isConflict, isContested: row.isContested,
      isHeldOut: row.isHeldOut)
    if row.isCompared { add(values) }
  }

  /// Adds a held-out unit.
  mutating func add(_ row: HeldOutRow, isCompared: Bool, _ values: [ErasedMetric: Int64]) {
    guard isCompared else { return counts.conflicts += 1 }
    counts.units += 1
    counts.repeats += row.exposures - 1
    add(values)
  }

  private mutating func add(_ values: [ErasedMetric: Int64]) {
    for (product, value) in Self.products(of: values) { sums[product, default: 0].add(value) }
  }

  /// Adds what a unit that stays has lost by an erasure, so that its own sums and these are together
  /// what they were.
  mutating func addLoss(from before: [ErasedMetric: Int64], to after: [ErasedMetric: Int64]) {
    let losses = Self.products(of: before).merging(
      Self.products(of: after).mapValues { -$0 }, uniquingKeysWith: { $0.saturatedSum(with: $1) })
    for (product, value) in losses where value != 0 { sums[product, default: 0].add(value) }
  }

  private static func products(of values: [ErasedMetric: Int64]) -> [Product: Int128] {
    var products: [Product: Int128] = [:]
    let known = values.filter { $0.value != 0 }
    for (metric, value) in known {
      products[Product(metric)] = Int128(value)
      for (other, factor) in known where other >= metric {
        products[Product(metric, times: other)] = Int128(value) * Int128(factor)
      }
    }
    return products
  }
}

extension ErasedCell {
  mutating func add(_ amount: Int128, to product: Product) {
    if amount != 0 { sums[product, default: 0].add(amount) }
  }

  mutating func set(_ amount: Int128, as product: Product) { sums[product] = amount }
}

extension Int128 {
  /// Stays at the bound instead of overflowing: a price may be any 64-bit number, and the squares of
  /// three such prices are more than 128 bits hold.
  fileprivate func saturatedSum(with other: Int128) -> Int128 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other < 0 ? .min : .max) : sum
  }

  mutating func add(_ amount: Int128) { self = saturatedSum(with: amount) }

  mutating func subtract(_ amount: Int128) {
    add(amount == .min ? .max : -amount)
  }
}

extension ErasedCell: Comparable {
  package static func < (left: ErasedCell, right: ErasedCell) -> Bool {
    let (own, other) = (left.key, right.key)
    return (own.variant, own.group?.day ?? .min, own.group?.dimensions ?? "")
      < (other.variant, other.group?.day ?? .min, other.group?.dimensions ?? "")
  }
}

extension RecordRow {
  /// Whether results compare the unit.
  var isCompared: Bool { exposures > 0 && !isConflict && !isHeldOut }
}

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
    _ row: some LedgerRow, of phase: PhaseKey
  ) throws {
    let dimensions = try row.plain(3)
    self.init(
      environment: phase.environment, experiment: phase.experiment, phase: phase.phase,
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
