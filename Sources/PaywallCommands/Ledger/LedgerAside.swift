import ArgumentParser
import Ledger
import PaywallAPI
import PaywallCatalog

/// `paywall ledger aside`.
struct LedgerAside: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "aside",
    abstract: "List notifications of Apple that name no app, which wait without effect.",
    discussion: """
      Apple signs new kinds of notifications before this version can read them. One that names this \
      app is kept as any other; one that names none is kept aside: at most 1,000 and 10 MB, the \
      oldest go first. A newer version may read them: give it their texts again.

      EXAMPLE
        paywall ledger aside
        paywall ledger aside --texts > aside.ndjson
        paywall ledger import aside.ndjson
      """)
  static let answerSchema = Schema.list(
    of: .object([
      .always("notificationUUID", .text), .always("type", .text, "In Apple's spelling."),
      .maybe("signedAt", .moment), .always("receivedAt", .moment),
      .always("signedPayload", .text, "As it was posted."),
    ])
  ).described("The oldest first.")

  @Flag(help: "Write the texts for 'paywall ledger import', one a line.") var texts = false
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  private struct Card: Encodable {
    var notificationUUID: String
    var type: String
    var signedAt: String?
    var receivedAt: String
    var signedPayload: String

    init(_ kept: KeptAside) {
      (notificationUUID, type, signedPayload) = (kept.uuid, kept.type, kept.content)
      (signedAt, receivedAt) = (kept.signedDate?.rfc3339, kept.receivedAt.rfc3339)
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let opened = try ledger.open()
    let cards: [Card]
    do throws(LedgerFailure) {
      cards = try await Self.kept(in: opened).map(Card.init)
      await opened.close()
    } catch {
      throw Failure(error, ledger.path)
    }
    if texts {
      for card in cards { console.write("{\"signedPayload\":\"\(card.signedPayload)\"}") }
      return
    }
    if answer.isJSON { return try console.write(json: cards) }
    guard !cards.isEmpty else { return console.write("None.") }
    let table = Table(
      "TYPE", "RECEIVED", "NOTIFICATION",
      rows: cards.map { [$0.type, $0.receivedAt, $0.notificationUUID] })
    console.write(table.text(for: console))
  }

  /// Those that a newer version has understood since are kept aside no more.
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
