import AppStore
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Subscribers

/// A transaction that Apple signed.
struct AppleTransactionCard: Card {
  private let fact: TransactionFact?
  private let text: String

  init(_ transaction: Verified<Transaction>) {
    (fact, text) = (transaction.payload.fact, transaction.text.compact)
  }

  static let members = Members<Self> {
    $0.maybe("transactionId", .text) { $0.fact?.transactionId }
    $0.maybe("originalTransactionId", .text) { $0.fact?.originalTransactionId }
    $0.maybe("appTransactionId", .text, "The customer.") { $0.fact?.appTransactionId }
    $0.maybe("product", .text) { $0.fact?.productId }
    $0.maybe("type", .text, "In Apple's spelling.") { $0.fact?.type?.raw }
    $0.maybe("ownership", .text) { $0.fact?.ownership?.raw }
    $0.maybe("reason", .text) { $0.fact?.reason?.raw }
    $0.maybe("purchased", .moment) { $0.purchased }
    $0.maybe("expires", .moment) { $0.expires }
    $0.maybe("revoked", .moment) { $0.revoked }
    $0.maybe("price", .integer(), "Milliunits.") { $0.fact?.price }
    $0.maybe("currency", .text) { $0.fact?.currency }
    $0.maybe("storefront", .text, "ISO 3166-1 alpha-3.") { $0.fact?.storefront }
    $0.maybe("offer", .text) { $0.offer }
    $0.maybe("appAccountToken", .text) { $0.fact?.appAccountToken }
    $0.maybe("signed", .moment) { $0.fact?.signedDate.rfc3339 }
    $0.always("signedText", .text, "As Apple sent it.") { $0.text }
  }

  private var purchased: String? { fact?.purchaseDate?.rfc3339 }
  private var expires: String? { fact?.expiresDate?.rfc3339 }
  private var revoked: String? { fact?.revocationDate?.rfc3339 }
  private var offer: String? { fact?.offerId ?? fact?.offerKind.map { "of type \($0.raw)" } }

  /// Returns every detail of the transaction.
  func sheet(_ console: Console, in environment: AppStoreEnvironment) -> String {
    var sheet = Sheet(
      console, title: fact?.transactionId ?? "transaction", subtitle: environment.rawValue)
    sheet.row("original", fact?.originalTransactionId)
    sheet.row("customer", fact?.appTransactionId)
    sheet.row("product", fact?.productId)
    sheet.row("type", fact?.type?.raw)
    sheet.row("ownership", fact?.ownership?.raw)
    sheet.row("reason", fact?.reason?.raw)
    sheet.row("purchased", purchased)
    sheet.row("expires", expires)
    sheet.row("revoked", revoked)
    sheet.row("price", fact?.price.map { "\(Double($0) / 1_000) \(fact?.currency ?? "")" })
    sheet.row("storefront", fact?.storefront)
    sheet.row("offer", offer)
    sheet.row("account token", fact?.appAccountToken)
    return sheet.body
  }

  /// The transaction as one line of a list.
  var line: String {
    [
      purchased ?? "-", fact?.transactionId ?? "-", fact?.productId ?? "-",
      revoked.map { "revoked \($0)" } ?? expires.map { "until \($0)" } ?? "",
    ].joined(separator: "  ")
  }
}

/// Several transactions, and those that could not be trusted.
struct AppleTransactionsCard: Card {
  var environment: String
  var requestId: String?
  var transactions: [AppleTransactionCard]
  var refused: [String]
  var revision: String?
  var status: String?
  var isCut: Bool?

  static let members = Members<Self> {
    $0.always("environment", .appleEnvironment) { $0.environment }
    $0.maybe("requestId", .text, "Apple's number of the last request.") { $0.requestId }
    $0.always("transactions", .list(of: AppleTransactionCard.schema)) { $0.transactions }
    $0.always("refused", "Why texts of the answers were left out.") { $0.refused }
    $0.maybe("revision", "With it a later listing begins behind this one.") { $0.revision }
    $0.maybe("status", .text, "Of an order: valid or invalid.") { $0.status }
    $0.maybe("isCut", .boolean, "Whether there is more than --pages allowed.") { $0.isCut }
  }

  /// - Parameter empty: a sentence for an empty list, without its end.
  func printed(empty: String, status: ExitStatus = .fine) -> Printed<Self> {
    .parts(self, status: status) { console in
      console.write(
        transactions.isEmpty
          ? "\(empty) (\(environment))." : transactions.map(\.line).joined(separator: "\n"))
      if !transactions.isEmpty { console.note("\(environment) answered") }
      for reason in refused { console.note("left out: \(reason)") }
      if isCut == true { console.note("there is more; raise --pages, or go on with --after") }
    }
  }
}
