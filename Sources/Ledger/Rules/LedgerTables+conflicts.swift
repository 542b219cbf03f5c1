import PaywallCatalog
import PaywallTextCoding

extension LedgerTables {
  /// Marks everyone who has seen two variants of a phase under ids of one person, so that results
  /// leave them out: all rows of these ids, if a strong voucher says they are one person's. An
  /// alias that only an app claims marks its own row only.
  ///
  /// - Returns: whether the unit has other ids, so that its rows may be marked.
  @discardableResult
  mutating func markConflicts(
    around unit: String, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> Bool {
    var user = unit
    if let alias = try alias(of: unit, in: environment), try !isUser(unit, in: environment) {
      user = alias.user
    }
    let person = try person(of: user, in: environment)
    guard !person.anonymousIds.isEmpty || !person.claimedIds.isEmpty else { return false }
    let rows = try person.rows(in: self, environment).sorted(by: Self.isOlder)
    let phases = Dictionary(grouping: rows) { PhaseName($0) }
    for row in rows {
      guard let other = row.oldestContradiction(in: phases[PhaseName(row)] ?? []) else { continue }
      try mark(row, isContested: false, in: environment)
      try note(event(row.assignment, other.assignment, of: person, at: now), in: environment)
    }
    for id in person.claimedIds {
      for row in try records(of: id, in: environment).sorted(by: Self.isOlder) {
        guard let other = row.oldestContradiction(in: phases[PhaseName(row)] ?? []) else {
          continue
        }
        try mark(row, isContested: true, in: environment)
        try note(
          ConflictEvent(.alias, row.assignment, other.assignment, vouchedBy: .client, at: now),
          in: environment)
      }
    }
    return true
  }

  /// Notes that another user claims an anonymous id. Its person saw one variant all the same, so nothing
  /// is marked.
  mutating func noteContest(
    _ rows: [RecordRow], by user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) throws {
    for row in rows.sorted(by: Self.isOlder) {
      try note(
        ConflictEvent(row.assignment, contestedBy: user, vouchedBy: voucher, at: now),
        in: environment)
    }
  }

  /// Finds the conflict of two records: of a user and a device, the device's record is in doubt; of
  /// two devices, the later one.
  private func event(
    _ row: RecordedAssignment, _ partner: RecordedAssignment, of person: Person, at now: Timestamp
  ) -> ConflictEvent {
    let (first, second) = row.isOlder(than: partner) ? (row, partner) : (partner, row)
    let isUsers = second.unit.hasSameUTF8(as: person.user)
    let (own, other) = isUsers ? (first, second) : (second, first)
    return ConflictEvent(
      .alias, own, other, vouchedBy: min(person.voucher(of: own), person.voucher(of: other)),
      at: now)
  }

  private static func isOlder(_ left: RecordRow, _ right: RecordRow) -> Bool {
    left.assignment.isOlder(than: right.assignment)
  }

  private mutating func mark(
    _ row: RecordRow, isContested: Bool, in environment: AppStoreEnvironment
  ) throws {
    guard !row.isConflict else { return }
    let marked = with(row) {
      $0.isConflict = true
      $0.isContested = isContested
    }
    try update(marked, isNewlyUsers: false, in: environment)
  }
}

extension RecordRow {
  /// The oldest of these rows with another variant.
  fileprivate func oldestContradiction(in rows: [RecordRow]) -> RecordRow? {
    rows.first { !$0.assignment.variant.hasSameUTF8(as: assignment.variant) }
  }
}

extension PhaseName {
  /// The phase of a record, of which one person may see one variant.
  fileprivate init(_ row: RecordRow) { self.init(row.assignment.experiment, row.assignment.phase) }
}
