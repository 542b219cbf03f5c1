import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog

/// `paywall ledger aside`.
struct LedgerAside: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "aside", "List notifications of Apple that name no app, which wait without effect.",
    """
    Apple signs new kinds of notifications before this version can read them. One that names this \
    app is kept as any other; one that names none is kept aside: at most 1,000 and 10 MB, the \
    oldest go first. A newer version may read them: give it their texts again.
    """,
    examples: "paywall ledger aside",
    "paywall ledger aside --texts > aside.ndjson",
    "paywall ledger import aside.ndjson")
  static let answerSchema = Schema.list(of: KeptCard.schema).described("The oldest first.")

  @Flag(help: "Write the texts for 'paywall ledger import', one a line.") var texts = false
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let kept = try await ledger.use { try await Self.kept(in: $0) }
    if texts {
      for each in kept { console.write("{\"signedPayload\":\"\(each.content)\"}") }
      return
    }
    let cards = kept.map(KeptCard.init)
    if answer.isJSON { return try console.write(json: cards) }
    try Printed(
      list: cards, none: "None.",
      [
        ("TYPE", \.kept.type), ("RECEIVED", \.kept.receivedAt.rfc3339),
        ("NOTIFICATION", \.kept.uuid),
      ]
    ).write(console)
  }

  /// Returns the notifications that are kept aside, and removes those that a newer version has
  /// understood.
  private static func kept(in ledger: any Ledger) async throws(LedgerFailure) -> [KeptAside] {
    var waiting: [KeptAside] = []
    for kept in try await ledger.keptAside(after: 0, limit: KeptAside.Limit.count) {
      if try await ledger.hasNotification(kept.uuid) {
        try await ledger.removeKeptAside(kept.uuid)
      } else {
        waiting.append(kept)
      }
    }
    return waiting
  }
}

private struct KeptCard: Card {
  let kept: KeptAside

  static let members = Members<Self> {
    $0.always("notificationUUID", .text) { $0.kept.uuid }
    $0.always("type", .text, "In Apple's spelling.") { $0.kept.type }
    $0.maybe("signedAt", .moment) { $0.kept.signedDate?.rfc3339 }
    $0.always("receivedAt", .moment) { $0.kept.receivedAt.rfc3339 }
    $0.always("signedPayload", .text, "As it was posted.") { $0.kept.content }
  }
}
