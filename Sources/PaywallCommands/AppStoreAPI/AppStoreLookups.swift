import AppStore
import AppStoreServerAPI
import ArgumentParser
import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

/// `paywall appstore transaction`.
struct AppStoreTransaction: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "transaction",
    abstract: "Ask Apple for one transaction, or the local App Store without a key.",
    discussion: """
      EXAMPLE
        paywall appstore transaction 2000000123000001
        paywall appstore transaction 2000000123000001 --app-store-key AuthKey.p8 \\
          --app-store-key-id 2X9R4HXF34 --app-store-issuer 57246542-96fe-1a63-e053-0824d011072a
      """)
  static let answerSchema = AppleTransactionsCard.schema

  @Argument(help: "The id of a transaction.") var transaction: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let found = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.transaction(transaction, in: apple.environment?.environment)
    }
    let card = AppleTransactionCard(found.value)
    let console = Console.ofProcess()
    guard answer.isJSON else {
      return console.write(card.sheet(console, in: found.environment))
    }
    try console.write(
      json: AppleTransactionsCard(
        environment: found.environment.rawValue, requestId: found.requestId,
        transactions: [card], refused: []))
  }
}

/// `paywall appstore order`.
struct AppStoreOrder: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Find what a customer bought by the order id on their receipt.",
    discussion: """
      Asks Apple with a key, and else the local App Store.

      EXAMPLE
        paywall appstore order MK5TTTVWJH
      """)
  static let answerSchema = AppleTransactionsCard.schema

  @Argument(help: "The order id, as Apple's mail shows it.") var order: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let found = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.order(order, in: apple.environment?.environment)
    }
    let status = found.value.status.known.map { $0 == .valid ? "valid" : "invalid" }
    let card = AppleTransactionsCard(
      environment: found.environment.rawValue, requestId: found.requestId,
      transactions: found.value.transactions.map(AppleTransactionCard.init),
      refused: found.value.refused.map(\.distrust.detail),
      status: status ?? String(found.value.status.raw))
    let console = Console.ofProcess()
    if answer.isJSON {
      try console.write(json: card)
    } else {
      card.write(to: console, empty: "Apple knows no such order of this app")
    }
    if card.transactions.isEmpty { throw ExitCode(ExitStatus.no.rawValue) }
  }
}

/// `paywall appstore status`.
struct AppStoreStatus: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Ask Apple how every subscription of a customer stands.",
    discussion: """
      Asks Apple with a key, and else the local App Store.

      EXAMPLE
        paywall appstore status 2000000123000001
      """)
  static let answerSchema = Schema.object([
    .always("environment", .words(["production", "sandbox"])),
    .maybe("requestId", .text, "Apple's number of the request."),
    .always(
      "subscriptions",
      .list(
        of: .object([
          .always("status", .text, "active, expired, billingRetry, gracePeriod or revoked."),
          .maybe("group", .text), .maybe("renewsTo", .text), .maybe("autoRenews", .boolean),
          .always("transaction", AppleTransactionCard.schema),
        ]))),
    .always("refused", .list(of: .text), "Why texts of the answer were left out."),
  ])

  @Argument(help: "The id of any transaction of the customer, or their appTransactionId.")
  var customer: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  private struct Card: Encodable {
    struct Subscription: Encodable {
      var status: String
      var group: String?
      var renewsTo: String?
      var autoRenews: Bool?
      var transaction: AppleTransactionCard
    }

    var environment: String
    var requestId: String?
    var subscriptions: [Subscription]
    var refused: [String]
  }

  func run() async throws {
    let found = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.statuses(of: customer, in: apple.environment?.environment)
    }
    let card = Card(
      environment: found.environment.rawValue, requestId: found.requestId,
      subscriptions: found.value.items.map { item in
        Card.Subscription(
          status: item.status.known.map { "\($0)" } ?? String(item.status.raw),
          group: item.groupId, renewsTo: item.renewal?.payload.fact?.autoRenewProductId,
          autoRenews: item.renewal?.payload.fact?.autoRenews,
          transaction: AppleTransactionCard(item.transaction))
      }, refused: found.value.refused.map(\.distrust.detail))
    let console = Console.ofProcess()
    guard !answer.isJSON else { return try console.write(json: card) }
    guard !card.subscriptions.isEmpty else {
      return console.write("The customer never had a subscription (\(card.environment)).")
    }
    for item in card.subscriptions {
      let renewal =
        switch item.autoRenews {
        case true?: "renews to \(item.renewsTo ?? "the same")"
        case false?: "does not renew"
        case nil: "Apple does not say whether it renews"
        }
      console.write("\(item.status)  \(item.transaction.line)  \(renewal)")
    }
    console.note("\(card.environment) answered")
    for reason in card.refused { console.note("left out: \(reason)") }
  }
}
