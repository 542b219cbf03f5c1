import PaywallAtomicFile
import PaywallCatalog

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension BudgetStorage {
  /// The name of the file in a state directory.
  package static let fileName = "app-store-budget.json"

  /// A file of one process, which is replaced whole. One that cannot be read counts as none: Apple
  /// refuses what is over its limit, so nothing breaks.
  package static func file(_ path: String) -> BudgetStorage {
    BudgetStorage(
      load: {
        guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 20,
          let file = try? JSONDecoder().decode(BudgetFile.self, from: data)
        else { return nil }
        return file.record
      },
      save: { record in
        guard let data = try? JSONEncoder().encode(BudgetFile(record)) else { return false }
        do {
          try AtomicFile.replace(path, with: Array(data))
          return true
        } catch {
          return false
        }
      })
  }
}

/// The record as JSON.
private struct BudgetFile: Codable {
  struct Use: Codable {
    var environment: String
    var endpoint: String
    /// Pairs of the end of a minute, in milliseconds, and its calls.
    var calls: [[Int64]]
    var pausedUntil: Int64?
  }

  var uses: [Use]

  init(_ record: BudgetRecord) {
    uses = record.uses.map { key, use in
      Use(
        environment: key.environment.rawValue, endpoint: key.endpoint.rawValue,
        calls: use.calls.map { [$0.end.milliseconds, Int64($0.count)] },
        pausedUntil: use.pausedUntil?.milliseconds)
    }
  }

  /// Entries that cannot be understood are left out.
  var record: BudgetRecord {
    var record = BudgetRecord()
    for use in uses {
      guard let environment = AppStoreEnvironment(rawValue: use.environment),
        let endpoint = AppStoreEndpoint(rawValue: use.endpoint)
      else { continue }
      var kept = BudgetRecord.Use()
      for pair in use.calls where pair.count == 2 && (1...10_000_000).contains(pair[1]) {
        kept.calls.append(
          .init(end: Timestamp(milliseconds: pair[0]), count: Int(pair[1])))
      }
      kept.pausedUntil = use.pausedUntil.map(Timestamp.init(milliseconds:))
      record.uses[.init(environment, endpoint)] = kept
    }
    return record
  }
}
