import ArgumentParser

/// `paywall appstore family`.
struct AppStoreFamilyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "family",
    abstract: "Let customers join and leave families.",
    discussion: """
      A family is an organizer and up to five others. What one of them buys is shared with the others \
      if the product is 'familyShareable' in the configuration.

      EXAMPLE
        paywall appstore family join bob --organizer ada
        paywall appstore family leave bob
      """,
    subcommands: [AppStoreFamilyJoin.self, AppStoreFamilyLeave.self])
}

/// `paywall appstore family join`.
struct AppStoreFamilyJoin: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Let a customer join the family of another one.",
    discussion: """
      EXAMPLE
        paywall appstore family join bob --organizer ada
      """)

  @Argument(help: "Who joins.") var customer: String
  @Option(help: ArgumentHelp("Who organizes the family.", valueName: "id"))
  var organizer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post(
      "join-family", StoreBody().with("customer", customer).with("organizer", organizer))
  }
}

/// `paywall appstore family leave`.
struct AppStoreFamilyLeave: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Let a customer leave their family; without its organizer it ends.",
    discussion: """
      EXAMPLE
        paywall appstore family leave bob
      """)

  @Argument(help: "Who leaves.") var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("leave-family", StoreBody().with("customer", customer))
  }
}

/// `paywall appstore share`.
struct AppStoreShare: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Let a customer turn the sharing of a purchase with their family on or off.",
    discussion: """
      A purchase is shared from the start, if the product can be shared.

      EXAMPLE
        paywall appstore share pro_yearly off --customer ada
      """)

  enum State: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Argument(help: "The id of a product.") var product: String
  @Argument(help: "on or off.") var state: State
  @Option(help: ArgumentHelp("Who bought it.", valueName: "id")) var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post(
      "share",
      StoreBody().with("product", product).with("customer", customer)
        .with("shares", state == .on))
  }
}
