import ArgumentParser
import LocalAppStoreServer
import PaywallAPI
import PaywallCatalog
import PaywallServer

/// `paywall appstore api-key`.
struct AppStoreAPIKey: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "api-key", "Print what Apple's client libraries need to call the local App Store.",
    """
    The key is made for this folder, and stays. Give a client the file of the private key, the \
    ids, and the address of the store in place of Apple's.
    """,
    examples: "paywall appstore api-key",
    "paywall appstore api-key --json")
  static let answerSchema = Schema.object([
    .always("keyId", .text), .always("issuerId", .text),
    .maybe("bundleId", .text, "Of the configuration, if there is one."),
    .always("file", .text, "The private key in PEM."),
  ])

  @OptionGroup var folder: ConfigurationOptions
  @Option(
    help: ArgumentHelp("Where the key is kept. (default: CONFIG/.paywall)", valueName: "folder"),
    completion: .directory)
  var stateDir: String?
  @OptionGroup var answer: AnswerOptions

  private struct Card: Encodable {
    var keyId: String
    var issuerId: String
    var bundleId: String?
    var file: String
  }

  func run() async throws {
    let console = Console.ofProcess()
    try folder.checkFolder()
    // A store that sells what a .storekit file holds has no configuration.
    let snapshot = LoadedFolder.catalogFiles(folder.folder).snapshot
    let (key, path) = try ServerAPIKeyOptions.kept(folder, stateDir)
    let card = Card(
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
