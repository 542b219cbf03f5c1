package import Ledger
import PaywallCatalog
import PaywallTextCoding

/// The tables of a ledger in a database that is asked in SQL, for the length of one transaction. Each
/// statement stands in an extension of this protocol, as SQLite runs it; an implementation says how
/// its database spells it.
///
/// A purchase chain (`PurchaseChainRow`) is a row of `lines` here. Text in `/*…*/` is for a
/// database whose columns and parameters have types, and that several writers share.
package protocol SQLTables: StoredTables {
  associatedtype Row: LedgerRow
  associatedtype Cell: DatabaseCell

  /// Whether a column holds values of one type only.
  static var hasTypedColumns: Bool { get }
  /// The column of a header's text.
  static var headerText: String { get }

  /// Deletes up to 500 ids of exposures of before a period.
  static var prune: String { get }
  /// Finds the oldest transaction that runs and the one that begins next; equal if none runs.
  static var findTransactions: String { get }
  /// Finds a table by its name.
  static var findTable: String { get }
  /// Finds the columns of a table by its name, each with its place in the primary key, from 1; 0 if it
  /// is not in it.
  static var findColumns: String { get }

  /// The salt of the ledger's hashes.
  var salt: [UInt8] { get }
  var known: PermanentRows { get }
  var reads: TransactionReads { get }

  /// Runs a statement that returns nothing. Its error may come later, at the latest with the commit.
  func run(_ sql: String, _ values: [SQLValue]) throws
  /// Whether a statement wrote anything.
  func writes(_ sql: String, _ values: [SQLValue]) throws -> Bool
  /// - Returns: the number of the new row.
  func add(_ insertion: NumberedInsertion, _ values: [SQLValue]) throws -> Int64
  /// The results of a query.
  ///
  /// - Parameter limit: no more rows are needed; of a statement that writes, leave it out.
  func all<Output>(
    _ sql: String, _ values: [SQLValue], limit: Int, read: (Row) throws -> Output
  ) throws -> [Output]
  /// Rows of a query that are too many to keep. The body runs no statements.
  func forEach(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Void) throws

  /// Takes locks for the rest of a transaction that writes; a database with one writer needs none.
  ///
  /// - Returns: whether one of them was not held before: what was read before may have changed.
  @discardableResult
  func lock(_ names: @autoclosure () -> [LockName]) throws -> Bool
  /// Notes the lock of a customer whom no other transaction can know before the commit.
  func noteLock(ofNewCustomer number: CustomerRow.Number) throws
}

extension SQLTables {
  package var units: UnitFilter { known.units }

  package var newConflicts: [ConflictEvent.Cause] {
    get { reads.newConflicts }
    nonmutating set { reads.newConflicts = newValue }
  }

  package func run(_ sql: String, _ values: SQLValue...) throws { try run(sql, values) }

  package func writes(_ sql: String, _ values: SQLValue...) throws -> Bool {
    try writes(sql, values)
  }

  package func all<Output>(
    _ sql: String, _ values: [SQLValue], read: (Row) throws -> Output
  ) throws -> [Output] {
    try all(sql, values, limit: .max, read: read)
  }

  package func each<Output>(
    _ sql: String, _ values: SQLValue..., read: (Row) throws -> Output
  ) throws -> [Output] {
    try all(sql, values, limit: .max, read: read)
  }

  /// The first result of a query that writes nothing.
  package func first<Output>(
    _ sql: String, _ values: SQLValue..., read: (Row) throws -> Output
  ) throws -> Output? {
    try all(sql, values, limit: 1, read: read).first
  }

  package func first<Output>(
    _ sql: String, _ values: [SQLValue], read: (Row) throws -> Output
  ) throws -> Output? {
    try all(sql, values, limit: 1, read: read).first
  }

  /// Whether a query has a result.
  package func finds(_ sql: String, _ values: SQLValue...) throws -> Bool {
    try !all(sql, values, limit: 1) { _ in }.isEmpty
  }

  package func finds(_ sql: String, _ values: [SQLValue]) throws -> Bool {
    try !all(sql, values, limit: 1) { _ in }.isEmpty
  }

  /// Adds a row.
  func insert(into table: String, _ columns: String, _ values: [SQLValue]) throws {
    try run(RowStatements.add(to: table, columns, count: values.count), values)
  }

  /// In the order of `environment`, `experiment` and `phase`.
  package static func values(_ phase: PhaseKey) -> [SQLValue] {
    [phase.environment.cell, Cell.text(phase.experiment), Cell.number(phase.phase)]
  }

  /// The cells that say which row of a unit is meant, in the order of `environment`, `unit`,
  /// `experiment`, `phase` and `unit_kind`.
  static func values(_ key: RecordKey, in environment: AppStoreEnvironment) -> [SQLValue] {
    [
      environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue),
    ]
  }

  /// Returns what a read finds once everything that it names is locked.
  package func settled<Output>(
    _ read: () throws -> Output, locking names: (Output) -> [LockName]
  ) throws -> Output {
    while true {
      let found = try read()
      guard try lock(names(found)) else { return found }
      // The value was read without this lock.
      reads.forgetRows()
    }
  }

  package func hasRows(_ table: TableDescription) throws -> Bool {
    try finds("SELECT 1 FROM \(table.name) LIMIT 1")
  }

  /// Whether nothing is kept.
  package func hasNoRows() throws -> Bool {
    try TableDescription.all.allSatisfy { try !hasRows($0) }
  }
}
