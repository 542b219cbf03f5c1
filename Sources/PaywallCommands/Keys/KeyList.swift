import ArgumentParser
import PaywallAPI
import Foundation
import Ledger
import LedgerPostgres
import LedgerSQLite
import PaywallCatalog

/// `paywall key list`.
struct KeyList: AsyncParsableCommand, AnswersInJSON {
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
  static let answerSchema = Schema.list(of: KeyCard.schema)

  @Flag(help: "When each key was used last, and how often.") var usage = false
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let keys = try ledger.configuration.load(for: console).keys
    let uses = usage ? try await readUses() : nil
    let cards = keys.map { KeyCard($0, uses) }.sorted { $0.name < $1.name }
    if answer.isJSON { return try console.write(json: cards) }
    guard !cards.isEmpty else {
      return console.write(
        wrapped: "There are no keys, so a server listens on this machine only. "
          + "'paywall key create --role client --add' makes one.")
    }
    console.write(table(of: cards).text(for: console))
  }

  private func table(of cards: [KeyCard]) -> Table {
    guard usage else {
      return Table(
        "KEY", "ROLE", "DIGEST", rows: cards.map { [$0.name, $0.role, "\($0.digest)…"] })
    }
    return Table(
      "KEY", "ROLE", "DIGEST", "LAST SEEN", "REQUESTS",
      rows: cards.map {
        [$0.name, $0.role, "\($0.digest)…", $0.lastSeen ?? "never", $0.requests ?? ""]
      })
  }

  private func readUses() async throws -> [KeyUse] {
    guard ledger.isThere else { throw ledger.missing }
    if PostgresAddress.isAddress(ledger.path) {
      let opened = try ledger.open()
      do throws(LedgerFailure) {
        let counts = try await opened.dailyCounts(of: KeyUse.experiment, in: .production)
        await opened.close()
        return KeyUse.all(in: counts)
      } catch {
        await opened.close()
        throw Failure(error, ledger.path)
      }
    }
    do throws(LedgerOpenError) {
      return try [KeyUse](path: ledger.path)
    } catch {
      throw Failure(.failedOutside, error.description)
    }
  }
}

/// A key as it is listed.
private struct KeyCard: Encodable {
  var name: String
  var role: String
  /// The first 12 of its 64 digits.
  var digest: String
  /// The UTC day, `2026-12-05`; `nil` if it was never used, or is not asked for.
  var lastSeen: String?
  /// By day, the newest first; `nil` if it is not asked for.
  var usage: [Day]?

  struct Day: Encodable {
    var day: String
    var requests: Int
  }

  init(_ key: APIKey, _ uses: [KeyUse]?) {
    name = key.name
    role = key.role.rawValue
    digest = String(key.digest.prefix(12))
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
    lastSeen = usage?.first?.day
  }

  /// `2026-12-05 120, 2026-12-04 98`, the last seven days with requests.
  var requests: String? {
    usage.map { $0.prefix(7).map { "\($0.day) \($0.requests)" }.joined(separator: ", ") }
  }
}

extension KeyCard {
  fileprivate static let schema = Schema.object([
    .always("name", .text), .always("role", .words(of: APIKey.Role.self)),
    .always("digest", .text, "The first 12 of its 64 digits."),
    .maybe("lastSeen", .day, "With --usage: the UTC day; absent if it was never used."),
    .maybe(
      "usage", .list(of: .object([.always("day", .day), .always("requests", .count)])),
      "With --usage: by UTC day, the newest first."),
  ])
}

extension Schema {
  fileprivate static let day = text(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
}
