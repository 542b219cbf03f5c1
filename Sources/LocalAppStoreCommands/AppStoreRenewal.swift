import ArgumentParser
import CommandSupport

/// `local-app-store cancel`.
struct AppStoreCancel: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "cancel", "Turn auto-renewal of a subscription off.",
    """
    In the grace period or in billing retry the subscription ends at once. With --ask Apple asks \
    your server what to show, for at most 700 ms, and the command prints it. Nothing is cancelled \
    until 'cancel' without --ask, and 'stay' keeps the subscription.
    """,
    examples: "local-app-store cancel pro_yearly --customer ada",
    "local-app-store cancel pro_yearly --customer ada --ask --locale de-DE")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Whose.") var customer: String
  @Flag(help: "Show the message before the cancellation instead.") var ask = false
  @Option("locale", "Of the device, such as de-DE. (default: that of the storefront)")
  var locale: String?
  @Option(
    "fault",
    "What goes wrong: lateAnswer, replayed, stale, brokenSignature, otherRoot or otherApp.")
  var fault: String?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard ask || (locale == nil && fault == nil) else {
      throw ValidationError("--locale and --fault go with --ask.")
    }
  }

  var body: StoreBody {
    purchase.with("ask", ask ? true : nil).with("locale", locale).with("fault", fault)
  }
}

/// `local-app-store resume`.
struct AppStoreResume: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "resume", "Turn auto-renewal on again.",
    examples: "local-app-store resume pro_yearly --customer ada")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Whose.") var customer: String
  @OptionGroup var store: StoreOptions
}

/// `local-app-store card`.
struct AppStoreCard: ChangesStore {
  static let configuration = CommandConfiguration(
    "card", "Let a customer's card fail, or work again.",
    "A card that works again pays at once what could not be renewed.",
    examples: "local-app-store card fails --customer ada")

  enum State: String, ExpressibleByArgument, CaseIterable { case works, fails }

  @Argument(help: "works or fails.") var state: State
  @Option("id", "Whose.") var customer: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("works", state == .works).with("customer", customer) }
}

/// `local-app-store extend`.
struct AppStoreExtend: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "extend", "Move the renewal date of a subscription, as a gift of the owner.",
    examples: "local-app-store extend pro_monthly --customer ada --days 14")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Whose.") var customer: String
  @Option(help: "1 to 90.") var days: Int
  @OptionGroup var store: StoreOptions

  var body: StoreBody { purchase.with("days", days) }
}

/// `local-app-store withdraw`.
struct AppStoreWithdraw: ChangesStore {
  static let configuration = CommandConfiguration(
    "withdraw", "Take a product from sale: it is neither sold nor renewed.",
    examples: "local-app-store withdraw pro_monthly")

  @Argument(help: "The id of a product.") var product: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("product", product) }
}
