import Catalog
import Subscribers
import TextCoding

extension LedgerTables {
  /// Marks everyone who has seen two variants of a phase under ids of one person, so that results
  /// leave them out: all rows of these ids, if a strong voucher says they are one person's. An
  /// alias that only an app claims marks its own row only.
  mutating func markConflicts(around unit: String, in environment: AppStoreEnvironment) throws {
    var user = unit
    if let alias = try alias(of: unit, in: environment), try !isUser(unit, in: environment) {
      user = alias.user
    }
    let person = try person(of: user, in: environment)
    guard !person.anonymousIds.isEmpty || !person.claimedIds.isEmpty else { return }
    var variants: [Phase: Set<UTF8Key>] = [:]
    let rows = try person.rows(in: self, environment)
    for row in rows { variants[Phase(row), default: []].insert(UTF8Key(row.assignment.variant)) }
    for row in rows where variants[Phase(row)].map({ $0.count > 1 }) ?? false {
      try mark(row, isContested: false, in: environment)
    }
    for id in person.claimedIds {
      let claimed = try records(of: id, in: environment)
      try markContested(
        claimed.filter { row in
          let seen = variants[Phase(row)] ?? []
          return !seen.isSubset(of: [UTF8Key(row.assignment.variant)])
        }, in: environment)
    }
  }

  /// Marks rows that an app's claim puts in doubt, so that results leave them out.
  mutating func markContested(
    _ rows: [RecordRow], in environment: AppStoreEnvironment
  ) throws {
    for row in rows { try mark(row, isContested: true, in: environment) }
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

/// A phase, of which one person may see one variant.
private struct Phase: Hashable {
  let experiment: UTF8Key
  let number: Int

  init(_ row: RecordRow) {
    experiment = UTF8Key(row.assignment.experiment)
    number = row.assignment.phase
  }
}
