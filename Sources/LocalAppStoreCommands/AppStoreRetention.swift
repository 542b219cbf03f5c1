import ArgumentParser
import CommandSupport
import HTTPDocuments
import LocalAppStoreServer

/// `local-app-store retention`.
struct AppStoreRetentionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "retention", "List the messages before a cancellation, and let Apple approve or reject them.",
    """
    Messages, images and defaults come over Apple's API, under /inApps/v1/messaging, or from 'add' \
    and 'default' here. In the sandbox Apple approves them at once; with 'serve --production' they \
    wait. 'cancel --ask' shows one.
    """,
    examples: "local-app-store retention list",
    "local-app-store retention reject 0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10",
    subcommands: [
      AppStoreRetentionList.self, AppStoreRetentionAdd.self, AppStoreRetentionDefault.self,
      AppStoreRetentionApprove.self, AppStoreRetentionReject.self,
    ])
}

/// `local-app-store retention add`.
struct AppStoreRetentionAdd: ChangesStore {
  static let configuration = CommandConfiguration(
    "add", "Upload a message without images.",
    examples:
      "local-app-store retention add 0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10 'Stay with us' 'Your photos wait.'"
  )

  @Argument(help: "A UUID of your choice.") var id: String
  @Argument(help: "The header, of at most 66 characters.") var header: String
  @Argument(help: "The text below it, of at most 144 characters.") var text: String
  @OptionGroup var store: StoreOptions

  var change: String { "message" }
  var body: StoreBody { StoreBody().with("id", id).with("header", header).with("body", text) }
}

/// `local-app-store retention default`.
struct AppStoreRetentionDefault: ChangesStore {
  static let configuration = CommandConfiguration(
    "default", "Show a message before a cancellation if your server chooses none.",
    examples:
      "local-app-store retention default 0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10 --product pro_yearly --locale de-DE"
  )

  @Argument(help: "The id of a message that Apple approved.") var message: String
  @Option("id", "Before a cancellation of this product.") var product: String
  @Option("locale", "Of the device, such as de-DE.") var locale: String
  @OptionGroup var store: StoreOptions

  var change: String { "default-message" }
  var body: StoreBody {
    StoreBody().with("product", product).with("locale", locale).with("message", message)
  }
}

/// `local-app-store retention list`.
struct AppStoreRetentionList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "list", "List the messages and images that Apple holds, with their state.",
    examples: "local-app-store retention list")
  static let answerSchema = MessageList.schema

  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.show("/v1/retention") { (list: MessageList, report) in report.table(list) }
  }
}

/// `local-app-store retention approve`.
struct AppStoreRetentionApprove: ChangesStore {
  static let configuration = CommandConfiguration(
    "approve", "Let Apple approve a message or an image.",
    examples: "local-app-store retention approve 0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10")

  @Argument(help: "The id of a message or an image.") var id: String
  @OptionGroup var store: StoreOptions

  var change: String { "review" }
  var body: StoreBody { StoreBody().with("id", id).with("state", "APPROVED") }
}

/// `local-app-store retention reject`.
struct AppStoreRetentionReject: ChangesStore {
  static let configuration = CommandConfiguration(
    "reject", "Let Apple reject a message or an image, which is then not shown any more.",
    examples: "local-app-store retention reject 0b6f1c3e-52a4-8a77-9d1c-6f2f0e8c9a10")

  @Argument(help: "The id of a message or an image.") var id: String
  @OptionGroup var store: StoreOptions

  var change: String { "review" }
  var body: StoreBody { StoreBody().with("id", id).with("state", "REJECTED") }
}

/// `local-app-store stay`.
struct AppStoreStay: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "stay", "Let a customer who reads the message of 'cancel --ask' stay.",
    "With --accept they take the offer, or the other product, of the message.",
    examples: "local-app-store cancel pro_yearly --customer ada --ask",
    "local-app-store stay pro_yearly --customer ada --accept")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who stays.") var customer: String
  @Flag(help: "Take what the message offers.") var accept = false
  @OptionGroup var store: StoreOptions

  var body: StoreBody { purchase.with("accept", accept) }
}
