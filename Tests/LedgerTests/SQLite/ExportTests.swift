import AppStore
import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization
import Testing

@testable import LedgerSQLite

@Suite struct ExportTests {
  /// Tables whose rows follow from the texts, or from other rows.
  private static let derived: Set = [
    "ledger", "headers", "facts", "lines", "transactions", "renewals", "tokens", "days",
    "grdb_migrations", "refund_decisions", "renewal_events",
    "purchase_changes", "retention_answers",
  ]

  /// OWASP, "CSV Injection"; numbers stay as they are.
  @Test(
    "Only texts that a spreadsheet takes for formulas begin with an apostrophe, and none if raw",
    .inFolder,
    arguments: [false, true])
  func formulas(isRaw: Bool) async throws {
    let ids = ["=1+1", "+1", "-1", "@a", "\ta", "'a", "a=1", "1", "\"=1\""]
    let ledger = try openFile()
    for (number, id) in ids.enumerated() {
      try await ledger.record(Sample.exposure("\(number)", id, "control"))
    }
    try FileManager.default.createDirectory(
      atPath: folder.path("tables"), withIntermediateDirectories: false)
    _ = try await ledger.exportTables(to: folder.path("tables"), isRaw: isRaw)
    await ledger.close()
    let text = try String(contentsOfFile: folder.path("tables/exposures.csv"), encoding: .utf8)
    let expected =
      isRaw
      ? ids : ["'=1+1", "'+1", "'-1", "'@a", "'\ta", "''a", "a=1", "1", "\"=1\""]
    for id in expected {
      let cell = "\"\(id.replacing("\"", with: "\"\""))\""
      #expect(text.split(separator: ",").contains { $0 == cell }, "\(id)")
    }
  }

  @Test("A quote in a cell is doubled, also before a combining mark")
  func quotes() {
    let table = PlainTable("ids", [PlainColumn("id", .text)], key: ["id"]) { _, _ in }
    var line: [UInt8] = []
    table.writeCSV([.text("a\"\u{301}\"\0")], to: &line)
    #expect(line == Array("\"a\"\"\u{301}\"\"\u{FFFD}\"\n".utf8))
  }

  @Test("Every table and column is in an export, or follows from one that is", .inFolder)
  func schema() async throws {
    let ledger = try openFile()
    let schema = try await ledger.pool.read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      return try tables.filter { !$0.hasPrefix("sqlite_") }.map {
        ($0, Set(try database.columns(in: $0).map(\.name)))
      }
    }
    await ledger.close()
    let tables = TableDescription.exported
    let others = Self.derived.union(TableDescription.former)
    for (table, columns) in schema where !others.contains(table) {
      let exported = tables.first { $0.name == table }
      var names = Set(exported?.exportedColumns.map(\.name) ?? [])
      names.formUnion([exported?.customer, exported?.chain].compactMap(\.self))
      // They follow from the app transaction, which is a text.
      if table == "customers" {
        names.formUnion([
          "app_transaction_id", "acquisition_revoked_at", "acquisition_signed_at", "platform",
          "store_type",
        ])
      }
      #expect(names == columns, "\(table)")
    }
    #expect(tables.allSatisfy { table in schema.contains { $0.0 == table.name } })
  }

  @Test(
    "A restored ledger has the rows of the one that was exported, and answers as it does", .inFolder
  )
  func restored() async throws {
    let ledger = try openFile()
    try await Self.fill(ledger)
    let export = try await Self.export(ledger)
    let copy = try openFile("copy.sqlite", export.options)
    #expect(copy.isBeingRestored(fromSalt: export.salt))
    try await Self.refunds(copy, order: [1, 0])
    try await Self.texts(copy)
    try await copy.prepareForRows()
    #expect(try await copy.restore(export.rows).allSatisfy { !$0.isRefused })
    let again = try await Self.export(copy)
    #expect(again.rows == export.rows)
    let tables = Set(export.rows.map(\.table))
    let expected = TableDescription.exported.map(\.name)
    #expect(tables.isSuperset(of: expected.filter { $0 != "apple_accounts" }), "\(tables)")
    #expect(again.texts.map(\.text.compact).sorted() == export.texts.map(\.text.compact).sorted())
    #expect(again.texts.map(\.receivedAt).sorted() == export.texts.map(\.receivedAt).sorted())
    #expect(again.salt == export.salt)
    for ledger in [ledger, copy] {
      #expect(try await ledger.variants(of: "ada", "device") == ["ada trial", "device control"])
      #expect(ledger.mayHaveAssignments(of: "ada"))
      #expect(try await ledger.dayCounts(of: "half", at: 1.5) == ["half": 2])
      #expect(try await ledger.held() == ["held 2"])
      // A repeat is known, and an erased customer's place stays taken.
      #expect(try await ledger.record(Sample.exposure("e1", "ada", kind: .userId)) == [.already])
      let history = try await ledger.histories(of: .user("ada"))
      #expect(history.first?.completeAt == Sample.day(1.3))
      let gone = try Self.gone()
      let again = Sample.request(Sample.offer(), customer: gone.identity, evidence: gone, nonce: 9)
      #expect(try await ledger.grant([again], at: 1.6).first?.isRetry == true)
    }
    #expect(try await copy.restore(export.rows).allSatisfy { $0 == .already })
    // A row that has lost a part of its name takes no row away.
    let damaged = export.rows.flatMap(Self.damaged)
    #expect(damaged.count > export.rows.count)
    for row in damaged { _ = try await copy.restore([row]) }
    #expect(Set(try await Self.export(copy).rows).isSuperset(of: export.rows))
  }

  /// Returns the row without each cell that names the row, or its owner.
  private static func damaged(_ row: ExportedRow) -> [ExportedRow] {
    let table = TableDescription.exported.first { $0.name == row.table }
    let names = ["appTransactionId", "originalTransactionId", "customerEnvironment"]
    return row.cells.map(\.column).filter { column in
      names.contains(column)
        || table?.columns.contains { $0.name == column && $0.role == .identity } ?? false
    }.map { column in
      var damaged = row
      damaged.cells.removeAll { $0.column == column }
      return damaged
    }
  }

  @Test("A row of a purchase that names a customer in its place is refused", .inFolder)
  func wrongOwner() async throws {
    let ledger = try openFile()
    try await Self.fill(ledger)
    let export = try await Self.export(ledger)
    let reports = export.rows.filter { $0.table == "purchase_reports" }
    #expect(!reports.isEmpty)
    for var report in reports {
      report.cells.removeAll { $0.column == "originalTransactionId" }
      report.cells.append(ExportedRow.Cell("appTransactionId", .text("7040")))
      #expect(try await ledger.restore([report]).first?.isRefused == true)
    }
    #expect(try await Self.export(ledger).rows == export.rows)
  }

  @Test(
    "Customers who are only named in texts of others are restored, and erased ones are not",
    .inFolder)
  func onlyNamed() async throws {
    // Both purchases have moved on to another customer, and one of the first two is erased.
    let facts = [
      Sample.fact("100", customer: "7040", signed: 1),
      Sample.fact("101", chain: "100", customer: "7050", signed: 2),
      Sample.fact("300", customer: "7060", signed: 1),
      Sample.fact("301", chain: "300", customer: "7070", signed: 2),
    ]
    func fill(_ ledger: SQLiteLedger) async throws {
      for fact in facts {
        try await ledger.append(Sample.notification(fact.transactionId, fact), at: 3)
      }
    }
    let ledger = try openFile()
    try await fill(ledger)
    let named = CustomerName.appTransactionId("7040")
    #expect(try await ledger.link("ada", to: named, at: 3))
    let gone = CustomerName.appTransactionId("7060")
    #expect(try await ledger.forget(gone, at: 4) == 1)
    let export = try await Self.export(ledger)
    let copy = try openFile("copy.sqlite", export.options)
    try await fill(copy)
    try await copy.prepareForRows()
    #expect(try await copy.restore(export.rows).allSatisfy { !$0.isRefused })
    // A ledger that has rows stays as it is.
    try await copy.prepareForRows()
    #expect(try await Self.export(copy).rows == export.rows)
    for ledger in [ledger, copy] {
      let found = try await ledger.histories(of: .user("ada"))
      #expect(found.map(\.appTransactionId) == ["7040"])
      let numbers = try await ledger.pool.read {
        try Int.fetchAll(
          $0,
          sql: """
            SELECT app_transaction_id FROM customers WHERE apple_account IS NOT NULL ORDER BY 1
            """)
      }
      #expect(numbers == [7040, 7050, 7070])
      await ledger.close()
    }
  }

  @Test(
    "Rows that do not fit are refused, each with its reason, and the others are restored", .inFolder
  )
  func refused() async throws {
    let ledger = try openFile()
    let row = { (table: String, cells: [(String, ExportedRow.Value)]) in
      ExportedRow(table: table, cells: cells.map { ExportedRow.Cell($0.0, $0.1) })
    }
    let alias: [(String, ExportedRow.Value)] = [
      ("number", .number(1)), ("environment", .text("production")),
      ("anonymous_id", .text("device")), ("user_id", .text("ada")),
      ("aliased_at", .text("2026-01-05T00:00:00Z")), ("voucher", .text("server")),
      ("is_contested", .flag(false)),
    ]
    let other = alias.map { $0.0 == "user_id" ? ($0.0, .text("bob")) : $0 }
    let outcomes = try await ledger.restore([
      row("nonsense", []),
      row("aliases", alias + [("colour", .text("red"))]),
      row("aliases", alias.map { $0.0 == "aliased_at" ? ($0.0, .text("soon")) : $0 }),
      row("aliases", alias.map { $0.0 == "voucher" ? ($0.0, .text("anybody")) : $0 }),
      row(
        "links",
        [
          ("environment", .text("production")), ("user", .text("ada")),
          ("linked_at", .text("2026-01-05T00:00:00Z")), ("appTransactionId", .text("7040")),
          ("customerEnvironment", .text("production")),
        ]),
      row("aliases", alias),
      row("aliases", alias),
      row("aliases", other),
      row("aliases", []),
      row("aliases", [("is_contested", .flag(true))]),
      row("history_fetches", []),
    ])
    let reasons = outcomes.map { if case .refused(let reason) = $0 { reason } else { "" } }
    #expect(reasons[0].contains("no table 'nonsense'"))
    #expect(reasons[1].contains("no 'aliases.colour'"))
    #expect(reasons[2].contains("'aliased_at' is not"))
    #expect(reasons[3].contains("does not fit"))
    #expect(reasons[4].contains("its customer has no text"))
    #expect(outcomes[5...6] == [.restored, .already])
    #expect(reasons[7].contains("another row in its place"))
    #expect(reasons[8...].allSatisfy { $0 == "it does not say which row it is" }, "\(reasons)")
  }

  @Test(
    "Rows are restored only into a ledger that nobody else has open, and only an empty one takes the salt",
    .inFolder
  )
  func alone() async throws {
    var options = SQLiteLedger.Options()
    options.restoredSalt = String(repeating: "5a", count: 32)
    let ledger = try openFile()
    try await Self.texts(ledger)
    #expect(throws: LedgerOpenError.inUse(name: path)) {
      try openFile(options)
    }
    // Texts alone can come in beside a server.
    await (try openFile()).close()
    await ledger.close()
    let again = try openFile(options)
    #expect(!again.isBeingRestored(fromSalt: String(repeating: "5a", count: 32)))
  }

  @Test(
    "A restoration lasts until it ends, a server opens the file, or a person is erased", .inFolder)
  func restoring() async throws {
    let salt = String(repeating: "5a", count: 32)
    var restoring = SQLiteLedger.Options()
    restoring.restoredSalt = salt
    var serving = SQLiteLedger.Options()
    serving.isWriting = true
    for end in ["end", "server", "erased"] {
      // A command that only reads ends nothing.
      for options in [restoring, restoring, SQLiteLedger.Options(), restoring] {
        let ledger = try openFile("\(end).sqlite", options)
        #expect(ledger.isBeingRestored(fromSalt: salt))
        #expect(!ledger.isBeingRestored(fromSalt: String(repeating: "5b", count: 32)))
        try await ledger.record(Sample.exposure("e0", "ada", kind: .userId))
        await ledger.close()
      }
      let options = end == "server" ? serving : SQLiteLedger.Options()
      let ledger = try openFile("\(end).sqlite", options)
      #expect(ledger.isPartlyRestored == (end == "server"))
      if end == "end" { try await ledger.endRestoration() }
      if end == "erased" {
        try await ledger.forget(.user("eve"), at: 2)
      }
      await ledger.close()
      let last = try openFile("\(end).sqlite", restoring)
      #expect(!last.isBeingRestored(fromSalt: salt), "\(end)")
      await last.close()
    }
  }
}

extension RestoreOutcome {
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
