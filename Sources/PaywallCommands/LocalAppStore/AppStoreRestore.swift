import ArgumentParser

/// `paywall appstore restore`.
struct AppStoreRestore: AsyncParsableCommand, ChangesStore {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Let a customer restore their purchases: the same ones under new transaction ids.",
    discussion: """
      Apple sends nothing; the device has the copies ('customer show --signed').

      EXAMPLE
        paywall appstore restore ada
      """)

  @Argument(help: "Who restores.") var customer: String
  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.post("restore", StoreBody().with("customer", customer))
  }
}
