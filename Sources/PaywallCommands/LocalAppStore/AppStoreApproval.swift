import ArgumentParser

/// `paywall appstore ask-to-buy`.
struct AppStoreAskToBuy: ChangesStore {
  static let configuration = CommandConfiguration(
    "ask-to-buy", "Let a customer's purchases wait for approval, or not.",
    """
    A purchase that waits is not bought yet, and nothing is sent. Without an answer it lapses after \
    a day.
    """,
    examples: "paywall appstore ask-to-buy on --customer bob",
    "paywall appstore buy pro_monthly --customer bob",
    "paywall appstore approve pro_monthly --customer bob")

  enum State: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Argument(help: "on or off.") var state: State
  @Option("id", "Whose purchases.") var customer: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("customer", customer).with("asks", state == .on) }
}

/// `paywall appstore approve`.
struct AppStoreApprove: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "approve", "Approve a purchase that waits, so that it happens.",
    examples: "paywall appstore approve pro_monthly --customer bob")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who asked.") var customer: String
  @OptionGroup var store: StoreOptions
}

/// `paywall appstore decline`.
struct AppStoreDecline: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "decline", "Decline a purchase that waits; nothing is sent.",
    examples: "paywall appstore decline pro_monthly --customer bob")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who asked.") var customer: String
  @OptionGroup var store: StoreOptions
}
