import PaywallCatalog
import Serving

extension ErasedCell.Group {
  /// The dimensions that tell erased persons apart. Each further one leaves more cells with fewer
  /// than 10 persons, and those have none.
  private static let dimensions: [ResultDimension] = [.platform, .storefront, .new]

  /// The placement is last, because the others are single words.
  init(day: Int, _ details: VisitorDimensions, _ served: ServedPaywall) {
    let values =
      Self.dimensions.map { ($0, details.text($0)) } + [(.placement, served.placement)]
    self.init(
      day: day,
      dimensions: values.map { "\($0.rawValue)=\($1 ?? "unknown")" }.joined(separator: " "))
  }

  /// The group of a record whose first exposure was counted before schema 12, if it was counted at
  /// all.
  init(older row: RecordRow) {
    let moment = row.exposedAt ?? row.assignment.recordedAt
    self.init(day: moment.dayNumber, dimensions: "placement=\(row.placement ?? "unknown")")
  }
}

extension RecordRow {
  func cell(_ group: ErasedCell.Group, in environment: AppStoreEnvironment) -> ErasedCell.Key {
    ErasedCell.Key(
      environment: environment, experiment: assignment.experiment, phase: assignment.phase,
      variant: assignment.variant, group: group)
  }
}

extension LedgerTables {
  /// The cell in which the first exposure of a record was counted. It follows from what never
  /// changes of a record, so that a person is taken from the cell that counted them.
  func cell(of row: RecordRow, in environment: AppStoreEnvironment) throws -> ErasedCell.Key {
    guard let day = row.cellDay, let numbers = row.details,
      let details: VisitorDimensions = try interned(numbers.dimensions),
      let served: ServedPaywall = try interned(numbers.served)
    else { return row.cell(ErasedCell.Group(older: row), in: environment) }
    return row.cell(ErasedCell.Group(day: day, details, served), in: environment)
  }

  /// Counts a first exposure, whose record has its day.
  mutating func countPerson(
    of row: RecordRow, _ details: ExposureDetails, in environment: AppStoreEnvironment
  ) throws {
    guard let day = row.cellDay else { return }
    let group = ErasedCell.Group(day: day, details.dimensions, details.served)
    try addPerson(to: row.cell(group, in: environment))
  }

  /// Takes back the first exposure of a record that begins anew. It is unknown whether older
  /// records were counted.
  mutating func uncountPerson(of row: RecordRow, in environment: AppStoreEnvironment) throws {
    guard row.cellDay != nil else { return }
    try removePerson(from: cell(of: row, in: environment))
  }
}

extension Timestamp {
  /// Days since 1970-01-01, UTC.
  var dayNumber: Int { Int(startOfDay.milliseconds / Timestamp.day) }
}
