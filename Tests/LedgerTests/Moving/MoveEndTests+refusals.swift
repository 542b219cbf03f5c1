import PaywallCatalog
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres
@testable import LedgerSQLite
@testable import LedgerStorage

// Ledgers that are not moved, and moves that do not end.
extension MoveEndTests {
  @Test(
    "A row that does not arrive as it was is found, and the former ledger can be used again",
    .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func different() async throws {
    let old = folder.path("old.sqlite")
    let ledger = try SQLiteLedger.open(path: old)
    for customer in 1...3 {
      try await ledger.append(
        Sample.notification(
          "n\(customer)", Sample.fact("90\(customer)", customer: "790\(customer)")),
        at: Double(customer))
    }
    await ledger.close()
    let address = try PostgresAddress.unused()
    let target = try MovableDatabase(address, isCreating: true)
    let source = try MovableFile(path: old, isCreating: false)
    // A clock that is off by a millisecond, for one customer; and a notification that is forgotten.
    let spoiling = Watched(
      source,
      during: {
        try? target.write { session in
          try session.run(
            """
            UPDATE facts SET received_at = received_at + 1
            WHERE chain = (SELECT number FROM chains WHERE customer = 2)
            """)
          try session.run("DELETE FROM notifications WHERE uuid = 'n3'")
        }
      })
    #expect(
      throws: LedgerMoveError.different(
        source: old, target: target.name, customers: 1, first: 2, tables: ["notifications"],
        isDone: false)
    ) {
      try Moving.move(spoiling, target)
    }
    #expect(throws: LedgerOpenError.arriving(name: address.name)) {
      try PostgresLedger.open(address)
    }
    try LedgerMove.cancel(from: source)
    let again = try SQLiteLedger.open(path: old)
    try await again.check()
    await again.close()
  }

  @Test("A move that was given up while it ran does not end another one", .inFolder)
  func superseded() async throws {
    let old = folder.path("old.sqlite")
    try await Self.filled(old)
    let source = try MovableFile(path: old, isCreating: false)
    let first = try MovableFile(path: folder.path("1.sqlite"), isCreating: true)
    let second = try MovableFile(path: folder.path("2.sqlite"), isCreating: true)
    // All is compared; now another process gives it up, and begins to move the ledger elsewhere.
    let interrupted = Watched(
      source, at: "endDeparture",
      during: {
        try? LedgerMove.cancel(from: source)
        _ = try? Moving.move(source, Breaking(second, Calls(left: 5)), name: "m2")
      })
    #expect(throws: LedgerMoveError.notMoved(source: old)) { try Moving.move(interrupted, first) }
    #expect(try source.departure()?.move == "m2" && source.departure()?.isDone == false)
    #expect(try first.arrival() != nil)
    _ = try Moving.move(source, second, name: "m2")
    #expect(try second.arrival() == nil && source.departure()?.isDone == true)
  }

  @Test(
    "A move that ends while it is given up has ended", .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func endedMeanwhile() async throws {
    let address = try PostgresAddress.unused()
    let file = folder.path("file.sqlite")
    let database = try MovableDatabase(address, isCreating: true)
    let ledgers: [(any MovableLedger, any MovableLedger)] = [
      (try MovableFile(path: file, isCreating: true), database),
      (database, try MovableFile(path: folder.path("new.sqlite"), isCreating: true)),
    ]
    for (source, target) in ledgers {
      #expect(throws: Calls.Ended.self) {
        try Moving.move(source, Breaking(target, Calls(left: 10)))
      }
      let ending = Watched(
        source, at: "cancelDeparture", during: { _ = try? Moving.move(source, target) })
      #expect(throws: LedgerMoveError.gone(source: source.name, target: target.name)) {
        try LedgerMove.cancel(from: ending)
      }
      #expect(try source.departure()?.isDone == true)
    }
  }

  @Test(
    "Two processes do not move one ledger", .inFolder, .enabled(if: PostgresCluster.isInstalled))
  func claimed() async throws {
    let (old, new) = (folder.path("old.sqlite"), folder.path("new.sqlite"))
    let address = try PostgresAddress.unused()
    let first = try MovableFile(path: old, isCreating: true)
    let database = try MovableDatabase(address, isCreating: true)
    #expect(try first.claim() && database.claim() && first.claim() && database.claim())
    // Both are opened again, as another process opens them.
    let (again, there) = (
      try MovableFile(path: old, isCreating: false),
      try MovableDatabase(address, isCreating: false)
    )
    let target = try MovableFile(path: new, isCreating: true)
    #expect(throws: LedgerMoveError.busy(ledger: old)) { try Moving.move(again, target) }
    #expect(throws: LedgerMoveError.busy(ledger: there.name)) { try Moving.move(target, there) }
    try first.depart(Departure(move: "m1", target: new, beganAt: 0))
    #expect(throws: LedgerMoveError.busy(ledger: old)) { try LedgerMove.cancel(from: again) }
  }

  @Test(
    "A ledger that was moved away takes no other one", .inFolder,
    .enabled(if: PostgresCluster.isInstalled))
  func goneTarget() async throws {
    let database = try MovableDatabase(PostgresAddress.unused(), isCreating: true)
    let rehearsal = folder.path("rehearsal.sqlite")
    _ = try Moving.move(database, MovableFile(path: rehearsal, isCreating: true))
    let source = try MovableFile(path: folder.path("old.sqlite"), isCreating: true)
    #expect(throws: LedgerMoveError.gone(source: database.name, target: rehearsal)) {
      try Moving.move(source, database)
    }
    #expect(try source.departure() == nil)
  }

  @Test("Rows do not go on under the salt of another ledger", .inFolder)
  func otherSalt() async throws {
    let old = folder.path("old.sqlite")
    try await Self.filled(old)
    let source = try MovableFile(path: old, isCreating: false)
    let other = try MovableFile(path: folder.path("other.sqlite"), isCreating: true)
    let new = folder.path("new.sqlite")
    let target = try MovableFile(path: new, isCreating: true)
    // Both begin to move into one file before the first row; the other one is given up.
    for (ledger, name) in [(source, "m1"), (other, "m2")] {
      #expect(throws: Calls.Ended.self) {
        try Moving.move(Breaking(ledger, Calls(left: 2)), target, name: name)
      }
    }
    try LedgerMove.cancel(from: other)
    #expect(throws: LedgerMoveError.elsewhere(source: old, target: new)) {
      try Moving.move(source, target)
    }
    // A move is also refused if the target gets another identity meanwhile.
    let foreign = Watched(
      source, at: "page headers",
      during: { try? target.write { try $0.run("UPDATE ledger SET salt = zeroblob(32)", []) } })
    try LedgerMove.cancel(from: source)
    #expect(throws: LedgerMoveError.otherIdentity(source: old, target: new)) {
      try Moving.move(foreign, target)
    }
  }

  @Test("A word of a later version stops a move before it could be lost", .inFolder)
  func unknownWord() async throws {
    let old = folder.path("old.sqlite")
    try await Self.filled(old)
    let source = try MovableFile(path: old, isCreating: false)
    try source.write { try $0.run("UPDATE transactions SET type = 9999", []) }
    #expect(throws: UnreadableRow.self) {
      try Moving.move(source, MovableFile(path: folder.path("new.sqlite"), isCreating: true))
    }
  }

  @Test("A file into which an import has not ended is not moved", .inFolder)
  func restoring() async throws {
    var options = SQLiteLedger.Options()
    options.restoredSalt = String(repeating: "07", count: 32)
    let path = folder.path("old.sqlite")
    let ledger = try openFile("old.sqlite", options)
    await ledger.close()
    #expect(throws: LedgerMoveError.unfinished(source: path)) {
      try Moving.move(
        MovableFile(path: path, isCreating: false),
        MovableFile(path: folder.path("new.sqlite"), isCreating: true))
    }
  }

  @Test("A ledger with rows is not moved into, and one that has gone is not moved again", .inFolder)
  func refused() async throws {
    let (old, new) = (folder.path("old.sqlite"), folder.path("new.sqlite"))
    try await Self.filled(old)
    try await Self.filled(new)
    let source = try MovableFile(path: old, isCreating: false)
    let target = try MovableFile(path: new, isCreating: false)
    #expect(throws: LedgerMoveError.notEmpty(target: new)) { try Moving.move(source, target) }
    // The refusal has changed neither.
    for path in [old, new] {
      let ledger = try SQLiteLedger.open(path: path)
      try await ledger.check()
      await ledger.close()
    }
    let there = folder.path("there.sqlite")
    _ = try Moving.move(source, MovableFile(path: there, isCreating: true))
    let gone = LedgerMoveError.gone(source: old, target: there)
    #expect(throws: gone) {
      try Moving.move(source, MovableFile(path: folder.path("3.sqlite"), isCreating: true))
    }
    #expect(throws: gone) { try LedgerMove.cancel(from: source) }
  }
}
