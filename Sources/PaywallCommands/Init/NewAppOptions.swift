import ArgumentParser
import CatalogFiles
import CommandSupport

/// The options that describe a new app, for 'init' and 'import'.
struct NewAppOptions: ParsableArguments {
  @Option("com.example.app", "The bundle id of the app.") var bundleId: String?
  @Option("number", "The app's number in App Store Connect; production needs it.")
  var appAppleId: Int64?
  @Option(
    help: ArgumentHelp(
      "An Xcode StoreKit configuration file that says what the app sells.", valueName: "file"),
    completion: .file(extensions: ["storekit"]))
  var storekit: String?
  @Option(
    name: .customLong("product"), "id=period",
    "A product: pro_yearly=P1Y, lifetime=nonConsumable or coins=consumable; may be repeated, the "
      + "highest level of service first.")
  var products: [String] = []
  @Option("number", "App Store Connect's number of the subscription group.") var groupId: String?
  @Option(
    name: .customLong("locale"),
    help: ArgumentHelp("A language of the app; may be repeated, the default first."))
  var locales: [String] = []
  @Option(help: "The place in the app that asks what to show.") var placement = "onboarding"
  @Flag(name: .customLong("no-commit"), help: "Do not commit the files to git.")
  var staysUncommitted = false

  func validate() throws {
    try require(
      storekit == nil || products.isEmpty && groupId == nil,
      "--storekit says what is sold; leave --product and --group-id out.")
  }

  static func sentence(onLeftOut name: String) -> String {
    "\(name) is not finished in Xcode, or twice there, and was left out"
  }

  /// Returns the app as far as it is described, with its products.
  ///
  /// - Returns: also the parts of the Xcode file that are left out.
  func app(for console: Console) throws -> (app: NewApp, leftOut: [String]) {
    var app = NewApp()
    app.bundleId = bundleId ?? ""
    app.appAppleId = appAppleId
    app.placement = placement
    var leftOut: [String] = []
    if let storekit {
      leftOut = app.take(try StoreKitFile.read(storekit, for: console))
    } else {
      app.sell(try products.map(NewApp.Product.init(words:)), groupId: groupId)
    }
    if !locales.isEmpty { app.locales = locales }
    return (app, leftOut)
  }
}
