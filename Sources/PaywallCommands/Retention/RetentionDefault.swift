import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Serving

/// `paywall retention default`.
struct RetentionDefault: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "default", "Show or set the message that Apple shows where no server answers.",
    """
    It is set for a product and a locale of the App Store, and can have no offer and no other \
    product. Without --message and --remove it is shown.
    """,
    examples: "paywall retention default pro_monthly en-US",
    "paywall retention default pro_monthly en-US --message stay",
    "paywall retention default pro_monthly de-DE --remove")
  static let answerSchema = RetentionChangeCard.schema

  @Argument(help: "The id of a product.") var product: String
  @Argument(help: "A locale of the App Store, such as en-US.") var locale: String
  @Option("id", "The message to show, in the language of the locale.") var message: String?
  @Flag(help: "Let Apple show none.") var remove = false
  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var change: RetentionChangeOptions

  func validate() throws {
    try require(message == nil || !remove, "--message and --remove exclude each other.")
  }

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try apple.folder.load(for: console)
    _ = try snapshot.products.named(product, "product")
    let environment = apple.oneEnvironment
    let (product, locale) = (product, locale)
    var identifier: String?
    if let message {
      identifier = try text(of: message, snapshot)
    } else if !remove {
      let found = try await apple.ask { client async throws(AppStoreAPIError) in
        try await client.defaultMessage(of: product, in: locale, environment)
      }
      return try change.show(
        found, named: found.flatMap { snapshot.name(ofMessage: $0) },
        none: "No default message is set for \(product) in \(locale)", environment, on: console)
    }
    let call: AppStoreCall =
      identifier.map { .setDefaultMessage($0, of: product, in: locale) }
      ?? .deleteDefaultMessage(of: product, in: locale)
    let question =
      message.map { "Let \(apple.target) show '\($0)' for \(product) in \(locale)?" }
      ?? "Let \(apple.target) show no default message for \(product) in \(locale)?"
    guard try change.agrees(question, to: call, on: console) else { return }
    let new = identifier
    try await apple.ask { client async throws(AppStoreAPIError) in
      if let new {
        try await client.setDefaultMessage(new, of: product, in: locale, environment)
      } else {
        try await client.deleteDefaultMessage(of: product, in: locale, environment)
      }
    }
    try ApprovalsFileWriter(options: apple.folder).write(environment) {
      $0.defaults[product, default: [:]][locale] = new
    }
    try change.finish(new, environment, on: console)
  }

  /// The identifier of a message in the language of the locale.
  private func text(of id: String, _ snapshot: Snapshot) throws -> String {
    let message = try snapshot.retention.named(id, "message", in: ConfigurationPath.retention)
    guard message.kind == .message else {
      throw Failure(
        .no, "'\(id)' makes an offer or names a product, and Apple takes neither as a default",
        help: "name a message of text alone")
    }
    let environment = apple.oneEnvironment
    let states = snapshot.retentionStates[environment] ?? RetentionStates()
    let text = message.text(for: locale, among: snapshot.app.locales, approvedBy: states)
    guard let identifier = text?.identifier else {
      throw Failure(
        .no, "Apple did not approve '\(id)' in the language of \(locale) (\(environment.rawValue))",
        help: "upload it with 'paywall retention push', and 'paywall retention pull' its approval")
    }
    return identifier
  }
}

extension Snapshot {
  /// The message with an identifier: `stay in en`.
  fileprivate func name(ofMessage identifier: String) -> String? {
    for message in retention.values.sorted(by: { $0.id < $1.id }) {
      if let locale = message.texts.first(where: { $0.value.identifier == identifier })?.key {
        return "\(message.id) in \(locale)"
      }
    }
    return nil
  }
}
