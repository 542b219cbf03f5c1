import AppStore
import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Subscribers

/// `paywall appstore notification-history`.
struct AppStoreNotificationHistory: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "notification-history", "List what Apple posted to the server, with every attempt.",
    """
    Asks Apple with a key, and else the local App Store. Apple keeps notifications for 180 days, \
    30 in the sandbox.
    """,
    examples: "paywall appstore notification-history --since 2026-11-20 --failures",
    "paywall appstore notification-history --transaction 2000000123000001")

  @Option("time", "From when on. (default: 7 days ago)") var since: Moment?
  @Option("time", "Until when. (default: now)") var until: Moment?
  @Option("type", "Only of this type, such as DID_RENEW.") var type: String?
  @Option("subtype", "Only of this subtype.") var subtype: String?
  @Option("id", "Only of this transaction's customer.") var transaction: String?
  @Flag(help: "Only what the server did not accept.") var failures = false
  @Option("number", "Pages of twenty at the most.") var pages = 50
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(transaction == nil || type == nil, "Apple takes --type or --transaction, not both.")
    guard subtype == nil || type != nil else { throw ValidationError("--subtype needs --type.") }
    try (1...10_000).check(pages, of: "--pages")
  }

  func printed(on console: Console) async throws -> Printed<SentNotificationsCard> {
    let environment = apple.oneEnvironment
    let (since, until, pages) = (since?.timestamp, until?.timestamp, pages)
    let (filter, failures) = (filter, failures)
    let card = try await apple.ask {
      client async throws(AppStoreAPIError) -> SentNotificationsCard in
      // The time of the local App Store, if that is asked.
      let now = client.storeTime
      let query = NotificationQuery(
        from: since ?? now.adding(milliseconds: -7 * 86_400_000),
        to: until ?? now.adding(milliseconds: 60_000), filter, onlyFailures: failures)
      var card = SentNotificationsCard(environment: environment.rawValue)
      var (token, cursor): (String?, CursorGuard) = (nil, CursorGuard())
      for _ in 0..<pages {
        let page = try await client.notifications(query, after: token, in: environment).value
        card.notifications += page.notifications
        card.isCut = page.hasMore
        guard page.hasMore, let next = page.token, cursor.isNew(next) else { break }
        token = next
      }
      return card
    }
    return .parts(card) { console in
      console.write(
        card.notifications.isEmpty
          ? "Nothing was posted (\(card.environment))."
          : card.notifications.map(\.line).joined(separator: "\n"))
      if card.isCut { console.note("there is more; raise --pages, or name a shorter time") }
    }
  }

  private var filter: NotificationQuery.Filter {
    if let transaction { return .transaction(transaction) }
    return type.map { .type($0, subtype: subtype) } ?? .all
  }
}

/// The notifications that Apple posted.
struct SentNotificationsCard: Card {
  let environment: String
  var notifications: [SentNotification] = []
  var isCut = false

  static let members = Members<Self> {
    $0.always("environment", .appleEnvironment) { $0.environment }
    $0.always("notifications", .list(of: SentNotification.schema)) { $0.notifications }
    $0.always("isCut", .boolean, "Whether there is more than --pages allowed.") { $0.isCut }
  }
}

extension SentNotification: Card {
  static let members = Members<Self> {
    $0.maybe("uuid", .text) { $0.notification?.uuid }
    $0.maybe("type", .text) { $0.notification?.type }
    $0.maybe("subtype", .text) { $0.notification?.subtype }
    $0.maybe("signed", .moment) { $0.notification?.signedDate?.rfc3339 }
    $0.maybe("transaction", .text) { $0.transactionId }
    $0.maybe("refused", .text, "Why the text is not trusted.") { $0.verdict.distrust?.detail }
    $0.always("attempts", .list(of: Attempt.schema)) { $0.attempts }
    $0.always("signedText", .text, "As Apple posted it.") { $0.signedPayload }
  }

  private var notification: Notification? { verdict.verified?.payload }
  private var transactionId: String? { notification?.transaction?.payload.fact?.transactionId }

  fileprivate var line: String {
    let name = [notification?.type, notification?.subtype].compactMap(\.self)
      .joined(separator: "/")
    return [
      notification?.signedDate?.rfc3339 ?? "-",
      name.isEmpty ? "not trusted: \(verdict.distrust?.detail ?? "")" : name, transactionId ?? "",
      attempts.map(\.result.raw).joined(separator: ", "),
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension SentNotification.Attempt: Card {
  static let members = Members<Self> {
    $0.maybe("date", .moment) { $0.date?.rfc3339 }
    $0.always("result", .text) { $0.result.raw }
  }
}
