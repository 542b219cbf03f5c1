import ArgumentParser
import CommandSupport

/// `local-app-store restore`.
struct AppStoreRestore: ChangesStore {
  static let configuration = CommandConfiguration(
    "restore", "Let a customer restore their purchases: the same ones under new transaction ids.",
    "Apple sends nothing; the device has the copies ('customer show --signed').",
    examples: "local-app-store restore ada")

  @Argument(help: "Who restores.") var customer: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("customer", customer) }
}
