import ArgumentParser

/// `paywall appstore ask-to-buy`.
struct AppStoreAskToBuy: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "ask-to-buy",
    abstract: "Let a customer's purchases wait for approval, or not.",
    discussion: """
      A purchase that waits is not bought yet, and nothing is sent. Without an answer it lapses after \
      a day.

      EXAMPLE
        paywall appstore ask-to-buy on --customer bob
        paywall appstore buy pro_monthly --customer bob
        paywall appstore approve pro_monthly --customer bob
      """)

  enum State: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Argument(help: "on or off.") var state: State
  @Option(help: ArgumentHelp("Whose purchases.", valueName: "id")) var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post(
      "ask-to-buy", StoreBody().with("customer", customer).with("asks", state == .on))
  }
}

/// `paywall appstore approve`.
struct AppStoreApprove: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: "Approve a purchase that waits, so that it happens.",
    discussion: """
      EXAMPLE
        paywall appstore approve pro_monthly --customer bob
      """)

  @Argument(help: "The id of a product.") var product: String
  @Option(help: ArgumentHelp("Who asked.", valueName: "id")) var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("approve", StoreBody().with("product", product).with("customer", customer))
  }
}

/// `paywall appstore decline`.
struct AppStoreDecline: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "decline",
    abstract: "Decline a purchase that waits; nothing is sent.",
    discussion: """
      EXAMPLE
        paywall appstore decline pro_monthly --customer bob
      """)

  @Argument(help: "The id of a product.") var product: String
  @Option(help: ArgumentHelp("Who asked.", valueName: "id")) var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("decline", StoreBody().with("product", product).with("customer", customer))
  }
}
