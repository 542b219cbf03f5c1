import PaywallCatalog
import GRDB
package import Ledger
import LedgerStorage
import PaywallTextCoding

extension SQLiteLedger {
  /// Removes what the texts of an export say of customers and the rows of it will say again: who
  /// counts as one person, and customers who were erased and are still named in texts of others.
  /// Call this between the texts and the rows. A ledger that has other rows by now stays as it is.
  package func prepareForRows() async throws(LedgerFailure) {
    try await writer.write { tables in
      let others = ExportedTable.all.filter {
        !["notifications", "apple_accounts", "customers"].contains($0.name)
      }
      let isNew = try others.allSatisfy {
        try tables.all("SELECT 1 FROM \($0.name) LIMIT 1", []) { _ in true }.isEmpty
      }
      guard isNew else { return }
      try tables.run("UPDATE customers SET apple_account = NULL WHERE apple_account IS NOT NULL")
      try tables.run("DELETE FROM apple_accounts")
      try tables.run(
        "DELETE FROM customers AS t WHERE complete_at IS NULL AND \(ExportedTable.isOnlyNamed)")
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
      for row in rows {
        for column in ["unit", "anonymous_id"] {
          guard case .text(let id) = row[column], case .text(let word) = row["environment"],
            let environment = AppStoreEnvironment(rawValue: word)
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
    guard !ExportedTable.former.contains(row.table) else { return .already }
    let tables = ExportedTable.all + ExportedTable.corrected
    guard let table = tables.first(where: { $0.name == row.table }) else {
      return .refused("this version of paywall has no table '\(row.table)'")
    }
    var columns: [ExportedTable.Column] = []
    var values: [SQLValue] = []
    for cell in row.cells
    where !ExportedTable.customerNames.contains(where: { $0.0 == cell.column }) {
      guard let column = table.columns.first(where: { $0.name == cell.column }) else {
        return .refused("this version of paywall has no '\(row.table).\(cell.column)'")
      }
      guard let value = column.kind.cell(of: cell.value) else {
        return .refused("'\(cell.column)' is not what an export has there")
      }
      columns.append(column)
      values.append(value)
    }
    do {
      guard let reference = table.customer ?? table.chain,
        let owner = try owner(of: row, as: table.chain == nil ? "customer" : "number")
      else {
        return try insert(table, columns, values)
      }
      guard let number = try owner.number ?? addCustomer(of: row, table) else {
        return .refused("its customer has no text in the file or in the ledger")
      }
      if table.name == "customers" { return try update(customer: number, columns, values) }
      columns.append(.key(reference, .number))
      values.append(.integer(number))
      return try insert(table, columns, values)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      return .refused("it does not fit the ledger: \(error.message ?? "a constraint")")
    }
  }

  /// The customer that a row names, or its purchase chain; `nil` if it names none.
  ///
  /// - Parameter column: of the chain, which has the number.
  private func owner(
    of row: ExportedRow, as column: String
  ) throws -> (number: Int64?, Void)? {
    let kind = ExportedTable.Kind.environment
    guard let environment = kind.cell(of: row["customerEnvironment"]) else { return nil }
    if case .text(let id) = row["appTransactionId"] {
      let number = try first(
        "SELECT number FROM customers WHERE environment = ? AND app_transaction_id = ?",
        environment, Cell.text(id)
      ) { $0.int64(0) }
      return (number, ())
    }
    if case .text(let id) = row["originalTransactionId"] {
      let number = try first(
        "SELECT \(column) FROM lines WHERE environment = ? AND original_transaction_id = ?",
        environment, Cell.text(id)
      ) { $0.int64(0) }
      return (number, ())
    }
    return nil
  }

  /// A customer whom Apple has named, of whom no text is left.
  private mutating func addCustomer(of row: ExportedRow, _ table: ExportedTable) throws -> Int64? {
    guard table.name == "customers", case .text(let id) = row["appTransactionId"],
      case .text(let word) = row["customerEnvironment"],
      let environment = AppStoreEnvironment(rawValue: word)
    else { return nil }
    return try addCustomer(appTransactionId: id, in: environment).number
  }

  private mutating func insert(
    _ table: ExportedTable, _ columns: [ExportedTable.Column], _ values: [SQLValue]
  ) throws -> RestoreOutcome {
    let keys = zip(columns, values).filter(\.0.isIdentity)
    let same = keys.map { "\($0.0.name) IS ?" }.joined(separator: " AND ")
    let isHere =
      try !all("SELECT 1 FROM \(table.name) WHERE \(same)", keys.map(\.1)) { _ in true }.isEmpty
    if isHere, table.chain != nil {
      let others = table.columns.filter { !$0.isIdentity }
      let cells = others.map { other in
        zip(columns, values).first { $0.0.name == other.name }?.1 ?? .null
      }
      let equal = others.map { " AND \($0.name) IS ?" }.joined()
      let isEqual =
        try !all(
          "SELECT 1 FROM \(table.name) WHERE \(same)\(equal)", keys.map(\.1) + cells
        ) { _ in true }.isEmpty
      guard !isEqual else { return .already }
      // Corrected: the texts came in another order.
      _ = try all("DELETE FROM \(table.name) WHERE \(same)", keys.map(\.1)) { _ in }
    } else if isHere {
      // Not left to the insertion: triggers refuse more than it.
      return .already
    }
    let names = columns.map(\.name).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let isNew = try writes(
      "INSERT INTO \(table.name) (\(names)) VALUES (\(places)) ON CONFLICT DO NOTHING", values)
    return isNew ? .restored : .refused("the ledger has another row in its place")
  }

  /// The customer's row follows from the texts; only these cells do not.
  private mutating func update(
    customer number: Int64, _ columns: [ExportedTable.Column], _ values: [SQLValue]
  ) throws -> RestoreOutcome {
    let cells = Dictionary(
      zip(columns.map(\.name), values), uniquingKeysWith: { first, _ in first })
    let isChanged = try writes(
      """
      UPDATE customers SET complete_at = coalesce(max(complete_at, ?1), ?1, complete_at),
        apple_account = coalesce(?2, apple_account)
      WHERE number = ?3
        AND (?1 > coalesce(complete_at, ?1 - 1) OR ?2 IS NOT NULL AND apple_account IS NOT ?2)
      """,
      cells["complete_at"] ?? .null, cells["apple_account"] ?? .null, .integer(number))
    return isChanged ? .restored : .already
  }
}
