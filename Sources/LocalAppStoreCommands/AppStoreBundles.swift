import ArgumentParser
import CatalogFiles
import CommandSupport

/// `local-app-store bundle`.
struct AppStoreBundleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "bundle", "Let customers switch to a bundle with subscriptions of other apps, and back.",
    examples:
      "local-app-store bundle join all_apps --product pro_monthly --price 14.99 --customer ada",
    "local-app-store bundle leave pro_monthly --customer ada",
    subcommands: [AppStoreBundleJoin.self, AppStoreBundleLeave.self])
}

/// `local-app-store bundle join`.
struct AppStoreBundleJoin: ChangesStore {
  static let configuration = CommandConfiguration(
    "join", "Let a customer buy a bundle that a subscription is part of.",
    "One that runs is replaced at once: its transaction is revoked, and nothing is given back.",
    examples:
      "local-app-store bundle join all_apps --product pro_monthly --price 14.99 --customer ada")

  @Argument(help: "The id of the bundle.") var bundle: String
  @Option("id", "The subscription of this app.") var product: String
  @Option("price", "Of each period, such as 14.99.") var price: String
  @Option("id", "Who buys.") var customer: String
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard StoreKitFile.milliunits(price) != nil else {
      throw ValidationError("A price has a point and at most three decimals, such as 5.99.")
    }
  }

  var change: String { "join-bundle" }
  var body: StoreBody {
    StoreBody().with("bundle", bundle).with("product", product).with("customer", customer)
      .with("price", StoreKitFile.milliunits(price).map(Int.init))
  }
}

/// `local-app-store bundle leave`.
struct AppStoreBundleLeave: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "leave", "Let a customer keep the subscription without its bundle, from the next renewal on.",
    examples: "local-app-store bundle leave pro_monthly --customer ada")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who leaves it.") var customer: String
  @OptionGroup var store: StoreOptions

  var change: String { "leave-bundle" }
}
