import AppStore
import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import Subscribers

/// `paywall ledger full-price`.
struct LedgerFullPrice: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "full-price",
    "List products that were bought at full price although an offer was signed for them.",
    """
    For each signed offer that nothing redeemed: the purchase of its product by the same customer \
    within its 24 hours that was paid and names no offer. Apple took the purchase without the \
    offer, or the customer bought where the app could not present it. With --json both sides are \
    there: the signatures by their nonce, and what Apple signed.
    """,
    examples: "paywall ledger full-price",
    "paywall ledger full-price --days 90 --json")

  @Option("number", "Of offers that were signed in so many days.") var days = 30
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  private static let most = 10_000

  func validate() throws {
    try (1...3_650).check(days, of: "--days")
  }

  func printed(on console: Console) async throws -> Printed<[FullPriceCard]> {
    let since = Timestamp.now().adding(milliseconds: -Int64(days) * Timestamp.day)
    let reports = try await ledger.use { opened in
      var reports: [FullPriceReport] = []
      var next: Int64?
      repeat {
        let page = try await opened.fullPricePurchases(
          grantedSince: since, before: next, limit: 512)
        reports += page.reports
        next = page.next
      } while next != nil && reports.count < Self.most
      return reports.prefix(Self.most)
    }
    let cards = reports.map(FullPriceCard.init)
    return Printed(
      list: cards, none: "None in the last \(days) days.",
      [
        ("OFFER", \.grant.offer), ("PRODUCT", \.grant.product),
        ("SIGNED", \.grant.grantedAt.rfc3339), ("BOUGHT", \.boughtAt),
        ("TRANSACTION", \.transaction.transactionId),
        ("CUSTOMER", { $0.transaction.appTransactionId ?? "" }),
      ])
  }
}

struct FullPriceCard: Card {
  let report: FullPriceReport

  static let members = Members<Self> {
    $0.always("environment", .text) { $0.report.environment.rawValue }
    $0.maybe("appTransactionId", .text) { $0.transaction.appTransactionId }
    $0.always("grant", .count) { $0.grant.id }
    $0.always("offer", .text, "Its key.") { $0.grant.offer }
    $0.always("offerId", .text, "That of App Store Connect.") { $0.grant.offerId }
    $0.always("product", .text) { $0.grant.product }
    $0.always("grantedAt", .moment) { $0.grant.grantedAt.rfc3339 }
    $0.always("release", .text) { $0.grant.release }
    $0.always("signatures") { $0.report.attempts }
    $0.always("transactionId", .text) { $0.transaction.transactionId }
    $0.always("boughtAt", .moment) { $0.boughtAt }
    $0.maybe("price", .integer(), "Milliunits.") { $0.transaction.price }
    $0.maybe("currency", .text) { $0.transaction.currency }
    $0.maybe("signedTransaction", .text, "As Apple signed it.") { $0.report.text?.compact }
  }

  var grant: Grant { report.purchase.grant }
  var transaction: TransactionFact { report.purchase.transaction }
  var boughtAt: String { (transaction.boughtAt ?? transaction.signedDate).rfc3339 }
}

extension SignedAttempt: Card {
  static let members = Members<Self> {
    $0.always("nonce") { $0.nonce }
    $0.always("keyId") { $0.keyId }
    $0.maybe("signedAt") { $0.signedAt }
  }
}
