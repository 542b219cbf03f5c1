import ArgumentParser
import PaywallCatalog

/// `paywall key list`.
struct KeyList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the API keys: names, roles and how their digests begin.",
    discussion: """
      A key itself is kept nowhere. To see whose key you hold, compare: \
      printf %s KEY | sha256sum.

      EXAMPLE
        paywall key list
      """)

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let cards = try configuration.load(for: console).keys.map { KeyCard($0) }
      .sorted { $0.name < $1.name }
    if answer.isJSON { return try console.write(json: cards) }
    guard !cards.isEmpty else {
      return console.write(
        wrapped: "There are no keys, so a server listens on this machine only. "
          + "'paywall key create --role client --add' makes one.")
    }
    console.write(
      Table("KEY", "ROLE", "DIGEST", rows: cards.map { [$0.name, $0.role, "\($0.digest)…"] })
        .text(for: console))
  }
}

/// A key as it is listed.
private struct KeyCard: Encodable {
  var name: String
  var role: String
  /// The first 12 of its 64 digits.
  var digest: String

  init(_ key: APIKey) {
    name = key.name
    role = key.role.rawValue
    digest = String(key.digest.prefix(12))
  }
}
