import ArgumentParser
import CommandSupport

/// `local-app-store request-refund`.
struct AppStoreRequestRefund: ChangesStore {
  static let configuration = CommandConfiguration(
    "request-refund", "Let a customer ask Apple for a refund.",
    "Apple then asks the server for consumption data. A subscription no longer renews.",
    examples: "local-app-store request-refund 2000000123000001 --reason UNINTENDED_PURCHASE")

  @Argument(help: "The id of a transaction.") var transaction: String
  @Option(
    "word", "UNINTENDED_PURCHASE, FULFILLMENT_ISSUE, UNSATISFIED_WITH_PURCHASE, LEGAL or OTHER.")
  var reason = "OTHER"
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("transaction", transaction).with("reason", reason) }
}

/// `local-app-store decline-refund`.
struct AppStoreDeclineRefund: ChangesStore {
  static let configuration = CommandConfiguration(
    "decline-refund", "Let Apple turn a request for a refund down.",
    examples: "local-app-store decline-refund 2000000123000001")

  @Argument(help: "The id of a transaction.") var transaction: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("transaction", transaction) }
}

/// `local-app-store refund`.
struct AppStoreRefund: ChangesStore {
  static let configuration = CommandConfiguration(
    "refund", "Let Apple give the money back.",
    """
    A refund of the current period ends the subscription. With --seats some seats of the transaction \
    are refunded, and the others stay.
    """,
    examples: "local-app-store refund 2000000123000001 --prorated",
    "local-app-store refund 2000000123000001 --seats 2")

  @Argument(help: "The id of a transaction.") var transaction: String
  @Option("word", "other or troubleWithApp.") var reason = "other"
  @Flag(help: "Only for the time of the period that is left.") var prorated = false
  @Option(help: "How many seats, instead of everything.") var seats: Int?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard seats == nil || !prorated else {
      throw ValidationError("Give --seats or --prorated, not both.")
    }
  }

  var change: String { seats == nil ? "refund" : "refund-seats" }
  var body: StoreBody {
    StoreBody().with("transaction", transaction).with("reason", reason)
      .with("prorated", seats == nil ? prorated : nil).with("seats", seats)
  }
}

/// `local-app-store reverse-refund`.
struct AppStoreReverseRefund: ChangesStore {
  static let configuration = CommandConfiguration(
    "reverse-refund", "Undo a refund after a dispute.",
    examples: "local-app-store reverse-refund 2000000123000001")

  @Argument(help: "The id of a transaction.") var transaction: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("transaction", transaction) }
}
