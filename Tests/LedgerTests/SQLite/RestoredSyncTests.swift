import AppStore
import Foundation
import LedgerStorage
import PaywallCatalog
import Testing

@testable import Ledger
@testable import LedgerSQLite

/// The state that the jobs of the App Store find in a ledger that was restored.
@Suite struct RestoredSyncTests {
  /// Exports a ledger, and restores it into another file.
  ///
  /// - Parameter change: makes a row as another version of the export would have it.
  private static func restore(
    _ ledger: SQLiteLedger, to path: String, _ change: (inout ExportedRow) -> Void = { _ in }
  ) async throws -> SQLiteLedger {
    let export = try await ExportTests.export(ledger)
    var rows = export.rows
    for index in rows.indices { change(&rows[index]) }
    let copy = try SQLiteLedger.open(path: path, options: export.options)
    try await copy.prepareForRows()
    let outcomes = try await copy.restore(rows)
    #expect(outcomes.allSatisfy { if case .refused = $0 { false } else { true } })
    try await copy.endRestoration()
    return copy
  }

  /// Returns the results of a missed notification and of a history, both about the erased person.
  private static func fetched(
    _ ledger: SQLiteLedger, bought: Double
  ) async throws -> (replayed: ReplayOutcome, stored: FetchCounts?) {
    let fact = Sample.fact("102", chain: "100", signed: bought)
    let claim = JobClaim(job: "reconcile", holder: "one", until: Sample.day(400))
    let replayed = try await ledger.replay(
      [Sample.notification("missed \(bought)", fact)], JobProgress(claim, "{}"),
      at: Sample.day(300))
    let outcome = try await ledger.store(
      FetchedFacts(
        environment: .production, id: "100", transactions: [Sample.transaction(fact)],
        cursor: .init(
          after: nil, revision: "1", hasMore: false, askedAt: Sample.day(300), isAnew: true)),
      at: Sample.day(300))
    guard case .stored(let counts) = outcome else { return (replayed, nil) }
    return (replayed, counts)
  }

  @Test(
    "Who was erased does not come back into a restored ledger; what came after it does", .inFolder)
  func erased() async throws {
    let ledger = try openFile()
    try await ledger.append(Sample.notification("n", Sample.fact("100", signed: 1)), at: 1)
    #expect(try await ledger.forget(.appTransactionId("7040"), at: 4) == 1)
    let copy = try await Self.restore(ledger, to: folder.path("copy.sqlite"))
    await ledger.close()
    let before = try await Self.fetched(copy, bought: 3)
    #expect(before.replayed == .stored(ReplayCounts(erased: 1)))
    #expect(before.stored?.erased == 1 && before.stored?.new == 0)
    let after = try await Self.fetched(copy, bought: 5)
    #expect(after.replayed == .stored(ReplayCounts(new: 1)))
    await copy.close()
  }

  @Test("An export that does not say when people were erased brings none of them back", .inFolder)
  func oldExport() async throws {
    let ledger = try openFile()
    try await ledger.append(Sample.notification("n", Sample.fact("100", signed: 1)), at: 1)
    #expect(try await ledger.forget(.appTransactionId("7040"), at: 4) == 1)
    // The row as version 15 wrote it.
    let copy = try await Self.restore(ledger, to: folder.path("copy.sqlite")) { row in
      row.cells.removeAll { $0.column == "erased_at" }
    }
    await ledger.close()
    let found = try await Self.fetched(copy, bought: 3)
    #expect(found.replayed == .stored(ReplayCounts(erased: 1)))
    #expect(found.stored?.erased == 1 && found.stored?.isComplete == false)
    #expect(try await copy.histories(of: .appTransactionId("7040")).isEmpty)
    await copy.close()
  }

  @Test("Jobs go on in a restored ledger, held by nobody; what counts texts begins anew", .inFolder)
  func jobs() async throws {
    let ledger = try openFile()
    for (job, progress) in [("reconcile production", "page 7"), ("silence", "text 9")] {
      let claim = JobClaim(job: job, holder: "of the lost machine", until: Sample.day(100))
      _ = try await ledger.replay([], JobProgress(claim, progress), at: Sample.day(1))
    }
    let copy = try await Self.restore(ledger, to: folder.path("copy.sqlite"))
    await ledger.close()
    func claim(_ job: String) async throws -> TakenJob? {
      try await copy.claim(
        JobClaim(job: job, holder: "here", until: Sample.day(3)), at: Sample.day(2))
    }
    #expect(try await claim("reconcile production") == TakenJob(progress: "page 7"))
    // Texts have other numbers here.
    #expect(try await claim("silence") == TakenJob(progress: nil))
    await copy.close()
  }
}
