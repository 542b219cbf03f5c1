import AppStore
import Foundation
import GRDB
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding
import Synchronization
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerSQLite

/// Both ledgers get the same operations, and have the same rows in all tables. In the middle, the
/// file is exported and restored into another.
@Suite struct RandomOperationTests {
  /// The number of operations for one seed.
  private static let operations = 1000

  /// `PAYWALL_TEST_OPERATIONS=100000` takes minutes; a run with all rounds does some of them.
  private static let seeds =
    ProcessInfo.processInfo.environment["PAYWALL_TEST_OPERATIONS"].flatMap(Int.init)
    .map { max(1, $0 / operations) } ?? rounds(2, all: 6)

  @Test("The same operations leave the same rows in both ledgers", .inFolder, arguments: 0..<seeds)
  func alike(seed: Int) async throws {
    let salt = [UInt8](repeating: 7, count: 32)
    var script = OperationScript(seed: seed)
    var random = SplitMix(state: UInt64(seed))
    var memory = OracleTables(salt: salt)
    var doubts = RaisedDoubts()
    var kinds: Set<String> = []
    var options = SQLiteLedger.Options()
    options.restoredSalt = salt.hexadecimal
    var ledger = try openFile("0.sqlite", options)
    for part in 1...Self.operations / 100 {
      let steps = (0..<100).map { _ in script.next() }
      let told = Self.run(steps, in: &memory, &doubts)
      let answers = try await Self.run(steps, in: ledger)
      for (step, answer) in zip(steps, zip(told, answers)) where answer.0 != answer.1 {
        Issue.record("\(seed)/\(step): \(answer.0) in memory, \(answer.1) in the file")
        return
      }
      let isMoving = random.below(4) == 0
      if isMoving {
        ledger = try await Self.restored(
          ledger, at: folder.path("\(part).sqlite"), script.notifications)
      }
      guard isMoving || part.isMultiple(of: 2) else { continue }
      let (kept, written) = (
        try ListedRows(memory).lines(memory),
        try await ledger.readTables { try ListedRows($0).lines($0) }
      )
      let difference = written.difference(from: kept)
      #expect(
        difference.isEmpty,
        "\(seed), after \(script.step)\(isMoving ? ", restored" : ""): \(difference.words)")
      guard difference.isEmpty else { return }
      kinds.formUnion(kept.compactMap { $0.split(separator: " ").first.map(String.init) })
    }
    await ledger.close()
    #expect(kinds.isSuperset(of: Self.kinds), "\(Self.kinds.subtracting(kinds))")
  }

  /// The kinds of rows that each seed must make.
  private static let kinds: Set = [
    "access", "account", "alias", "attempt", "batch", "cell", "covariates", "customer", "day",
    "dimensions",
    "erased", "exposure", "grant", "hash", "link", "notification", "placements", "posting",
    "record", "remnant", "reported_paywalls", "seat", "seen", "served_paywalls", "set", "sighting",
    "sum", "terms", "text", "token", "user", "versions",
  ]

  @Test("Every table of the file is compared", .inFolder)
  func tables() async throws {
    let ledger = try openFile()
    let names = try await ledger.pool.read {
      try String.fetchAll(
        $0,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    }
    await ledger.close()
    #expect(Set(names) == ListedRows.tables)
  }

  private static func run(
    _ steps: [OperationScript.Step], in tables: inout OracleTables, _ doubts: inout RaisedDoubts
  ) -> [String] {
    steps.map { step in
      var draft = tables
      do {
        let answer = try step.operation.run(in: &draft, step.environment, at: step.now)
        let lost = try doubts.lost(by: step.operation, tables, draft)
        #expect(lost.isEmpty, "\(step) settles what others doubt: \(lost)")
        tables = draft
        return answer
      } catch {
        return "\(error)"
      }
    }
  }

  /// Runs in one transaction; a call that fails is rolled back alone.
  static func run(
    _ steps: [OperationScript.Step], in ledger: SQLiteLedger
  ) async throws -> [String] {
    try await ledger.writer.write { tables in
      try steps.map { step in
        try tables.run("SAVEPOINT step")
        defer { try? tables.run("RELEASE step") }
        do {
          return try step.operation.run(in: &tables, step.environment, at: step.now)
        } catch let failure as LedgerFailure {
          tables.known.forget()
          tables.reads = TransactionReads()
          try tables.run("ROLLBACK TO step")
          return "\(failure)"
        }
      }
    }
  }

  /// Returns another ledger, from an export of the first.
  private static func restored(
    _ ledger: SQLiteLedger, at path: String,
    _ notifications: [SignedText: Verified<AppStore.Notification>]
  ) async throws -> SQLiteLedger {
    let items = Mutex<[ExportedItem]>([])
    try await ledger.export { item in items.withLock { $0.append(item) } }
    await ledger.close()
    var options = SQLiteLedger.Options()
    var entries: [LedgerEntry] = []
    var rows: [ExportedRow] = []
    for item in items.withLock({ $0 }) {
      switch item {
      case .ledger(let salt): options.restoredSalt = salt
      case .text(let entry): entries.append(entry)
      case .row(let row): rows.append(row)
      case .end: break
      }
    }
    let copy = try SQLiteLedger.open(path: path, options: options)
    // Renewal info after the transactions that it needs.
    let ordered =
      entries.filter { $0.kind != .renewalInfo } + entries.filter { $0.kind == .renewalInfo }
    let steps = try ordered.map { entry in
      var operation = notifications[entry.text].map { LedgerOperation.notify($0) }
      if operation == nil {
        let evidence = try #require(try OperationScript.evidence(entry.text))
        operation = .present(evidence, user: nil)
      }
      return OperationScript.Step(
        number: 0, operation: try #require(operation), environment: entry.environment,
        now: entry.receivedAt)
    }
    for answer in try await run(steps, in: copy) where !["new", "1"].contains(answer) {
      Issue.record("a text of an export is answered by \(answer)")
    }
    try await copy.prepareForRows()
    let outcomes = try await copy.restore(rows)
    for (row, outcome) in zip(rows, outcomes) {
      if case .refused(let reason) = outcome { Issue.record("\(row): \(reason)") }
    }
    return copy
  }
}

extension CollectionDifference<String> {
  /// The first row that only one of the ledgers has.
  var words: String {
    let memory = removals.prefix(4).map { change in
      if case .remove(_, let line, _) = change { "only in memory: \(line)" } else { "" }
    }
    let file = insertions.prefix(4).map { change in
      if case .insert(_, let line, _) = change { "only in the file: \(line)" } else { "" }
    }
    return (memory + file).joined(separator: "\n")
  }
}
