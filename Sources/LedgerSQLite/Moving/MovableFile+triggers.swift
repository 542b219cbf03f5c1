import Ledger
import LedgerStorage

// A transaction that writes has the file alone, and processes that have it open heed its triggers.
extension MovableFile {
  func writeBesideServers<Output>(_ body: (SQLiteTables) throws -> Output) throws -> Output {
    try write(body)
  }

  func lock(_ names: [String], isAlone: Bool, in tables: SQLiteTables) {}

  func keepForOwner(_ name: String, in tables: SQLiteTables) {}

  /// One trigger for each kind of change to each table.
  func refuseChanges(because reason: String, in tables: SQLiteTables) throws {
    for table in Self.allTables {
      for change in ["INSERT", "UPDATE", "DELETE"] {
        try tables.run(
          """
          CREATE TRIGGER departed_\(change)_\(table) BEFORE \(change) ON \(table)
          BEGIN SELECT RAISE(ABORT, '\(reason)'); END
          """)
      }
    }
  }

  func allowChanges(in tables: SQLiteTables) throws {
    let names = try tables.each(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'departed_*'"
    ) { try $0.plain(0) }
    for name in names { try tables.run("DROP TRIGGER \(name)") }
  }

  /// Until the end there are none.
  func pauseTriggers(for move: String, in tables: SQLiteTables) throws {
    let triggers = try tables.each(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    ) { Arrival.Note("trigger", try $0.plain(0), try $0.plain(1)) }
    for trigger in triggers {
      try tables.note(trigger)
      try tables.run("DROP TRIGGER \(trigger.name)")
    }
  }

  func resumeTriggers(in tables: SQLiteTables) throws {
    let triggers = try tables.each(
      "SELECT value FROM arriving WHERE kind = 'trigger' ORDER BY name"
    ) { try $0.plain(0) }
    for sql in triggers { try tables.run(sql) }
  }
}
