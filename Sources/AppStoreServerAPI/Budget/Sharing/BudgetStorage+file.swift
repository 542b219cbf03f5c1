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

  /// A file that several processes change one after another, under a lock on a file beside it. It is
  /// replaced whole, so a process that is killed leaves the old record or the new one, and the
  /// system gives its lock back. A file that cannot be read counts as the record that the process
  /// knows: Apple refuses what is over its limit, so nothing breaks.
  ///
  /// - Parameter holder: a name that no other process has.
  package static func file(
    _ path: String, holder: String = UUID().uuidString.lowercased()
  ) -> BudgetStorage {
    BudgetStorage(holder: holder) { known, change in
      var (record, isKept, isChanged) = (known, false, false)
      // One that cannot be locked is not written.
      try? AtomicFile.withLock(path + ".lock") {
        record = read(path) ?? known
        change(&record)
        isChanged = true
        guard let data = try? JSONEncoder().encode(BudgetFile(record)) else { return }
        try AtomicFile.replace(path, with: Array(data))
        isKept = true
      }
      if !isChanged { change(&record) }
      return (record, isKept)
    }
  }

  private static func read(_ path: String) -> BudgetRecord? {
    guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 20 else {
      return nil
    }
    return (try? JSONDecoder().decode(BudgetFile.self, from: data))?.record
  }
}

/// The record as JSON.
private struct BudgetFile: Codable {
  struct Use: Codable {
    var environment: String
    var endpoint: String
    /// Pairs of the end of a time, in milliseconds, and its calls.
    var calls: [[Int64]]
    var leases: [Lease]?
    /// Microseconds: of the next call, and since when there was no rest.
    var usualPace: [Int64]?
    var backgroundPace: [Int64]?
    var pausedUntil: Int64?
  }

  struct Lease: Codable {
    var holder: String
    var until: Int64
    var takenAt: Int64
    /// By priority, the urgent ones first.
    var calls: [Int64]
  }

  var uses: [Use]

  init(_ record: BudgetRecord) {
    uses = record.uses.map { key, use in
      Use(
        environment: key.environment.rawValue, endpoint: key.endpoint.rawValue,
        calls: use.calls.map { [$0.end.milliseconds, Int64($0.count)] },
        leases: use.leases.map { lease in
          Lease(
            holder: lease.holder, until: lease.until.milliseconds,
            takenAt: lease.takenAt.milliseconds,
            calls: CallPriority.allCases.map { Int64(lease.calls[$0]) })
        }, usualPace: use.usualPace.map { [$0.next, $0.busySince] },
        backgroundPace: use.backgroundPace.map { [$0.next, $0.busySince] },
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
      for pair in use.calls where pair.count == 2 && Self.counts.contains(pair[1]) {
        kept.calls.append(
          .init(end: Timestamp(milliseconds: pair[0]), count: Int(pair[1])))
      }
      kept.leases = (use.leases ?? []).compactMap(BudgetRecord.Lease.init)
      kept.usualPace = use.usualPace.flatMap(CallPace.State.init)
      kept.backgroundPace = use.backgroundPace.flatMap(CallPace.State.init)
      kept.pausedUntil = use.pausedUntil.map(Timestamp.init(milliseconds:))
      record.uses[.init(environment, endpoint)] = kept
    }
    return record
  }

  static let counts: ClosedRange<Int64> = 0...100_000_000
}

extension BudgetRecord.Lease {
  fileprivate init?(_ lease: BudgetFile.Lease) {
    guard lease.calls.count == CallPriority.allCases.count,
      lease.calls.allSatisfy(BudgetFile.counts.contains)
    else { return nil }
    var calls = CallCounts()
    for (priority, count) in zip(CallPriority.allCases, lease.calls) {
      calls[priority] = Int(count)
    }
    self.init(
      holder: lease.holder, until: Timestamp(milliseconds: lease.until),
      takenAt: Timestamp(milliseconds: lease.takenAt), calls: calls)
  }
}

extension CallPace.State {
  fileprivate init?(_ pair: [Int64]) {
    guard pair.count == 2 else { return nil }
    self.init(next: pair[0], busySince: pair[1])
  }
}
