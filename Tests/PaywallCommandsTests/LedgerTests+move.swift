import Foundation
import TestSupport
import Testing

// `ledger move`, and the commands that read a database as they read a file.
extension LedgerTests {
  private func move(_ arguments: String...) async throws -> Run {
    try await paywall(["ledger", "move"] + arguments)
  }

  @Test(.inStory, .enabled(if: PostgresCluster.isInstalled))
  func `A ledger that was moved is exported and shown as before`() async throws {
    let address = try PostgresCluster.shared.get().address(schema: "moved_story")
    let file = folder.path() + "/ledger.sqlite"
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    let exported = try await ledger("export")
    let shown = try await ledger("show", Self.customer)
    #expect(exported.status == 0 && exported.output.count > 1000 && shown.status == 0)

    let moved = try await move("--from", file, "--to", address).expect(0)
    #expect(moved.output.hasPrefix("Moved "))
    #expect(moved.output.contains(" rows of 1 customer from \(file) to postgres://"))
    #expect(moved.output.contains("all digests are the same"))
    #expect(moved.complaints.contains("note: \(file) is read-only from now on"))

    let temporary = folder.path() + "/temporary"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let root = ["--apple-root", folder.path() + "/root.cer", "--config", folder.path()]
    let there = try await run(
      Program.url, ["ledger", "export", "--ledger", address] + root,
      environment: ["TMPDIR": temporary])
    #expect(there.output == exported.output, "\(there.complaints)")
    // The export's copy names users, so it must be gone.
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    #expect(try await ledger("show", Self.customer, "--ledger", address).output == shown.output)

    // A database takes the texts of an export.
    try there.output.write(
      toFile: folder.path() + "/export.ndjson", atomically: true, encoding: .utf8)
    let again = try await ledger("import", folder.path() + "/export.ndjson", "--ledger", address)
    #expect(again.output.hasPrefix("0 notifications kept"), "\(again)")
    #expect(again.complaints.contains("move that with 'paywall ledger move'"))

    // No server starts on the former ledger.
    let served = try await paywall(
      ["serve", "--ledger", file, "--port", "0", "--apple-root-in-production"] + root)
    #expect(served.status != 0)
    #expect(served.complaints.contains("is read-only in favour of postgres://"))
    // A reader of the former ledger gets a note that it is old.
    let before = try await ledger("show", Self.customer)
    #expect(before.output == shown.output)
    #expect(before.complaints.hasPrefix("note: \(file) is as it was when it became read-only"))
    let gone = try await move("--from", file, "--cancel")
    gone.expect(3, complains: "help: start the servers on that one")
  }

  @Test(.inStory, .enabled(if: PostgresCluster.isInstalled))
  func `What cannot be moved is said, with what to do`() async throws {
    let address = try PostgresCluster.shared.get().address(schema: "refusing_story")
    let file = folder.path() + "/ledger.sqlite"
    let missing = try await move("--from", folder.path() + "/none.sqlite", "--to", address)
    missing.expect(3, complains: "--from: there is no ledger at")
    _ = try await ledger("import", folder.path() + "/story.ndjson")
    try await ledger("import", folder.path() + "/story.ndjson", "--ledger", address).expect(0)
    let filled = try await move("--from", file, "--to", address)
    filled.expect(
      3, complains: "has rows of its own", "help: name a file that does not exist, or a database")
    let untouched = try await move("--from", file, "--cancel")
    #expect(untouched.complaints.contains("is not being moved"))
    #expect(try await move("--from", file).status == 2)
    #expect(try await move("--from", file, "--to", "x.sqlite", "--cancel").status == 2)
    let back = try await move("--from", address, "--to", folder.path() + "/new.sqlite", "--json")
    let answer = try #require(try json(back.output) as? [String: Any])
    #expect(answer["customers"] as? Int == 1 && answer["rows"] as? Int ?? 0 > 5)
    #expect(answer["readOnlyMilliseconds"] as? Int ?? -1 >= 0)
  }
}
