import ArgumentParser
import CommandSupport

/// `local-app-store ask-to-buy`.
struct AppStoreAskToBuy: ChangesStore {
  static let configuration = CommandConfiguration(
    "ask-to-buy", "Let a customer's purchases wait for approval, or not.",
    """
    A purchase that waits is not bought yet, and nothing is sent. Without an answer it lapses after \
    a day.
    """,
    examples: "local-app-store ask-to-buy on --customer bob",
    "local-app-store buy pro_monthly --customer bob",
    "local-app-store approve pro_monthly --customer bob")

  enum State: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Argument(help: "on or off.") var state: State
  @Option("id", "Whose purchases.") var customer: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("customer", customer).with("asks", state == .on) }
}

/// `local-app-store approve`.
struct AppStoreApprove: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "approve", "Approve a purchase that waits, so that it happens.",
    examples: "local-app-store approve pro_monthly --customer bob")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who asked.") var customer: String
  @OptionGroup var store: StoreOptions
}

/// `local-app-store decline`.
struct AppStoreDecline: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "decline", "Decline a purchase that waits; nothing is sent.",
    examples: "local-app-store decline pro_monthly --customer bob")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who asked.") var customer: String
  @OptionGroup var store: StoreOptions
}
