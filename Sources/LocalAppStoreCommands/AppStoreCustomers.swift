import ArgumentParser
import CommandSupport
import HTTPDocuments
import LocalAppStoreClient
import LocalAppStoreServer

/// `local-app-store customer`.
struct AppStoreCustomerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "customer", "Add, list and show customers of the local App Store.",
    examples: "local-app-store customer add ada --storefront DEU",
    "local-app-store customer show ada",
    subcommands: [
      AppStoreCustomerAdd.self, AppStoreCustomerList.self, AppStoreCustomerShow.self,
      AppStoreCustomerReinstall.self,
    ])
}

/// `local-app-store customer add`.
struct AppStoreCustomerAdd: ChangesStore {
  static let configuration = CommandConfiguration(
    "add", "Let an Apple Account get the app.",
    examples: "local-app-store customer add ada")

  @Argument(help: "A name of your choice.") var id: String
  @Option("country", "Where they buy: USA, DEU, JPN or GBR.") var storefront = "USA"
  @OptionGroup var store: StoreOptions

  var change: String { "customer" }
  var body: StoreBody { StoreBody().with("id", id).with("storefront", storefront) }
}

/// `local-app-store customer list`.
struct AppStoreCustomerList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "list", "List the customers and what they have.",
    examples: "local-app-store customer list")
  static let answerSchema = Schema.object([
    .always("customers", .list(of: StoreCustomerCard.schema))
  ])

  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.show("/v1/customers") { (list: CustomerList, report) in
      list.customers.isEmpty
        ? "No customers yet; add one with 'local-app-store customer add'."
        : list.customers.map(report.sheet).joined(separator: "\n\n")
    }
  }
}

/// `local-app-store customer show`.
struct AppStoreCustomerShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "show", "Show one customer, or what their device would send.",
    """
    --signed prints the signed transactions and the app transaction of the customer, as evidence \
    for a server.
    """,
    examples: "local-app-store customer show ada",
    "local-app-store customer show ada --signed --json")
  static let answerSchema = Schema.any([StoreCustomerCard.schema, SignedTextsCard.schema])

  @Argument(help: "The name of the customer.") var id: String
  @Flag(help: "Print the signed texts of the device.") var signed = false
  @OptionGroup var store: StoreOptions

  func run() async throws {
    let id = escaped(self.id)
    guard signed else {
      return try await store.show("/v1/customers?id=\(id)") { $1.sheet($0) }
    }
    try await store.show("/v1/signed?customer=\(id)") { (texts: SignedTextsCard, _) in
      ([texts.appTransaction] + texts.transactions + texts.renewalInfos).joined(separator: "\n")
    }
  }
}

/// `local-app-store customer reinstall`.
struct AppStoreCustomerReinstall: ChangesStore {
  static let configuration = CommandConfiguration(
    "reinstall", "Let a customer delete the app and install it again.",
    """
    Apple's id of the customer and the date of the first download stay; the verification of the \
    device is new.
    """,
    examples: "local-app-store customer reinstall ada --new-device")

  @Argument(help: "The name of the customer.") var id: String
  @Flag(help: "On another device.") var newDevice = false
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("customer", id).with("newDevice", newDevice) }
}

/// `local-app-store notifications`.
struct AppStoreNotifications: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "notifications", "List the notifications with the attempts to deliver them.",
    "With --posted the body of one is printed, byte for byte as it was posted.",
    examples: "local-app-store notifications --customer ada",
    "local-app-store notifications --posted 8c2f9a1e-5d3b-4f6a-9c0d-1e2f3a4b5c6d")
  static let answerSchema = Schema.any([
    .object([.always("notifications", .list(of: NotificationCard.schema))]),
    .object([.always("signedPayload", .text, "With --posted.")]),
  ])

  @Option("id", "Only of this customer.") var customer: String?
  @Option("uuid", "Print the body of this notification.") var posted: String?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard customer == nil || posted == nil else {
      throw ValidationError("Give --customer or --posted, not both.")
    }
  }

  func run() async throws {
    if let posted {
      let body = try await store.ask { client throws(StoreClientError) in
        try await client.bytes("/v1/posted?notification=\(escaped(posted))")
      }
      return Console.ofProcess().write(String(decoding: body, as: UTF8.self))
    }
    let query = customer.map { "?customer=\(escaped($0))" } ?? ""
    try await store.show("/v1/notifications\(query)") { (list: NotificationList, report) in
      report.table(list.notifications)
    }
  }
}

/// A text as one value of a query.
private func escaped(_ text: String) -> String {
  text.utf8.map { byte in
    let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || 0x30...0x39 ~= byte
    let digits = String(byte, radix: 16, uppercase: true)
    return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
  }.joined()
}
