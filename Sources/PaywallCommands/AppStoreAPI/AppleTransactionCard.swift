import AppStore
import AppStoreServerAPI
import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

/// A transaction that Apple signed.
struct AppleTransactionCard: Encodable {
  var transactionId: String?
  var originalTransactionId: String?
  var appTransactionId: String?
  var product: String?
  var type: String?
  var ownership: String?
  var reason: String?
  var purchased: String?
  var expires: String?
  var revoked: String?
  var price: Int64?
  var currency: String?
  var storefront: String?
  var offer: String?
  var appAccountToken: String?
  var signed: String?
  /// As Apple sent it.
  var signedText: String

  init(_ transaction: Verified<Transaction>) {
    signedText = transaction.text.compact
    guard let fact = transaction.payload.fact else { return }
    transactionId = fact.transactionId
    originalTransactionId = fact.originalTransactionId
    appTransactionId = fact.appTransactionId
    product = fact.productId
    type = fact.type?.raw
    ownership = fact.ownership?.raw
    reason = fact.reason?.raw
    purchased = fact.purchaseDate?.rfc3339
    expires = fact.expiresDate?.rfc3339
    revoked = fact.revocationDate?.rfc3339
    price = fact.price
    currency = fact.currency
    storefront = fact.storefront
    offer = fact.offerId ?? fact.offerKind.map { "of type \($0.raw)" }
    appAccountToken = fact.appAccountToken
    signed = fact.signedDate.rfc3339
  }

  static let schema = Schema.object([
    .maybe("transactionId", .text), .maybe("originalTransactionId", .text),
    .maybe("appTransactionId", .text, "The customer."), .maybe("product", .text),
    .maybe("type", .text, "In Apple's spelling."), .maybe("ownership", .text),
    .maybe("reason", .text), .maybe("purchased", .moment), .maybe("expires", .moment),
    .maybe("revoked", .moment), .maybe("price", .integer(), "Milliunits."),
    .maybe("currency", .text), .maybe("storefront", .text, "ISO 3166-1 alpha-3."),
    .maybe("offer", .text), .maybe("appAccountToken", .text), .maybe("signed", .moment),
    .always("signedText", .text, "As Apple sent it."),
  ])

  /// All of it.
  func sheet(_ console: Console, in environment: AppStoreEnvironment) -> String {
    var sheet = Sheet(
      console, title: transactionId ?? "transaction", subtitle: environment.rawValue)
    sheet.row("original", originalTransactionId)
    sheet.row("customer", appTransactionId)
    sheet.row("product", product)
    sheet.row("type", type)
    sheet.row("ownership", ownership)
    sheet.row("reason", reason)
    sheet.row("purchased", purchased)
    sheet.row("expires", expires)
    sheet.row("revoked", revoked)
    sheet.row("price", price.map { "\(Double($0) / 1_000) \(currency ?? "")" })
    sheet.row("storefront", storefront)
    sheet.row("offer", offer)
    sheet.row("account token", appAccountToken)
    return sheet.body
  }

  /// One line of a list.
  var line: String {
    [
      purchased ?? "-", transactionId ?? "-", product ?? "-",
      revoked.map { "revoked \($0)" } ?? expires.map { "until \($0)" } ?? "",
    ].joined(separator: "  ")
  }
}

/// Several of them, with what could not be trusted.
struct AppleTransactionsCard: Encodable {
  var environment: String
  var requestId: String?
  var transactions: [AppleTransactionCard]
  /// Why texts of the answers were left out.
  var refused: [String]
  /// With it a later listing begins behind this one.
  var revision: String?
  /// Of an order: `valid`, `invalid`.
  var status: String?
  /// Whether the listing ended before its end.
  var isCut: Bool?

  static let schema = Schema.object([
    .always("environment", .words(["production", "sandbox"])),
    .maybe("requestId", .text, "Apple's number of the last request."),
    .always("transactions", .list(of: AppleTransactionCard.schema)),
    .always("refused", .list(of: .text), "Why texts of the answers were left out."),
    .maybe("revision", .text, "With it a later listing begins behind this one."),
    .maybe("status", .text, "Of an order: valid or invalid."),
    .maybe("isCut", .boolean, "Whether there is more than --pages allowed."),
  ])

  /// - Parameter empty: a sentence for an empty list, without its end.
  func write(to console: Console, empty: String) {
    console.write(
      transactions.isEmpty
        ? "\(empty) (\(environment))." : transactions.map(\.line).joined(separator: "\n"))
    if !transactions.isEmpty { console.note("\(environment) answered") }
    for reason in refused { console.note("left out: \(reason)") }
    if isCut == true { console.note("there is more; raise --pages, or go on with --after") }
  }
}
