import PaywallCatalog
import PaywallTextCoding

/// How many customers an erasure looks at, so that a token that an app gives to everybody is no
/// search through all customers. A person with several counts for no variant.
private let mostJoinedCustomers = 100

// The results of erased persons stay as numbers of persons with a value: results do not change,
// whichever persons and purchases go.
extension LedgerTables {
  /// Returns these units, and all that results join to them through any customer: a person is
  /// counted as a whole, and one who shared a customer with others may count afterwards. A search
  /// that finds more customers than `mostJoinedCustomers` ends with them.
  func unitsJoined(
    to units: [String], in environment: AppStoreEnvironment
  ) throws -> [String] {
    var found: Set<UTF8Key> = []
    var customers: Set<CustomerRow.Number> = []
    var next = units
    while !next.isEmpty, customers.count < mostJoinedCustomers {
      let added = Set(next.map(UTF8Key.init)).subtracting(found).map(\.text)
        .sorted { $0.precedes($1) }
      found.formUnion(added.map(UTF8Key.init))
      var owners: [CustomerRow] = []
      for unit in added {
        let numbers = try customerNumbers(
          ofUnit: unit, isUser: isUser(unit, in: environment), in: environment)
        for number in numbers.subtracting(customers).sorted()
        where customers.count < mostJoinedCustomers {
          guard let customer = try customer(number) else { continue }
          let ofAccount = try customer.appleAccount.map { try self.customers(of: $0) } ?? []
          owners += ([customer] + ofAccount).filter { customers.insert($0.number).inserted }
        }
      }
      let users = try owners.flatMap { try self.users(of: $0.number) }
      next = try self.units(touchedBy: users + added, owners, in: environment)
    }
    return found.map(\.text)
  }

  /// The values of the persons whose units these are, as results would count them now.
  func personValues(
    ofUnits units: [String], by metrics: (any PersonMetrics)?,
    in environment: AppStoreEnvironment
  ) throws -> PersonValueSums {
    var sums = PersonValueSums()
    guard let metrics else { return sums }
    var rows: [PhaseName: [RecordRow]] = [:]
    for unit in Set(units.map(UTF8Key.init)).map(\.text).sorted(by: { $0.precedes($1) }) {
      for row in try records(of: unit, in: environment) {
        if row.isCountedForVariant {
          sums.add([(ErasedValue(metric: ErasedValue.records, value: 1), 0)], at: .init(of: row))
        }
        guard row.exposures > 0 else { continue }
        rows[PhaseName(row.assignment.experiment, row.assignment.phase), default: []].append(row)
      }
    }
    for (name, rows) in rows {
      try addPersons(rows, of: name, by: metrics, in: environment, to: &sums)
    }
    return sums
  }

  private func addPersons(
    _ rows: [RecordRow], of phase: PhaseName, by metrics: any PersonMetrics,
    in environment: AppStoreEnvironment, to sums: inout PersonValueSums
  ) throws {
    var names = ExposedNames()
    let exposed = rows.map { ExposedRow($0, &names) }
    let key = PhaseKey(phase.experiment.text, phase.phase, in: environment)
    let account = { (number: CustomerRow.Number) throws -> Int64 in
      try self.customer(number)?.appleAccount.map { -$0 } ?? number
    }
    try eachPerson(exposed, self, of: key, account: account) { person in
      let variant = names.variants[person.variant]
      let place = PersonValueSums.Place(
        experiment: key.experiment, phase: phase.phase, variant: variant, day: person.at.dayNumber)
      let values = metrics.values(
        of: person, seeing: variant, in: key.experiment, phase: phase.phase)
      sums.add(values, at: place)
      guard !values.isEmpty else { return }
      let exposed = ErasedValue(metric: ErasedValue.exposedAt, value: person.at.milliseconds)
      sums.add([(exposed, 0)], at: place)
    }
  }

  /// Leaves what is no longer there in the aggregates.
  mutating func keepValues(
    ofUnits units: [String], since before: PersonValueSums, by metrics: (any PersonMetrics)?,
    in environment: AppStoreEnvironment
  ) throws {
    guard let metrics else { return }
    let after = try personValues(ofUnits: units, by: metrics, in: environment)
    for (place, values) in before.losses(to: after) {
      var cell = try cell(
        of: place, since: metrics.firstDay(of: place.experiment, phase: place.phase),
        in: environment)
      for (value, persons) in values where value.metric != ErasedValue.exposedAt {
        cell.add(persons, with: value)
      }
      try put(cell)
      // Moments of persons who stay are included: their losses count no sooner than they do.
      let moments = [before, after].flatMap { $0.sums[place, default: [:]].keys }
        .filter { $0.metric == ErasedValue.exposedAt }
      guard !moments.isEmpty else { continue }
      var ends = try self.cell(of: .allPersons(ofDay: 0), at: place, in: environment)
      for moment in moments { ends.cover(moment.value) }
      try put(ends)
    }
  }

  /// The aggregate of a day that had 10 persons or more, or else of its week, or else of all such weeks.
  private func cell(
    of place: PersonValueSums.Place, since first: Int?, in environment: AppStoreEnvironment
  ) throws -> ErasedCell {
    let day = try cell(of: .allPersons(ofDay: place.day), at: place, in: environment)
    if try personsOfDay(of: day.key) >= ErasedCell.fewestPersons { return day }
    if let first, place.day >= first {
      let start = first + (place.day - first) / 7 * 7
      var key = day.key
      let persons = try (start..<start + 7).reduce(0) { count, day in
        key.group = .allPersons(ofDay: day)
        return try count + personsOfDay(of: key)
      }
      if persons >= ErasedCell.fewestPersons {
        return try cell(of: .allPersons(ofWeekFrom: start), at: place, in: environment)
      }
    }
    return try cell(of: .allPersons(ofDay: 0), at: place, in: environment)
  }

  private func cell(
    of group: ErasedCell.Group, at place: PersonValueSums.Place,
    in environment: AppStoreEnvironment
  ) throws -> ErasedCell {
    let key = ErasedCell.Key(
      environment: environment, experiment: place.experiment, phase: place.phase,
      variant: place.variant, group: group)
    return try erasedCell(key) ?? ErasedCell(key)
  }
}

extension RecordRow {
  /// Whether the counts of an aggregate have the record for its variant: a conflict that was never
  /// exposed, or was held out, is one of the conflicts.
  fileprivate var isCountedForVariant: Bool { isConflict || exposures > 0 && !isHeldOut }
}

extension PersonValueSums.Place {
  /// The place of what is counted by record. A record without an exposure has no day.
  fileprivate init(of row: RecordRow) {
    self.init(
      experiment: row.assignment.experiment, phase: row.assignment.phase,
      variant: row.assignment.variant, day: row.renderedAt?.dayNumber ?? 0)
  }
}

extension ExposedRow {
  fileprivate init(_ row: RecordRow, _ names: inout ExposedNames) {
    self.init(
      variant: names.number(ofVariant: row.assignment.variant),
      placement: names.number(ofPlacement: row.placement ?? ""),
      at: row.renderedAt ?? Timestamp(milliseconds: 0),
      isConflict: row.isConflict, isHeldOut: row.isHeldOut, dimensions: row.details?.dimensions,
      known: Known(
        unit: row.assignment.unit, unitKind: row.assignment.unitKind, origin: row.origin,
        recordedAt: row.assignment.recordedAt))
  }
}
