import ArgumentParser
import CommandSupport

/// `local-app-store family`.
struct AppStoreFamilyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "family", "Let customers join and leave families.",
    """
    A family is an organizer and up to five others. What one of them buys is shared with the others \
    if the product is 'familyShareable' in the configuration.
    """,
    examples: "local-app-store family join bob --organizer ada",
    "local-app-store family leave bob",
    subcommands: [AppStoreFamilyJoin.self, AppStoreFamilyLeave.self])
}

/// `local-app-store family join`.
struct AppStoreFamilyJoin: ChangesStore {
  static let configuration = CommandConfiguration(
    "join", "Let a customer join the family of another one.",
    examples: "local-app-store family join bob --organizer ada")

  @Argument(help: "Who joins.") var customer: String
  @Option("id", "Who organizes the family.") var organizer: String
  @OptionGroup var store: StoreOptions

  var change: String { "join-family" }
  var body: StoreBody { StoreBody().with("customer", customer).with("organizer", organizer) }
}

/// `local-app-store family leave`.
struct AppStoreFamilyLeave: ChangesStore {
  static let configuration = CommandConfiguration(
    "leave", "Let a customer leave their family; without its organizer it ends.",
    examples: "local-app-store family leave bob")

  @Argument(help: "Who leaves.") var customer: String
  @OptionGroup var store: StoreOptions

  var change: String { "leave-family" }
  var body: StoreBody { StoreBody().with("customer", customer) }
}

/// `local-app-store share`.
struct AppStoreShare: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "share", "Let a customer turn the sharing of a purchase with their family on or off.",
    "A purchase is shared from the start, if the product can be shared.",
    examples: "local-app-store share pro_yearly off --customer ada")

  enum State: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Argument(help: "The id of a product.") var product: String
  @Argument(help: "on or off.") var state: State
  @Option("id", "Who bought it.") var customer: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { purchase.with("shares", state == .on) }
}
