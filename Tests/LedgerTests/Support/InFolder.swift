import Foundation
import LedgerStorage
import Synchronization
import Testing

@testable import LedgerSQLite

/// Runs a test in a folder of its own, which is gone after it.
struct InFolder: TestTrait, TestScoping {
  @TaskLocal static var current: TestFolder?

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withFolder { folder in
      try await Self.$current.withValue(folder) { try await function() }
    }
  }
}

extension Trait where Self == InFolder {
  static var inFolder: Self { Self() }
}

/// The folder of a test with the trait `inFolder`.
var folder: TestFolder {
  guard let folder = InFolder.current else {
    preconditionFailure("a test that asks for a folder has the trait 'inFolder'")
  }
  return folder
}

/// The path of the ledger of such a test, whose file is not there at first.
var path: String { folder.path("ledger.sqlite") }

/// Opens a ledger in the folder of such a test; it is closed with the folder at the latest.
func openFile(
  _ name: String = "ledger.sqlite", _ options: SQLiteLedger.Options = SQLiteLedger.Options()
) throws(LedgerOpenError) -> SQLiteLedger { try folder.open(name, options) }

func openFile(_ options: SQLiteLedger.Options) throws(LedgerOpenError) -> SQLiteLedger {
  try folder.open("ledger.sqlite", options)
}

/// Opens a copy of the ledger's files as they are now: a process that is killed leaves them so.
func openAsKilled() throws -> SQLiteLedger {
  let copy = "copy-\(UUID().uuidString).sqlite"
  for end in ["", "-wal"] {
    try FileManager.default.copyItem(atPath: path + end, toPath: folder.path(copy + end))
  }
  return try openFile(copy)
}

/// A folder of a test, gone after it.
final class TestFolder: Sendable {
  let url: URL
  private let ledgers = Mutex<[SQLiteLedger]>([])

  init(_ url: URL) { self.url = url }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func open(
    _ name: String = "ledger.sqlite", _ options: SQLiteLedger.Options = SQLiteLedger.Options()
  ) throws(LedgerOpenError) -> SQLiteLedger {
    let ledger = try SQLiteLedger.open(path: path(name), options: options)
    ledgers.withLock { $0.append(ledger) }
    return ledger
  }

  fileprivate func close() async { for ledger in ledgers.withLock({ $0 }) { await ledger.close() } }
}

func withFolder<Output>(_ body: (TestFolder) async throws -> Output) async throws -> Output {
  let url = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  let folder = TestFolder(url)
  let result: Result<Output, any Error>
  do {
    result = .success(try await body(folder))
  } catch {
    result = .failure(error)
  }
  await folder.close()
  return try result.get()
}
