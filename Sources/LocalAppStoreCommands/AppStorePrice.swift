import ArgumentParser
import CatalogFiles
import CommandSupport

/// `local-app-store price`.
struct AppStorePrice: ChangesStore {
  static let configuration = CommandConfiguration(
    "price", "Set the price of a product, in one storefront or everywhere.",
    """
    Subscribers are told of a higher price at once, and pay it from the next renewal on. With \
    --consent those who do not agree by then expire.
    """,
    examples: "local-app-store price pro_monthly 12.99 --consent",
    "local-app-store price pro_monthly 1500 --storefront JPN")

  @Argument(help: "The id of a product.") var product: String
  @Argument(help: ArgumentHelp("In units of the currency, such as 12.99.", valueName: "price"))
  var price: String
  @Option("country", "Only there: USA, DEU, JPN or GBR. (default: everywhere)")
  var storefront: String?
  @Flag(help: "Subscribers have to agree to a higher price.") var consent = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard milliunits != nil else {
      throw ValidationError("A price has a point and at most three decimals, such as 12.99.")
    }
  }

  var body: StoreBody {
    StoreBody().with("product", product).with("price", milliunits)
      .with("storefront", storefront).with("consent", consent)
  }

  private var milliunits: Int? { StoreKitFile.milliunits(price).map(Int.init) }
}

/// `local-app-store monthly-plan`.
struct AppStoreMonthlyPlan: ChangesStore {
  static let configuration = CommandConfiguration(
    "monthly-plan", "Sell a yearly subscription by the month too, with a commitment to twelve.",
    """
    Apple sells such plans everywhere but in the USA and in Singapore. Their offers are their own.
    """,
    examples: "local-app-store monthly-plan pro_yearly 5.99 --trial '1 week'",
    "local-app-store customer add eva --storefront DEU",
    "local-app-store buy pro_yearly --monthly --customer eva")

  @Argument(help: "The id of a product.") var product: String
  @Argument(help: ArgumentHelp("Of each month, such as 5.99.", valueName: "price"))
  var price: String
  @Option("length", "A free trial of this plan alone.") var trial: String?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard StoreKitFile.milliunits(price) != nil else {
      throw ValidationError("A price has a point and at most three decimals, such as 5.99.")
    }
  }

  var body: StoreBody {
    StoreBody().with("product", product)
      .with("price", StoreKitFile.milliunits(price).map(Int.init)).with("trial", trial)
  }
}

/// `local-app-store agree`.
struct AppStoreAgree: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "agree", "Let a customer agree to a price increase.",
    examples: "local-app-store agree pro_monthly --customer ada")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who agrees.") var customer: String
  @OptionGroup var store: StoreOptions
}
