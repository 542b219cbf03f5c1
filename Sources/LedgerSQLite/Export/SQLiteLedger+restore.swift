import Foundation
import GRDB
package import Ledger
package import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

extension SQLiteLedger {
  /// Removes what the texts of an export say of customers and the rows of it will say again: who
  /// counts as one person, and customers who were erased and are still named in texts of others.
  /// Call this between the texts and the rows. A ledger that has other rows by now stays as it is.
  package func prepareForRows() async throws(LedgerFailure) {
    try await writer.write { tables in
      let others = TableDescription.exported.filter {
        $0.export == .whole
          && !["notifications", "apple_accounts", "customers", "seat_claims"].contains($0.name)
      }
      guard try others.allSatisfy({ try !tables.hasRows($0) }) else { return }
      try tables.run("UPDATE customers SET apple_account = NULL WHERE apple_account IS NOT NULL")
      try tables.run("DELETE FROM apple_accounts")
      // Seats that a text takes back before its record is restored.
      try tables.run("DELETE FROM seat_claims")
      try tables.run(
        "DELETE FROM customers AS t WHERE complete_at IS NULL AND \(TableDescription.isOnlyNamed)")
    }
  }

  /// Restores rows of an export, in its order and after its texts. A row that is here already
  /// changes nothing, so a restoration that broke off is run again.
  package func restore(
    _ rows: [ExportedRow]
  ) async throws(LedgerFailure) -> [RestoreOutcome] {
    try await writer.write { tables in
      let outcomes = try rows.map { try tables.restore($0) }
      tables.reads.changes.insertAll()
      tables.reads.configured = ConfiguredReads()
      for row in rows {
        for column in ["unit", "anonymous_id"] {
          guard let id = row.text(column), let environment = row.environment("environment")
          else { continue }
          try tables.units.insert(findersBy: [id], in: environment, tables)
        }
      }
      return outcomes
    }
  }

  /// Whether this ledger was begun from an export with this salt, and its restoration has not
  /// ended: only then do rows of the export belong here. A ledger in use has moved on; rows of an
  /// old export, its own too, would bring erased people back and count them twice.
  package func isBeingRestored(fromSalt salt: String) -> Bool {
    isBeingRestored && [UInt8](hexadecimal: salt) == Array(self.salt)
  }

  /// The export was restored whole.
  package func endRestoration() async throws(LedgerFailure) {
    try await writer.write {
      try $0.run(Self.endOfRestoration)
      // An export of version 15 and before does not say when a person was erased: now, as after the
      // migration of a file.
      try $0.run(
        """
        UPDATE remnant_ids SET erased_at = unixepoch() * 1000
        WHERE NOT EXISTS (SELECT 1 FROM remnant_ids WHERE erased_at IS NOT NULL)
        """)
      // Leases of other processes, and what counts by the numbers of texts, which are new here.
      try $0.run("UPDATE jobs SET holder = NULL, held_until = NULL")
      try $0.run("DELETE FROM jobs WHERE name = 'silence'")
    }
  }

  static let endOfRestoration = "DROP TABLE IF EXISTS restoring"
}

extension SQLiteTables {
  fileprivate mutating func restore(_ row: ExportedRow) throws -> RestoreOutcome {
    guard !TableDescription.former.contains(row.table) else { return .already }
    guard let table = TableDescription.exported.first(where: { $0.name == row.table }) else {
      return .refused("this version of paywall has no table '\(row.table)'")
    }
    var cells: [RestoredCell] = []
    for cell in row.cells
    where !TableDescription.ownerNames.contains(where: { $0.name == cell.column }) {
      guard let column = table.exportedColumns.first(where: { $0.name == cell.column }) else {
        return .refused("this version of paywall has no '\(row.table).\(cell.column)'")
      }
      guard let value = column.kind.cell(of: cell.value, as: Cell.self) else {
        return .refused("'\(cell.column)' is not what an export has there")
      }
      cells.append(RestoredCell(column: column, value: value))
    }
    do {
      guard let owner = RestoredOwner(row),
        let reference = table.columns.first(where: { $0.name == table.reference(to: owner) })
      else { return try insert(cells, into: table) }
      guard let number = try number(of: owner, in: table) else {
        return .refused("its customer has no text in the file or in the ledger")
      }
      if table.name == "customers" { return try update(customer: number, cells) }
      cells.append(RestoredCell(column: reference, value: .integer(number)))
      return try insert(cells, into: table)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      return .refused("it does not fit the ledger: \(error.message ?? "a constraint")")
    }
  }

  /// The number of a customer or of a purchase chain, depending on the table.
  private mutating func number(
    of owner: RestoredOwner, in table: TableDescription
  ) throws -> Int64? {
    let place = [owner.environment?.cell ?? .null, Cell.text(owner.id)]
    // A customer's number is no purchase chain's.
    guard !owner.isCustomer || table.customer != nil else { return nil }
    guard owner.isCustomer else {
      let column = table.chain == nil ? "customer" : "number"
      return try first(
        "SELECT \(column) FROM lines WHERE environment = ? AND original_transaction_id = ?", place
      ) { $0.int64(0) }
    }
    let known = try first(
      "SELECT number FROM customers WHERE environment = ? AND app_transaction_id = ?", place
    ) { $0.int64(0) }
    // A customer whom Apple has named, of whom no text is left.
    guard known == nil, table.name == "customers", let environment = owner.environment else {
      return known
    }
    return try addCustomer(appTransactionId: owner.id, in: environment).number
  }

  private func insert(
    _ cells: [RestoredCell], into table: TableDescription
  ) throws -> RestoreOutcome {
    guard table.isNamed(by: cells) else { return .refused("it does not say which row it is") }
    // An export leaves out cells without a value.
    let keys = table.columns.filter { $0.role == .identity }.map { column in
      cells.first { $0.column == column } ?? RestoredCell(column: column, value: .null)
    }
    let isSame = keys.map { "\($0.column.name) IS ?" }.joined(separator: " AND ")
    let isThere = try finds("SELECT 1 FROM \(table.name) WHERE \(isSame)", keys.map(\.value))
    guard isThere else { return try add(cells, to: table) }
    // Not left to the insertion: triggers refuse more than it.
    guard table.export == .corrected else { return .already }
    // The texts came in another order.
    let others = table.exportedColumns.filter { $0.role == .addition }
    let values = others.map { other in cells.first { $0.column == other }?.value ?? .null }
    let isEqual = others.map { "\($0.name) IS ?" }.joined(separator: " AND ")
    return try wholly {
      let isChanged = try writes(
        "DELETE FROM \(table.name) WHERE \(isSame) AND NOT (\(isEqual))",
        keys.map(\.value) + values)
      return isChanged ? try add(cells, to: table) : .already
    }
  }

  private func add(
    _ cells: [RestoredCell], to table: TableDescription
  ) throws -> RestoreOutcome {
    let names = cells.map(\.column.name).joined(separator: ", ")
    let isNew = try writes(
      """
      INSERT INTO \(table.name) (\(names)) VALUES (\(Cell.placeholders(cells.count)))
      ON CONFLICT DO NOTHING
      """, cells.map(\.value))
    return isNew ? .restored : .refused("the ledger has another row in its place")
  }

  /// A row that is refused leaves what was there.
  private func wholly(_ work: () throws -> RestoreOutcome) throws -> RestoreOutcome {
    try run("SAVEPOINT restored_row")
    var isKept = false
    defer {
      // A transaction that is over has no savepoint any more.
      if !isKept { try? run("ROLLBACK TO restored_row") }
      try? run("RELEASE restored_row")
    }
    let outcome = try work()
    if case .refused = outcome { return outcome }
    isKept = true
    return outcome
  }

  /// The customer's row follows from the texts; only these cells do not.
  private func update(
    customer number: Int64, _ cells: [RestoredCell]
  ) throws -> RestoreOutcome {
    let values = ["complete_at", "apple_account"].map { name in
      cells.first { $0.column.name == name }?.value ?? .null
    }
    let isChanged = try writes(
      """
      UPDATE customers SET complete_at = coalesce(max(complete_at, ?1), ?1, complete_at),
        apple_account = coalesce(?2, apple_account)
      WHERE number = ?3
        AND (?1 > coalesce(complete_at, ?1 - 1) OR ?2 IS NOT NULL AND apple_account IS NOT ?2)
      """, values + [.integer(number)])
    return isChanged ? .restored : .already
  }
}

/// A cell as the file stores it.
private struct RestoredCell {
  var column: ColumnDescription
  var value: SQLValue
}

extension TableDescription {
  fileprivate func reference(to owner: RestoredOwner) -> String? {
    (owner.isCustomer ? customer : chain) ?? self.owner
  }

  /// Whether cells of an export say which row they are. A row that replaces another one is named
  /// whole; of others, cells without a value are left out, and those of later versions.
  fileprivate func isNamed(by cells: [RestoredCell]) -> Bool {
    let given = cells.filter { $0.column.role == .identity && $0.value != .null }.map(\.column)
    if export == .corrected {
      return columns.allSatisfy { $0.role != .identity || given.contains($0) }
    }
    let own = exportedColumns.filter { $0.role == .identity }
    // SQLite would give the row a number.
    guard own.allSatisfy({ $0.kind != .serial || given.contains($0) }) else { return false }
    return own.isEmpty ? !given.isEmpty : own.contains(where: given.contains)
  }
}

/// The customer whom a row of an export names.
private struct RestoredOwner {
  let environment: AppStoreEnvironment?
  let id: String
  /// Whether the id is a customer's own; otherwise it is a purchase's.
  let isCustomer: Bool

  /// Returns `nil` for a row without the id of a customer or a purchase.
  init?(_ row: ExportedRow) {
    let customer = row.text("appTransactionId")
    guard let id = customer ?? row.text("originalTransactionId") else { return nil }
    self.id = id
    isCustomer = customer != nil
    environment = row.environment("customerEnvironment")
  }
}

extension DatabaseWriter {
  /// Begins a restoration: takes over the salt of an export, if nothing was hashed or kept here
  /// yet. A table without rows marks the file until the restoration ends.
  func adopt(salt: String) throws {
    guard let bytes = [UInt8](hexadecimal: salt), bytes.count == 32 else { return }
    try write { database in
      guard try SQLiteTables(database: database).hasNoRows() else { return }
      try database.execute(sql: "UPDATE ledger SET salt = ?", arguments: [Data(bytes)])
      try database.execute(sql: "CREATE TABLE IF NOT EXISTS restoring (id INTEGER) STRICT")
    }
  }

  /// Whether a restoration has begun and not ended.
  func isBeingRestored() throws -> Bool { try read { try $0.tableExists("restoring") } }

  /// From now on the file is a ledger in use, which takes no records of an export.
  func endRestoration() throws {
    try write { try $0.execute(sql: SQLiteLedger.endOfRestoration) }
  }
}
