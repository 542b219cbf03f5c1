import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall init`.
struct InitCommand: PrintsAnswer {
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

  @Argument(help: "The folder; it is made if it is missing.", completion: .directory)
  var folder = "."
  @OptionGroup var options: NewAppOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<InitCard> {
    let writer = NewAppWriter(
      folder: folder, options: options, command: "init", otherFolder: "paywall init FOLDER")
    try writer.requireRoom()
    let (begun, leftOut) = try options.app(for: writer.console)
    var app = begun
    try writer.complete(&app)
    let written = try writer.write(app)
    return .parts(
      InitCard(folder: folder, files: written.files, leftOut: leftOut, commit: written.commit)
    ) { [app] _ in
      writer.report(
        written, of: app, warnings: leftOut.map(NewAppOptions.sentence(onLeftOut:)))
    }
  }
}

/// The files that were written.
struct InitCard: Card {
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
