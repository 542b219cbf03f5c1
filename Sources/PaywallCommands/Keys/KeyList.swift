import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import Ledger
import LedgerPostgres
import LedgerSQLite
import PaywallCatalog

/// `paywall key list`.
struct KeyList: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "list", "List the API keys: names, roles and how their digests begin.",
    """
    A key itself is kept nowhere. To see whose key you hold, compare: \
    printf %s KEY | sha256sum.

    With --usage it also says, from the server's ledger, on which UTC day each key was used last \
    and how many requests it made, so that an old one can be revoked. The server writes that once \
    a minute. A key that several servers share is counted in the ledger of each; a server with \
    --read-only counts nothing, and what a CDN answers reaches no server.
    """,
    examples: "paywall key list",
    "paywall key list --usage",
    "paywall key list --usage --json | jq '.[] | {name, lastSeen}'")

  @Flag(help: "When each key was used last, and how often.") var usage = false
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[KeyCard]> {
    let keys = try ledger.configuration.load(for: console).keys
    let uses = usage ? try await readUses() : nil
    let cards = keys.map { KeyCard($0, uses) }.sorted { $0.key.name < $1.key.name }
    let usageColumns: [Table.Column<KeyCard>] = [
      ("LAST SEEN", { $0.lastSeen ?? "never" }), ("REQUESTS", { $0.requests ?? "" }),
    ]
    return Printed(
      list: cards,
      none: "There are no keys, so a server listens on this machine only. "
        + "'paywall key create --role client --add' makes one.",
      [
        ("KEY", \.key.name), ("ROLE", \.key.role.rawValue), ("DIGEST", { "\($0.digest)…" }),
      ] + (usage ? usageColumns : []))
  }

  private func readUses() async throws -> [KeyUse] {
    guard ledger.isThere else { throw ledger.missing }
    if PostgresAddress.isAddress(ledger.path) {
      return try await ledger.use {
        KeyUse.all(in: try await $0.dailyCounts(of: KeyUse.experiment, in: .production))
      }
    }
    return try Failure.outside {
      try [KeyUse](path: ledger.path)
    }
  }
}

/// A key in the list.
struct KeyCard: Card {
  let key: APIKey
  /// The usage by UTC day, the newest first; `nil` if it is not asked for.
  let usage: [Day]?

  static let members = Members<Self> {
    $0.always("name", .text) { $0.key.name }
    $0.always("role") { $0.key.role }
    $0.always("digest", .text, "The first 12 of its 64 digits.") { $0.digest }
    $0.maybe("lastSeen", .day, "With --usage: the UTC day; absent if it was never used.") {
      $0.lastSeen
    }
    $0.maybe("usage", "With --usage: by UTC day, the newest first.") { $0.usage }
  }

  struct Day: Card {
    /// `2026-12-05`.
    let day: String
    let requests: Int

    static let members = Members<Self> {
      $0.always("day", .day) { $0.day }
      $0.always("requests", .count) { $0.requests }
    }
  }

  init(_ key: APIKey, _ uses: [KeyUse]?) {
    self.key = key
    // A key that was renamed has several rows for a day.
    let days = uses.map { uses in
      Dictionary(
        uses.filter { key.digest.lowercased().hasPrefix($0.digest) }.map { ($0.day, $0.requests) },
        uniquingKeysWith: +)
    }
    usage = days?.sorted { $0.key > $1.key }.map { day, requests in
      let start = Timestamp(milliseconds: Int64(day) * Timestamp.day)
      return Day(day: String(start.rfc3339.prefix(10)), requests: requests)
    }
  }

  var digest: String { String(key.digest.prefix(12)) }
  var lastSeen: String? { usage?.first?.day }

  /// `2026-12-05 120, 2026-12-04 98`, the last seven days with requests.
  var requests: String? {
    usage.map { $0.prefix(7).map { "\($0.day) \($0.requests)" }.joined(separator: ", ") }
  }
}

extension Schema {
  fileprivate static let day = text(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
}
