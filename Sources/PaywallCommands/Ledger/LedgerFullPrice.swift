import AppStore
import ArgumentParser
import Ledger
import LedgerSQLite
import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

/// `paywall ledger full-price`.
struct LedgerFullPrice: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "full-price",
    abstract: "List products that were bought at full price although an offer was signed for them.",
    discussion: """
      For each signed offer that nothing redeemed: the purchase of its product by the same customer \
      within its 24 hours that was paid and names no offer. Apple took the purchase without the \
      offer, or the customer bought where the app could not present it. With --json both sides are \
      there: the signatures by their nonce, and what Apple signed.

      EXAMPLE
        paywall ledger full-price
        paywall ledger full-price --days 90 --json
      """)
  static let answerSchema = Schema.list(
    of: .object([
      .always("environment", .text), .maybe("appTransactionId", .text),
      .always("grant", .count), .always("offer", .text, "Its key."),
      .always("offerId", .text, "That of App Store Connect."), .always("product", .text),
      .always("grantedAt", .moment), .always("release", .text),
      .always(
        "signatures",
        .list(
          of: .object([
            .always("nonce", .text), .always("keyId", .text), .maybe("signedAt", .moment),
          ]))),
      .always("transactionId", .text), .always("boughtAt", .moment),
      .maybe("price", .integer(), "Milliunits."), .maybe("currency", .text),
      .maybe("signedTransaction", .text, "As Apple signed it."),
    ]))

  @Option(help: ArgumentHelp("Of offers that were signed in so many days.", valueName: "number"))
  var days = 30
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  private static let most = 10_000

  func validate() throws {
    guard (1...3_650).contains(days) else { throw ValidationError("--days takes 1 to 3650.") }
  }

  private struct Card: Encodable {
    struct Signature: Encodable {
      var nonce: String
      var keyId: String
      var signedAt: String?
    }

    var environment: String
    var appTransactionId: String?
    var grant: Int64
    var offer: String
    var offerId: String
    var product: String
    var grantedAt: String
    var release: String
    var signatures: [Signature]
    var transactionId: String
    var boughtAt: String
    var price: Int64?
    var currency: String?
    var signedTransaction: String?

    init(_ report: FullPriceReport) {
      let (held, transaction) = (report.purchase.grant, report.purchase.transaction)
      environment = report.environment.rawValue
      appTransactionId = transaction.appTransactionId
      grant = held.id
      (offer, offerId, product) = (held.offer, held.offerId, held.product)
      (grantedAt, release) = (held.grantedAt.rfc3339, held.release)
      signatures = report.attempts.map {
        Signature(nonce: $0.nonce, keyId: $0.keyId, signedAt: $0.signedAt?.rfc3339)
      }
      transactionId = transaction.transactionId
      boughtAt = (transaction.boughtAt ?? transaction.signedDate).rfc3339
      (price, currency) = (transaction.price, transaction.currency)
      signedTransaction = report.text?.compact
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let opened = try ledger.open()
    let since = Timestamp.now().adding(milliseconds: -Int64(days) * Timestamp.day)
    do {
      var reports: [FullPriceReport] = []
      var next: Int64?
      repeat {
        let page = try await opened.fullPricePurchases(
          grantedSince: since, before: next, limit: 512)
        reports += page.reports
        next = page.next
      } while next != nil && reports.count < Self.most
      reports = Array(reports.prefix(Self.most))
      await opened.close()
      let cards = reports.map(Card.init)
      if answer.isJSON { return try console.write(json: cards) }
      guard !cards.isEmpty else {
        return console.write("None in the last \(days) days.")
      }
      let table = Table(
        "OFFER", "PRODUCT", "SIGNED", "BOUGHT", "TRANSACTION", "CUSTOMER",
        rows: cards.map {
          [
            $0.offer, $0.product, $0.grantedAt, $0.boughtAt, $0.transactionId,
            $0.appTransactionId ?? "",
          ]
        })
      console.write(table.text(for: console))
    } catch let failure as LedgerFailure {
      throw Failure(failure, ledger.path)
    }
  }
}
