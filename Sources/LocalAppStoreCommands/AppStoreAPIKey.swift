import ArgumentParser
import CommandSupport
import HTTPDocuments
import LocalAppStoreServer
import PaywallCatalog

/// `local-app-store api-key`.
struct AppStoreAPIKey: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "api-key", "Print what Apple's client libraries need to call the local App Store.",
    """
    The key is made for this folder, and stays. Give a client the file of the private key, the \
    ids, and the address of the store in place of Apple's.
    """,
    examples: "local-app-store api-key",
    "local-app-store api-key --json")
  static let answerSchema = APIKeyCard.schema

  @OptionGroup var folder: ConfigurationOptions
  @Option(.folder, "Where the key is kept. (default: CONFIG/.paywall)") var stateDir: String?
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    try folder.checkFolder()
    // A store with the products of a .storekit file has no configuration.
    let snapshot = folder.snapshot
    let (key, path) = try ServerAPIKeyOptions.kept(folder, stateDir)
    let card = APIKeyCard(
      keyId: key.id, issuerId: key.issuerId, bundleId: snapshot?.app.bundleId,
      file: path)
    guard !answer.isJSON else { return try console.write(json: card) }
    var sheet = Sheet(console, title: "API key", subtitle: "of the local App Store")
    sheet.row("key id", card.keyId)
    sheet.row("issuer id", card.issuerId)
    sheet.row("bundle id", card.bundleId)
    sheet.row("file", card.file)
    console.write(sheet.body)
  }
}

/// A key of the local App Store.
private struct APIKeyCard: Card {
  let keyId: String
  let issuerId: String
  let bundleId: String?
  let file: String

  static let members = Members<Self> {
    $0.always("keyId", .text) { $0.keyId }
    $0.always("issuerId", .text) { $0.issuerId }
    $0.maybe("bundleId", .text, "Of the configuration, if there is one.") { $0.bundleId }
    $0.always("file", .text, "The private key in PEM.") { $0.file }
  }
}
