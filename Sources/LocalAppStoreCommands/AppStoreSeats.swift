import ArgumentParser
import CatalogFiles
import CommandSupport

/// `local-app-store seats`.
struct AppStoreSeatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "seats", "Say how a product is sold by the seat, and who has a seat.",
    "Seats are bought and added with 'buy --seats', and refunded with 'refund --seats'.",
    examples: "local-app-store seats terms pro_monthly --discount 5=7.99",
    "local-app-store buy pro_monthly --customer ada --seats 8",
    "local-app-store seats assign pro_monthly --customer ada --to bob",
    "local-app-store seats renew pro_monthly 6 --customer ada",
    subcommands: [
      AppStoreSeatsTerms.self, AppStoreSeatsRenew.self, AppStoreSeatsAssign.self,
      AppStoreSeatsUnassign.self,
    ])
}

/// `local-app-store seats terms`.
struct AppStoreSeatsTerms: ChangesStore {
  static let configuration = CommandConfiguration(
    "terms", "Set who invites the holders of seats, and discounts for volume.",
    """
    The first seats cost what the product costs. Without --developer Apple invites, and each holder \
    has a transaction of their own.
    """,
    examples: "local-app-store seats terms pro_monthly --discount 5=7.99 --discount 20=5.99",
    "local-app-store seats terms pro_monthly --developer")

  @Argument(help: "The id of a product.") var product: String
  @Option("seat=price", "The price of each seat from one on, such as 5=7.99.")
  var discount: [String] = []
  @Flag(help: "The app's server invites, and keeps who has a seat.") var developer = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard discount.allSatisfy({ Self.terms(of: $0) != nil }) else {
      throw ValidationError("A discount is a seat and a price, such as 5=7.99.")
    }
  }

  private static func terms(of text: String) -> StoreBody? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = Int(parts[0]),
      let price = StoreKitFile.milliunits(String(parts[1]))
    else { return nil }
    return StoreBody().with("from", from).with("price", Int(price))
  }

  var change: String { "seat-terms" }
  var body: StoreBody {
    StoreBody().with("product", product).with("invitations", developer ? "DEVELOPER" : "APPLE")
      .with("discounts", discount.compactMap(Self.terms))
  }
}

/// `local-app-store seats renew`.
struct AppStoreSeatsRenew: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "renew", "Change how many seats renew: fewer, or again as many as there are.",
    examples: "local-app-store seats renew pro_monthly 6 --customer ada")

  @Argument(help: "The id of a product.") var product: String
  @Argument(help: "How many seats renew.") var seats: Int
  @Option("id", "Who bought them.") var customer: String
  @OptionGroup var store: StoreOptions

  var change: String { "renewal-seats" }
  var body: StoreBody { purchase.with("seats", seats) }
}

/// `local-app-store seats assign`.
struct AppStoreSeatsAssign: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "assign", "Give a customer one of the seats of another one.",
    examples: "local-app-store seats assign pro_monthly --customer ada --to bob")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who bought the seats.") var customer: String
  @Option("id", "Who gets one.") var to: String
  @OptionGroup var store: StoreOptions

  var change: String { "assign-seat" }
  var body: StoreBody { purchase.with("to", to) }
}

/// `local-app-store seats unassign`.
struct AppStoreSeatsUnassign: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "unassign", "Take a seat back from a customer.",
    examples: "local-app-store seats unassign pro_monthly --customer ada --from bob")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who bought the seats.") var customer: String
  @Option("id", "Who loses one.") var from: String
  @OptionGroup var store: StoreOptions

  var change: String { "unassign-seat" }
  var body: StoreBody { purchase.with("from", from) }
}
