package import PaywallCatalog

/// The remains of erased units with one variant: counts, and how many persons had each value of a
/// metric. Nothing in it belongs to one person: a cell of a day and of dimensions has had at least
/// 10 persons, and the others are in the cell `other` of their variant.
package struct ErasedCell: Hashable, Sendable {
  package var key: Key
  /// The counts, as for units that are not erased.
  package var counts: ExposureCounts
  /// A missing sum is 0.
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

  /// A number of persons, or their sum of another number. Cells of earlier versions have sums, squares
  /// and products of metrics without a window, which nothing reads.
  package struct Product: Hashable, Sendable {
    package let metric: String
    /// `nil` for the persons themselves.
    package let times: String?

    package init(_ metric: String, times: String? = nil) {
      self.metric = metric
      self.times = times
    }
  }

  mutating func add(_ amount: Int128, to product: Product) {
    if amount != 0 { sums[product, default: 0].add(amount) }
  }

  mutating func set(_ amount: Int128, as product: Product) { sums[product] = amount }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// Stays at the bound instead of overflowing: a price may be any 64-bit number, and the squares of
  /// three such prices are more than 128 bits hold.
  package mutating func add(_ amount: Self) {
    let (sum, isTooLarge) = addingReportingOverflow(amount)
    self = isTooLarge ? (amount < 0 ? .min : .max) : sum
  }

  mutating func subtract(_ amount: Self) {
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
    return (Product(try row.plain(0), times: times.isEmpty ? nil : times), total)
  }
}
