import AppStore
import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// The part of a listing that a command reads.
struct ListingOptions: ParsableArguments {
  @Option("number", "Pages of twenty at the most.") var pages = 50
  @Option("revision", "Begin behind this revision.") var after: String?

  func validate() throws {
    try (1...10_000).check(pages, of: "--pages")
  }

  /// Reads pages until the last one.
  func read(
    _ page: (_ revision: String?) async throws(AppStoreAPIError) -> AppStoreAnswer<HistoryPage>
  ) async throws(AppStoreAPIError) -> AppleTransactionsCard {
    var cursor = CursorGuard()
    var card: AppleTransactionsCard?
    var revision = after
    for _ in 0..<pages {
      let answer = try await page(revision)
      var all =
        card
        ?? AppleTransactionsCard(
          environment: answer.environment.rawValue, transactions: [], refused: [])
      all.requestId = answer.requestId
      all.transactions += answer.value.transactions.map(AppleTransactionCard.init)
      all.refused += answer.value.refused.map(\.distrust.detail)
      all.revision = answer.value.revision
      all.isCut = answer.value.hasMore
      card = all
      revision = answer.value.revision
      guard answer.value.hasMore, cursor.isNew(answer.value.revision) else { break }
    }
    return card ?? AppleTransactionsCard(environment: "", transactions: [], refused: [])
  }
}

/// `paywall appstore history`.
struct AppStoreHistory: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "history", "List every transaction of a customer, by when it last changed.",
    "Asks Apple with a key, and else the local App Store.",
    examples: "paywall appstore history 2000000123000001",
    "paywall appstore history 2000000123000001 --product pro_yearly --revoked")

  @Argument(help: "The id of any transaction of the customer, or their appTransactionId.")
  var customer: String
  @Option("id", "Only of this product; may be repeated.") var product: [String] = []
  @Flag(help: "Only what was refunded or revoked.") var revoked = false
  @Flag(help: "The newest first.") var descending = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<AppleTransactionsCard> {
    var filter = HistoryFilter()
    filter.productIds = product
    filter.revoked = revoked ? true : nil
    filter.order = descending ? .descending : nil
    let card = try await apple.ask { [filter] client async throws(AppStoreAPIError) in
      try await listing.read { revision async throws(AppStoreAPIError) in
        try await client.history(
          of: customer, filter, after: revision, in: apple.environment?.environment)
      }
    }
    return card.printed(empty: "Nothing was bought")
  }
}

/// `paywall appstore refunds`.
struct AppStoreRefunds: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "refunds", "List what Apple refunded to a customer.",
    "Asks Apple with a key, and else the local App Store.",
    examples: "paywall appstore refunds 2000000123000001")

  @Argument(help: "The id of any transaction of the customer, or their appTransactionId.")
  var customer: String
  @OptionGroup var listing: ListingOptions
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<AppleTransactionsCard> {
    let card = try await apple.ask { client async throws(AppStoreAPIError) in
      try await listing.read { revision async throws(AppStoreAPIError) in
        try await client.refunds(
          of: customer, after: revision, in: apple.environment?.environment)
      }
    }
    return card.printed(empty: "Nothing was refunded")
  }
}
