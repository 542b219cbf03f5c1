import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import Testing

// `ledger forget`.
extension LedgerTests {
  @Test(.inStory) func `Nobody is erased without being sure`() async throws {
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    try await ledger("forget", Self.customer).expect(2)
    let erased = try await ledger("forget", Self.customer, "--yes")
    #expect(erased.status == 0 && erased.output == "Erased 1 customer.\n", "\(erased)")
    try await ledger("show", Self.customer).expect(1)
  }

  @Test func `A visitor who bought nothing is erased as well`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "l-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path() + "/ledger.sqlite"
    let opened = try SQLiteLedger.open(path: path)
    let moment = Timestamp(milliseconds: 1_796_472_000_000)
    let assignment = RecordedAssignment(
      experiment: "price", phase: 1, variant: "trial", unit: "u-1", unitKind: .visitor,
      recordedAt: moment)
    _ = try await opened.record(
      [
        Exposure(
          id: "e-1", assignment: assignment, origin: .userId, contradicts: false, terms: nil,
          renderedAt: moment, placement: "onboarding", isHeldOut: false)
      ], in: .production, at: moment)
    await opened.close()

    // The experiments decide which facts of a person stay in results, so the command cannot guess
    // them.
    let unknown = try await ledger("forget", "u-1", "--user", "--yes", in: folder, trusts: false)
    unknown.expect(1, complains: "name the folder that holds it")
    let elsewhere = try await ledger(
      "forget", "u-1", "--user", "--environment", "sandbox", "--yes", "--config", example,
      in: folder, trusts: false)
    elsewhere.expect(1)
    let erased = try await ledger(
      "forget", "u-1", "--user", "--yes", "--config", example, in: folder, trusts: false)
    erased.expect(0)
    #expect(
      erased.output == "Erased what was recorded of a visitor who bought nothing.\n", "\(erased)")
    try await ledger(
      "forget", "u-1", "--user", "--yes", "--config", example, in: folder, trusts: false
    ).expect(1)
    let left = try SQLiteLedger.open(path: path)
    #expect(try await left.assignments(of: VisitorIdentity(userId: "u-1"), in: .production) == [])
    await left.close()
  }

  @Test func `A user of whom only an app's alias is kept is erased as well`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "l-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path() + "/ledger.sqlite"
    let opened = try SQLiteLedger.open(path: path)
    let outcome = try await opened.alias(
      "a-1", to: "u-1", vouchedBy: .client, in: .production,
      at: Timestamp(milliseconds: 1_796_472_000_000))
    #expect(outcome == .new)
    // A seat that Apple goes on counting.
    let seat = SeatClaim(id: "c-1", originalTransactionId: "70", claimedAt: .epoch)
    _ = try await opened.record(
      seat, of: SeatMember(userId: "u-1"), in: .production, at: .epoch)
    await opened.close()
    let erased = try await ledger(
      "forget", "u-1", "--user", "--yes", "--config", example, in: folder, trusts: false)
    erased.expect(0, complains: "'paywall seats unclaim 70 c-1'")
    try await ledger(
      "forget", "u-1", "--user", "--yes", "--config", example, in: folder, trusts: false
    ).expect(1)
    let left = try SQLiteLedger.open(path: path)
    for id in ["u-1", "a-1"] { #expect(try await !left.hasAlias(id, in: .production)) }
    await left.close()
  }
}
