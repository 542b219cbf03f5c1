import PaywallCatalog
import PaywallTextCoding

/// One value of a metric in its window, of erased persons. Ledgers keep how many had it: mean, variance
/// and products follow, under whatever cap.
package struct ErasedValue: Hashable, Sendable {
  /// The metric with its windows, as results name it; one with other windows is another metric.
  package var metric: String
  package var value: Int64
  /// The denominator of a ratio.
  package var per: Int64
  package var marks: Marks

  package init(metric: String, value: Int64, per: Int64 = 0, marks: Marks = []) {
    self.metric = metric
    self.value = value
    self.per = per
    self.marks = marks
  }

  package struct Marks: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// The window was open when the person was erased.
    package static let isOpen = Marks(rawValue: 1)
    /// The person saw several variants.
    package static let isConflicted = Marks(rawValue: 2)
    /// The person bought what a verdict waits for.
    package static let isBought = Marks(rawValue: 4)
  }

  /// The metric of which each record has one, with the record's own variant.
  package static let records = "records"
  /// The metric of which each person has one who counts for a variant.
  package static let persons = "persons"
  /// The metric whose value is when a person was first exposed, in milliseconds. Cells keep the first and
  /// the last of them alone.
  static let exposedAt = "exposedAt"
}

/// The persons who had a value, with the sums of what they had spent before (milliunits of the base).
package struct ErasedPersons: Hashable, Sendable {
  package var persons: Int128 = 0
  package var spendBefore: Int128 = 0
  package var spendSquares: Int128 = 0

  package init() {}

  package init(spendBefore: Int64) {
    persons = 1
    self.spendBefore = Int128(spendBefore)
    spendSquares = Int128(spendBefore) * Int128(spendBefore)
  }

  mutating func add(_ other: ErasedPersons) {
    persons.add(other.persons)
    spendBefore.add(other.spendBefore)
    spendSquares.add(other.spendSquares)
  }

  mutating func subtract(_ other: ErasedPersons) {
    persons.subtract(other.persons)
    spendBefore.subtract(other.spendBefore)
    spendSquares.subtract(other.spendSquares)
  }

  fileprivate var isNothing: Bool { self == ErasedPersons() }
}

/// Provides the metrics of each phase.
package protocol PersonMetrics: Sendable {
  /// The value of each metric in its window, as it is decided now; none of a person who counts for
  /// no variant.
  func values(
    of person: PersonFacts, seeing variant: String, in experiment: String, phase: Int
  ) -> [(value: ErasedValue, spendBefore: Int64)]

  /// The day on which a phase starts, from which its weeks are counted; `nil` if it is not known.
  func firstDay(of experiment: String, phase: Int) -> Int?
}

extension PersonMetrics {
  package func firstDay(of experiment: String, phase: Int) -> Int? { nil }
}

// The values stand beside the other sums of a cell, which has all persons of a day or is `other`.
extension ErasedCell {
  /// The dimensions under which values of persons are kept: by day and by no other.
  fileprivate static let allDimensions = "all"
  /// The same of a week that begins on the day, whose days had few persons.
  fileprivate static let allOfWeek = "all of a week"

  package var values: [ErasedValue: ErasedPersons] {
    var values: [ErasedValue: ErasedPersons] = [:]
    for (product, sum) in sums {
      guard let value = ErasedValue(product.metric) else { continue }
      let part: WritableKeyPath<ErasedPersons, Int128> =
        switch product.times {
        case nil: \.persons
        case Self.spendOf: \.spendBefore
        default: \.spendSquares
        }
      values[value, default: ErasedPersons()][keyPath: part] = sum
    }
    return values
  }

  mutating func add(_ persons: ErasedPersons, with value: ErasedValue) {
    let metric = value.text
    add(persons.persons, to: Product(metric))
    add(persons.spendBefore, to: Product(metric, times: Self.spendOf))
    add(persons.spendSquares, to: Product(metric, times: Self.spendSquaresOf))
  }

  /// Whether it has the values of persons, and no counts.
  package var hasValues: Bool {
    key.group?.dimensions == Self.allDimensions || isOfWeek
  }

  private var isOfWeek: Bool { key.group?.dimensions == Self.allOfWeek }

  /// The days of the first exposures, one or a week; `nil` where a week had fewer than 10 persons.
  package var valuesDays: Range<Int>? {
    key.group.flatMap { $0.day == 0 ? nil : $0.day..<$0.day + (isOfWeek ? 7 : 1) }
  }

  /// When the first and the last of the erased persons who counted were exposed. A phase begins and ends
  /// with them too; `nil` of a cell that does not have them.
  package var exposures: ClosedRange<Int64>? {
    guard let first = sums[Self.first], let last = sums[Self.last], first <= last else {
      return nil
    }
    return Int64(clamping: first)...Int64(clamping: last)
  }

  private static let first = Product("firstExposure")
  private static let last = Product("lastExposure")
  private static let spendOf = "with spendBefore"
  private static let spendSquaresOf = "with spendBefore squared"

  mutating func cover(_ moment: Int64) {
    let known = exposures ?? moment...moment
    set(Int128(min(known.lowerBound, moment)), as: Self.first)
    set(Int128(max(known.upperBound, moment)), as: Self.last)
  }
}

extension ErasedCell.Group {
  /// - Parameter day: 0 is `other`.
  static func allPersons(ofDay day: Int) -> ErasedCell.Group {
    ErasedCell.Group(day: max(0, day), dimensions: ErasedCell.allDimensions)
  }

  /// - Parameter day: the first one of the week.
  static func allPersons(ofWeekFrom day: Int) -> ErasedCell.Group {
    ErasedCell.Group(day: day, dimensions: ErasedCell.allOfWeek)
  }
}

extension ErasedValue {
  /// `value 4 1 0 paidRate P8D`: marks, value, per, metric.
  fileprivate var text: String { "value \(marks.rawValue) \(value) \(per) \(metric)" }

  fileprivate init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 4)
    guard parts.count == 5, parts[0] == "value", let marks = Int(parts[1]),
      let value = Int64(parts[2]), let per = Int64(parts[3])
    else { return nil }
    self.init(
      metric: String(parts[4]), value: value, per: per, marks: Marks(rawValue: marks))
  }
}

/// The values of persons, by the variant and the day of their first exposure.
struct PersonValueSums {
  struct Place: Hashable {
    var experiment: String
    var phase: Int
    var variant: String
    var day: Int
  }

  private(set) var sums: [Place: [ErasedValue: ErasedPersons]] = [:]

  mutating func add(
    _ values: [(value: ErasedValue, spendBefore: Int64)], at place: Place
  ) {
    for (value, spend) in values {
      sums[place, default: [:]][value, default: ErasedPersons()].add(
        ErasedPersons(spendBefore: spend))
    }
  }

  /// Returns the values that `after` no longer has.
  func losses(to after: PersonValueSums) -> [Place: [ErasedValue: ErasedPersons]] {
    var losses = sums
    for (place, values) in after.sums {
      for (value, persons) in values {
        losses[place, default: [:]][value, default: ErasedPersons()].subtract(persons)
      }
    }
    return losses.mapValues { $0.filter { !$0.value.isNothing } }.filter { !$0.value.isEmpty }
  }
}
