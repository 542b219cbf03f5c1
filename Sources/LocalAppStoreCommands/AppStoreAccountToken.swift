import ArgumentParser
import CommandSupport

/// `local-app-store account-token`.
struct AppStoreAccountToken: ChangesStore {
  static let configuration = CommandConfiguration(
    "account-token", "Name the account of a purchase later, as a server does.",
    """
    It counts for the current period of a subscription and those after it. Nothing is sent; the \
    next notification carries it.
    """,
    examples: "local-app-store account-token 2000000123000001 22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
  )

  @Argument(help: "The original id of a transaction.") var transaction: String
  @Argument(help: "The account, a UUID.") var token: String
  @OptionGroup var store: StoreOptions

  var body: StoreBody {
    StoreBody().with("transaction", transaction).with("appAccountToken", token)
  }
}
