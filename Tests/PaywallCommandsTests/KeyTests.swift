import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Testing

/// Keys from their making to their end, on a copy of the example app.
@Suite struct KeyTests {
  @Test(.inExample)
  func `A key is made, replaced and revoked, and the file keeps its comments`() async throws {
    let first = try await key("create", "--role", "client", "--name", "app", "--add", "--yes")
    first.expect(0)
    let made = try #require(first.output.firstMatch(of: /pw_client_[0-9a-f]{48}/))
    #expect(!(try text()).contains(made.0))
    let line = try text().replacing("keys:\n", with: "# ours\nkeys:\n")
    try Data(line.utf8).write(to: file)
    try await key("create", "--role", "client", "--name", "app-2", "--add", "--yes").expect(0)
    #expect(try text().hasPrefix(line))
    let list = try await key("list")
    #expect(list.output.split(separator: "\n").map { $0.prefix(5) } == ["KEY  ", "app  ", "app-2"])
    try await key("revoke", "app", "--yes").expect(0)
    #expect(try text().hasPrefix("# ours\nkeys:\n  app-2: { role: client, digest: "))
    let only = try text()
    for arguments in [["--yes"], ["--dry-run"]] {
      let last = try await key(["revoke", "app-2"] + arguments)
      last.expect(1, complains: "'app-2' is the last key")
      #expect(
        last.complaints.replacing("\n", with: " ").contains(
          "make another one first: 'paywall key create --role client --name NAME --add'"))
      #expect(try text() == only)
    }
    try await key("revoke", "app-2", "--last", "--yes").expect(0, prints: "until it is restarted")
    #expect(try text().hasPrefix("# ours\nkeys: {}"))
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample)
  func `JSON hands the key over with the change, and its digest is its SHA-256`() async throws {
    let run = try await key("create", "--role", "admin", "--add", "--yes", "--json")
    let card = try #require(try json(run.output) as? [String: Any])
    let made = try #require(card["key"] as? String)
    #expect(made.hasPrefix("pw_admin_"))
    #expect(card["ending"] as? String == "written")
    let listed = try #require(
      try json(try await key("list", "--json").output) as? [[String: String]])
    #expect(listed.map { $0["name"] } == ["admin"])
    #expect(try text().contains(listed[0]["digest"] ?? "-"))
  }

  @Test(.inExample)
  func `A name that is taken, and options without a file to change, are refused`() async throws {
    try await key("create", "--role", "client", "--add", "--yes").expect(0)
    let before = try text()
    let again = try await key("create", "--role", "server", "--name", "client", "--add", "--yes")
    again.expect(1, complains: "there is a key 'client' already")
    try await key("revoke", "cliont", "--yes").expect(1, complains: "client")
    try await key("create", "--role", "client", "--yes").expect(2)
    let unsure = try await key("create", "--role", "client", "--name", "other", "--add")
    // A key that was added to no file is not shown.
    #expect(unsure.status == 2 && !unsure.output.contains("pw_client_"), "\(unsure.output)")
    #expect(try text() == before)
  }

  @Test(arguments: ["-", ".app", "_app", "App", "a b"])
  func `A name begins with a letter or a digit`(_ name: String) async throws {
    let run = try await paywall(["key", "create", "--role", "client", "--name=\(name)"])
    run.expect(2, complains: "begins with a letter or digit")
  }

  @Test(arguments: ["null", "true", "no", "1e3", "2026", "0x1f", "0o17"])
  func `A name that YAML may read as something else is refused`(_ name: String) async throws {
    let run = try await paywall(["key", "create", "--role", "client", "--name", name])
    run.expect(2, complains: "try 'key-\(name)'")
  }

  @Test(.inExample)
  func `The use of each key is listed by day, of this key of its name alone`() async throws {
    for name in ["app", "idle"] {
      try await key("create", "--role", "client", "--name", name, "--add", "--yes").expect(0)
    }
    try await key("list", "--usage").expect(3, complains: "there is no ledger")
    let line = try #require(try text().firstMatch(of: /app: .*digest: ([0-9a-f]{64})/))
    let digest = String(line.1.prefix(16))
    let state = folder.appending(path: ".paywall")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    let ledger = try SQLiteLedger.open(path: state.path() + "/paywall.sqlite")
    // 20,000 days are 2024-10-04. The last is of a key that was replaced.
    let uses = [(20_000, 3, digest), (20_001, 12_000, digest), (20_002, 9, "0000000000000000")]
    _ = try await ledger.add(
      CountBatch(
        run: "5a5a5a5a-0000-4000-8000-000000000001", number: 1,
        counts: Dictionary(
          uniqueKeysWithValues: uses.map {
            (KeyUse(name: "app", digest: $0.2, day: $0.0, requests: $0.1).key, $0.1)
          })), at: Timestamp(milliseconds: 1_728_100_000_000))
    await ledger.close()
    let list = try await key("list", "--usage").expect(0)
    let rows = list.output.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(rows.first == "KEY ROLE DIGEST LAST SEEN REQUESTS")
    #expect(
      rows.contains {
        $0.hasPrefix("app client ") && $0.hasSuffix(" 2024-10-05 2024-10-05 12000, 2024-10-04 3")
      }, "\(list.output)")
    #expect(rows.contains { $0.hasPrefix("idle client ") && $0.hasSuffix(" never") })
    let answer = try await key("list", "--usage", "--json")
    let cards = try #require(try json(answer.output) as? [[String: Any]])
    #expect(cards.map { $0["name"] as? String } == ["app", "idle"])
    #expect(cards.map { $0["lastSeen"] as? String } == ["2024-10-05", nil])
  }

  @Test(.inExample) func `A file of comments alone is not written over`() async throws {
    let comments = "# Who may ask.\n"
    try Data(comments.utf8).write(to: file)
    let run = try await key("create", "--role", "client", "--add", "--yes")
    #expect(run.status == 0 || run.status == 1)
    #expect(try text().hasPrefix(comments))
  }

  private func key(_ arguments: String...) async throws -> Run { try await key(arguments) }

  private func key(_ arguments: [String]) async throws -> Run {
    try await paywall(["key"] + arguments, in: folder)
  }

  private var file: URL { folder.appending(path: "Paywalls/store/keys.yaml") }

  private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
