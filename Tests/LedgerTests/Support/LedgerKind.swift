import Foundation
import Ledger
import LedgerSQLite
import Testing

/// The implementations that the contract is asked of.
enum LedgerKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, sqlite

  var testDescription: String { rawValue }

  /// A new ledger for the length of `body`.
  func withLedger<Output>(_ body: (any Ledger) async throws -> Output) async throws -> Output {
    switch self {
    case .memory: return try await body(MemoryLedger())
    case .sqlite:
      return try await withFolder { folder in
        let ledger = try SQLiteLedger.open(path: folder.path("ledger.sqlite"))
        do {
          let output = try await body(ledger)
          await ledger.close()
          return output
        } catch {
          await ledger.close()
          throw error
        }
      }
    }
  }
}

/// A folder of a test, gone after it.
struct TestFolder {
  let url: URL

  func path(_ name: String) -> String { url.appending(path: name).path }
}

func withFolder<Output>(_ body: (TestFolder) async throws -> Output) async throws -> Output {
  let url = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  return try await body(TestFolder(url: url))
}
