import CommandSupport
import Foundation
import LedgerPostgres
import LedgerSQLite
import LedgerStorage

/// A ledger as a file: the one that was named, or a copy of a database at one moment, which is
/// removed when the command ends.
struct LedgerFile {
  let ledger: SQLiteLedger
  private let folder: String?

  /// - Parameter options: name a ledger that is there.
  init(_ options: LedgerOptions, _ console: Console) throws {
    guard let address = try options.address() else {
      ledger = try options.openFile()
      folder = nil
      return
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "paywall-ledger-\(UUID().uuidString)").path
    self.folder = folder
    let interruption = Interruption(on: console, and: Self.ends) {
      try? FileManager.default.removeItem(atPath: folder)
      return "Interrupted; the ledger is as it was."
    }
    defer { interruption.end() }
    do {
      // The copy names users.
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let path = "\(folder)/ledger.sqlite"
      try Self.copy(address, to: path, console)
      var copied = options
      copied.ledger = path
      ledger = try copied.openFile()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      if error is Failure { throw error }
      throw Failure(
        .failedOutside, "the ledger \(address.name) cannot be copied: \(error)",
        help: "the copy needs room in '\(FileManager.default.temporaryDirectory.path)' (TMPDIR)")
    }
  }

  /// Other signals that end a process, whose copy must not stay.
  static let ends = [SIGTERM, SIGHUP]

  func close() async {
    await ledger.close()
    remove()
  }

  /// Removes the copy, also at the end of a process that was interrupted.
  func remove() { if let folder { try? FileManager.default.removeItem(atPath: folder) } }

  private static func opened(_ address: PostgresAddress) throws -> any MovableLedger {
    do {
      let database = try PostgresLedger.copyable(address)
      if try database.arrival() != nil { throw LedgerOpenError.arriving(name: address.name) }
      return database
    } catch let error as LedgerOpenError {
      throw Failure(.failedOutside, error.description)
    }
  }

  private static func copy(
    _ address: PostgresAddress, to path: String, _ console: Console
  ) throws {
    let database = try opened(address)
    LedgerOptions.note(address.name, movedTo: try database.departure()?.target)
    let file = try SQLiteLedger.movable(path: path, isCreating: true)
    try file.arrive("copy", as: database.identity())
    var progress = RunningCount(console, "rows copied into a temporary file")
    try LedgerCopy(from: database, to: file).run { progress.add($0) }
    progress.finish()
    try file.endArrival()
  }
}
