import ArgumentParser

/// `paywall appstore request-refund`.
struct AppStoreRequestRefund: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "request-refund",
    abstract: "Let a customer ask Apple for a refund.",
    discussion: """
      Apple then asks the server for consumption data. A subscription no longer renews.

      EXAMPLE
        paywall appstore request-refund 2000000123000001 --reason UNINTENDED_PURCHASE
      """)

  @Argument(help: "The id of a transaction.") var transaction: String
  @Option(
    help: ArgumentHelp(
      "UNINTENDED_PURCHASE, FULFILLMENT_ISSUE, UNSATISFIED_WITH_PURCHASE, LEGAL or OTHER.",
      valueName: "word"))
  var reason = "OTHER"
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post(
      "request-refund", StoreBody().with("transaction", transaction).with("reason", reason))
  }
}

/// `paywall appstore decline-refund`.
struct AppStoreDeclineRefund: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "decline-refund",
    abstract: "Let Apple turn a request for a refund down.",
    discussion: """
      EXAMPLE
        paywall appstore decline-refund 2000000123000001
      """)

  @Argument(help: "The id of a transaction.") var transaction: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("decline-refund", StoreBody().with("transaction", transaction))
  }
}

/// `paywall appstore refund`.
struct AppStoreRefund: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "refund",
    abstract: "Let Apple give the money back.",
    discussion: """
      A refund of the current period ends the subscription. With --seats some seats of the transaction \
      are refunded, and the others stay.

      EXAMPLE
        paywall appstore refund 2000000123000001 --prorated
        paywall appstore refund 2000000123000001 --seats 2
      """)

  @Argument(help: "The id of a transaction.") var transaction: String
  @Option(help: ArgumentHelp("other or troubleWithApp.", valueName: "word")) var reason = "other"
  @Flag(help: "Only for the time of the period that is left.") var prorated = false
  @Option(help: "How many seats, instead of everything.") var seats: Int?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard seats == nil || !prorated else {
      throw ValidationError("Give --seats or --prorated, not both.")
    }
  }

  func run() async throws {
    if let seats {
      return try await store.post(
        "refund-seats",
        StoreBody().with("transaction", transaction).with("reason", reason).with("seats", seats))
    }
    try await store.post(
      "refund",
      StoreBody().with("transaction", transaction).with("reason", reason).with("prorated", prorated)
    )
  }
}

/// `paywall appstore reverse-refund`.
struct AppStoreReverseRefund: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "reverse-refund",
    abstract: "Undo a refund after a dispute.",
    discussion: """
      EXAMPLE
        paywall appstore reverse-refund 2000000123000001
      """)

  @Argument(help: "The id of a transaction.") var transaction: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("reverse-refund", StoreBody().with("transaction", transaction))
  }
}
