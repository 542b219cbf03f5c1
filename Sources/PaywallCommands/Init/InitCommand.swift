import CommandSupport
import HTTPDocuments
import ArgumentParser
import CatalogFiles
import Foundation
import PaywallCatalog

/// `paywall init`.
struct InitCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "init", "Write the files of your own app into an empty folder.",
    """
    Asks on a terminal for what is not said. --storekit takes products, groups, offers and languages \
    of the StoreKit configuration file of an Xcode project, and keeps a copy, which 'paywall check' \
    compares from then on. All files are written or none. In a git repository they are committed.
    """,
    examples:
      "paywall init --storekit ~/Photos/Store.storekit --bundle-id com.example.photos photos",
    "paywall init --bundle-id com.example.photos --product pro_yearly=P1Y --product pro_monthly=P1M"
  )
  static let answerSchema = InitCard.schema

  @Argument(help: "The folder; it is made if it is missing.", completion: .directory)
  var folder = "."
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
    "A product; may be repeated, the highest level of service first.")
  var products: [String] = []
  @Option("number", "App Store Connect's number of the subscription group.") var groupId: String?
  @Option(
    name: .customLong("locale"),
    help: ArgumentHelp("A language of the app; may be repeated, the default first."))
  var locales: [String] = []
  @Option(help: "The place in the app that asks what to show.") var placement = "onboarding"
  @Flag(name: .customLong("no-commit"), help: "Do not commit the files to git.")
  var staysUncommitted = false
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if storekit != nil, !products.isEmpty || groupId != nil {
      throw ValidationError("--storekit says what is sold; leave --product and --group-id out.")
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let target = NewFolder(folder)
    try target.requireRoom()
    var app = NewApp()
    app.bundleId = bundleId ?? ""
    app.appAppleId = appAppleId
    app.placement = placement
    let leftOut = try products(of: &app, console)
    if !locales.isEmpty { app.locales = locales }
    try complete(&app, console)
    let files = try checked(app, console)
    try target.write(files)
    report(
      InitCard(
        folder: folder, files: files.files.keys.sorted(), leftOut: leftOut,
        commit: try commit(files, of: app)), app, console)
  }

  private func products(of app: inout NewApp, _ console: Console) throws -> [String] {
    if let storekit { return app.take(try StoreKitFile.read(storekit, for: console)) }
    app.sell(try products.map(NewApp.Product.init(words:)), groupId: groupId)
    return []
  }

  private func complete(_ app: inout NewApp, _ console: Console) throws {
    guard app.bundleId.isEmpty || app.products.isEmpty else { return }
    let questions = InitQuestions(Prompt(console: console))
    guard questions.arePossible else {
      throw Failure(
        .wrongUsage, app.bundleId.isEmpty ? "an app has a bundle id" : "an app sells something",
        help: app.bundleId.isEmpty
          ? "add --bundle-id, as it stands in Xcode: --bundle-id com.example.photos"
          : "add --product pro_yearly=P1Y, or --storekit FILE with products that are finished in Xcode"
      )
    }
    try questions.complete(&app, asksLocales: locales.isEmpty && storekit == nil)
  }

  /// The files, with the schemas; nothing that 'paywall check' calls a mistake is written.
  private func checked(_ app: NewApp, _ console: Console) throws -> ConfigurationFiles {
    var files = ConfigurationFiles(files: app.files.mapValues { Array($0.utf8) })
    if let storekit {
      files.files["Paywalls/store/Products.storekit"] = Array(
        FileManager.default.contents(atPath: storekit) ?? Data())
    }
    let (_, report) = Loader.load(ParsedFiles(files))
    if report.hasErrors || !report.diagnostics.isEmpty {
      console.complain(report.text(colours: console.diagnosticColours))
    }
    guard !report.hasErrors else {
      throw Failure(
        .no, "nothing was written, because the files would have these mistakes",
        help: storekit == nil
          ? "say it differently, and run the command again"
          : "put it right in Xcode or in a copy of the file, and run the command again")
    }
    for schema in Schemas.schemas(for: files) {
      files.files[".schema/\(schema.name).json"] = Array(Schemas.text(of: schema.content).utf8)
    }
    return files
  }

  /// The commit's short name; `nil` without a repository, or if it was not to be made.
  private func commit(_ files: ConfigurationFiles, of app: NewApp) throws -> String? {
    guard !staysUncommitted, let git = try? Git(folder, for: "init") else { return nil }
    do {
      try git.commit(files.files.keys.sorted(), message: "Begin with paywalls of \(app.bundleId)")
      return try git.head()
    } catch let failure as Failure {
      throw Failure(
        failure.status, "the files were written, and not committed: \(failure.message)",
        help: failure.help)
    }
  }

  private func report(_ card: InitCard, _ app: NewApp, _ console: Console) {
    if answer.isJSON { return (try? console.write(json: card)) ?? () }
    for path in card.files where !path.hasPrefix(".schema/") { console.write("wrote \(path)") }
    for name in card.leftOut {
      console.note("warning: \(name) is not finished in Xcode, or twice there, and was left out")
    }
    if let commit = card.commit { console.write("committed as \(commit)") }
    let config = folder == "." ? "" : " --config \(folder)"
    console.write(
      """

      Next:
        paywall explain\(config) --placement \(app.placement) --user ada
        paywall serve\(config)
      """)
    if app.groups.contains(where: { $0.id == nil }) {
      console.write(
        "  replace the group's id in Paywalls/store/products.yaml by App Store Connect's number")
    }
  }
}

/// What was written.
private struct InitCard: Card {
  let folder: String
  let files: [String]
  let leftOut: [String]
  let commit: String?

  static let members = Members<Self> {
    $0.always("folder", .text) { $0.folder }
    $0.always("files", .list(of: .text), "From the folder.") { $0.files }
    $0.always("leftOut", "What is not finished in Xcode, or twice there.") { $0.leftOut }
    $0.maybe("commit", .text, "In a git repository.") { $0.commit }
  }
}
