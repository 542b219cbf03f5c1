import ArgumentParser

/// `paywall appstore cancel`.
struct AppStoreCancel: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Turn auto-renewal of a subscription off.",
    discussion: """
      In the grace period or in billing retry the subscription ends at once.

      EXAMPLE
        paywall appstore cancel pro_yearly --customer ada
      """)

  @Argument(help: "The id of a product.") var product: String
  @Option(help: ArgumentHelp("Whose.", valueName: "id")) var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("cancel", StoreBody().with("product", product).with("customer", customer))
  }
}

/// `paywall appstore resume`.
struct AppStoreResume: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Turn auto-renewal on again.",
    discussion: """
      EXAMPLE
        paywall appstore resume pro_yearly --customer ada
      """)

  @Argument(help: "The id of a product.") var product: String
  @Option(help: ArgumentHelp("Whose.", valueName: "id")) var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("resume", StoreBody().with("product", product).with("customer", customer))
  }
}

/// `paywall appstore card`.
struct AppStoreCard: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Let a customer's card fail, or work again.",
    discussion: """
      A card that works again pays at once what could not be renewed.

      EXAMPLE
        paywall appstore card fails --customer ada
      """)

  enum State: String, ExpressibleByArgument, CaseIterable { case works, fails }

  @Argument(help: "works or fails.") var state: State
  @Option(help: ArgumentHelp("Whose.", valueName: "id")) var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post(
      "card", StoreBody().with("works", state == .works).with("customer", customer))
  }
}

/// `paywall appstore extend`.
struct AppStoreExtend: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "extend",
    abstract: "Move the renewal date of a subscription, as a gift of the owner.",
    discussion: """
      EXAMPLE
        paywall appstore extend pro_monthly --customer ada --days 14
      """)

  @Argument(help: "The id of a product.") var product: String
  @Option(help: ArgumentHelp("Whose.", valueName: "id")) var customer: String
  @Option(help: "1 to 90.") var days: Int
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post(
      "extend", StoreBody().with("product", product).with("customer", customer).with("days", days))
  }
}

/// `paywall appstore withdraw`.
struct AppStoreWithdraw: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "Take a product from sale: it is neither sold nor renewed.",
    discussion: """
      EXAMPLE
        paywall appstore withdraw pro_monthly
      """)

  @Argument(help: "The id of a product.") var product: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("withdraw", StoreBody().with("product", product))
  }
}
