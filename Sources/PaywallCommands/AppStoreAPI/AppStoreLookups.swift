import AppStore
import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Subscribers

/// `paywall appstore transaction`.
struct AppStoreTransaction: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "transaction", "Ask Apple for one transaction, or the local App Store without a key.",
    examples: "paywall appstore transaction 2000000123000001",
    "paywall appstore transaction 2000000123000001 --app-store-key AuthKey.p8 \\",
    "  --app-store-key-id 2X9R4HXF34 --app-store-issuer 57246542-96fe-1a63-e053-0824d011072a")

  @Argument(help: "The id of a transaction.") var transaction: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<AppleTransactionsCard> {
    let found = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.transaction(transaction, in: apple.environment?.environment)
    }
    let card = AppleTransactionCard(found.value)
    return Printed(
      AppleTransactionsCard(
        environment: found.environment.rawValue, requestId: found.requestId,
        transactions: [card], refused: [])
    ) { card.sheet($0, in: found.environment) }
  }
}

/// `paywall appstore order`.
struct AppStoreOrder: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "order", "Find what a customer bought by the order id on their receipt.",
    "Asks Apple with a key, and else the local App Store.",
    examples: "paywall appstore order MK5TTTVWJH")

  @Argument(help: "The order id, as Apple's mail shows it.") var order: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<AppleTransactionsCard> {
    let found = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.order(order, in: apple.environment?.environment)
    }
    let status = found.value.status.known.map { $0 == .valid ? "valid" : "invalid" }
    let card = AppleTransactionsCard(
      environment: found.environment.rawValue, requestId: found.requestId,
      transactions: found.value.transactions.map(AppleTransactionCard.init),
      refused: found.value.refused.map(\.distrust.detail),
      status: status ?? String(found.value.status.raw))
    return card.printed(
      empty: "Apple knows no such order of this app",
      status: card.transactions.isEmpty ? .no : .fine)
  }
}

/// `paywall appstore status`.
struct AppStoreStatus: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "status", "Ask Apple how every subscription of a customer stands.",
    "Asks Apple with a key, and else the local App Store.",
    examples: "paywall appstore status 2000000123000001")

  @Argument(help: "The id of any transaction of the customer, or their appTransactionId.")
  var customer: String
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<StatusCard> {
    let found = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.statuses(of: customer, in: apple.environment?.environment)
    }
    let card = StatusCard(answer: found)
    let environment = found.environment.rawValue
    return .parts(card) { console in
      guard !found.value.items.isEmpty else {
        return console.write("The customer never had a subscription (\(environment)).")
      }
      for item in found.value.items { console.write(item.line) }
      console.note("\(environment) answered")
      for reason in card.refused { console.note("left out: \(reason)") }
    }
  }
}

struct StatusCard: Card {
  let answer: AppStoreAnswer<SubscriptionStatuses>

  static let members = Members<Self> {
    $0.always("environment", .appleEnvironment) { $0.answer.environment.rawValue }
    $0.maybe("requestId", .text, "Apple's number of the request.") { $0.answer.requestId }
    $0.always("subscriptions") { $0.answer.value.items }
    $0.always("refused", "Why texts of the answer were left out.") { $0.refused }
  }

  var refused: [String] { answer.value.refused.map(\.distrust.detail) }
}

extension SubscriptionStatuses.Item: Card {
  static let members = Members<Self> {
    $0.always("status", "active, expired, billingRetry, gracePeriod or revoked.") { $0.word }
    $0.maybe("group", .text) { $0.groupId }
    $0.maybe("renewsTo", .text) { $0.fact?.autoRenewProductId }
    $0.maybe("autoRenews", .boolean) { $0.fact?.autoRenews }
    $0.always("transaction", AppleTransactionCard.schema) { AppleTransactionCard($0.transaction) }
  }

  private var word: String { status.known.map { "\($0)" } ?? String(status.raw) }
  private var fact: RenewalFact? { renewal?.payload.fact }

  fileprivate var line: String {
    let renews =
      switch fact?.autoRenews {
      case true?: "renews to \(fact?.autoRenewProductId ?? "the same")"
      case false?: "does not renew"
      case nil: "Apple does not say whether it renews"
      }
    return "\(word)  \(AppleTransactionCard(transaction).line)  \(renews)"
  }
}
