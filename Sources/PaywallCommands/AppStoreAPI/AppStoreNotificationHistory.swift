import AppStore
import AppStoreServerAPI
import ArgumentParser
import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

/// `paywall appstore notification-history`.
struct AppStoreNotificationHistory: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "notification-history",
    abstract: "List what Apple posted to the server, with every attempt.",
    discussion: """
      Asks Apple with a key, and else the local App Store. Apple keeps notifications for 180 days, \
      30 in the sandbox.

      EXAMPLE
        paywall appstore notification-history --since 2026-11-20 --failures
        paywall appstore notification-history --transaction 2000000123000001
      """)
  static let answerSchema = Schema.object([
    .always("environment", .words(["production", "sandbox"])),
    .always(
      "notifications",
      .list(
        of: .object([
          .maybe("uuid", .text), .maybe("type", .text), .maybe("subtype", .text),
          .maybe("signed", .moment), .maybe("transaction", .text),
          .maybe("refused", .text, "Why the text is not trusted."),
          .always(
            "attempts",
            .list(of: .object([.maybe("date", .moment), .always("result", .text)]))),
          .always("signedText", .text, "As Apple posted it."),
        ]))),
    .always("isCut", .boolean, "Whether there is more than --pages allowed."),
  ])

  @Option(help: ArgumentHelp("From when on. (default: 7 days ago)", valueName: "time"))
  var since: Moment?
  @Option(help: ArgumentHelp("Until when. (default: now)", valueName: "time")) var until: Moment?
  @Option(help: ArgumentHelp("Only of this type, such as DID_RENEW.", valueName: "type"))
  var type: String?
  @Option(help: ArgumentHelp("Only of this subtype.", valueName: "subtype")) var subtype: String?
  @Option(help: ArgumentHelp("Only of this transaction's customer.", valueName: "id"))
  var transaction: String?
  @Flag(help: "Only what the server did not accept.") var failures = false
  @Option(help: ArgumentHelp("Pages of twenty at the most.", valueName: "number")) var pages = 50
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    guard transaction == nil || type == nil else {
      throw ValidationError("Apple takes --type or --transaction, not both.")
    }
    guard subtype == nil || type != nil else { throw ValidationError("--subtype needs --type.") }
    guard (1...10_000).contains(pages) else {
      throw ValidationError("--pages takes 1 to 10000.")
    }
  }

  private struct Card: Encodable {
    struct Attempt: Encodable {
      var date: String?
      var result: String
    }

    struct Sent: Encodable {
      var uuid: String?
      var type: String?
      var subtype: String?
      var signed: String?
      var transaction: String?
      var refused: String?
      var attempts: [Attempt]
      var signedText: String

      init(_ sent: SentNotification) {
        let notification = sent.verdict.verified?.payload
        uuid = notification?.uuid
        type = notification?.type
        subtype = notification?.subtype
        signed = notification?.signedDate?.rfc3339
        transaction = notification?.transaction?.payload.fact?.transactionId
        refused = sent.verdict.distrust?.detail
        attempts = sent.attempts.map { Attempt(date: $0.date?.rfc3339, result: $0.result.raw) }
        signedText = sent.signedPayload
      }

      var line: String {
        let name = [type, subtype].compactMap(\.self).joined(separator: "/")
        return [
          signed ?? "-", name.isEmpty ? "not trusted: \(refused ?? "")" : name,
          transaction ?? "", attempts.map(\.result).joined(separator: ", "),
        ].filter { !$0.isEmpty }.joined(separator: "  ")
      }
    }

    var environment: String
    var notifications: [Sent]
    var isCut: Bool
  }

  func run() async throws {
    let environment = apple.oneEnvironment
    let (since, until, pages) = (since?.timestamp, until?.timestamp, pages)
    let (filter, failures) = (filter, failures)
    let card = try await apple.ask { client async throws(AppStoreAPIError) -> Card in
      // By the clock of a local App Store, if it is asked.
      let now = client.storeTime
      let query = NotificationQuery(
        from: since ?? now.adding(milliseconds: -7 * 86_400_000),
        to: until ?? now.adding(milliseconds: 60_000), filter, onlyFailures: failures)
      var card = Card(environment: environment.rawValue, notifications: [], isCut: false)
      var (token, cursor): (String?, CursorGuard) = (nil, CursorGuard())
      for _ in 0..<pages {
        let page = try await client.notifications(query, after: token, in: environment).value
        card.notifications += page.notifications.map(Card.Sent.init)
        card.isCut = page.hasMore
        guard page.hasMore, let next = page.token, cursor.isNew(next) else { break }
        token = next
      }
      return card
    }
    let console = Console.ofProcess()
    guard !answer.isJSON else { return try console.write(json: card) }
    console.write(
      card.notifications.isEmpty
        ? "Nothing was posted (\(card.environment))."
        : card.notifications.map(\.line).joined(separator: "\n"))
    if card.isCut { console.note("there is more; raise --pages, or name a shorter time") }
  }

  private var filter: NotificationQuery.Filter {
    if let transaction { return .transaction(transaction) }
    return type.map { .type($0, subtype: subtype) } ?? .all
  }
}
