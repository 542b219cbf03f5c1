import CatalogFiles
import CommandSupport
import Foundation

/// Puts the first files of an app into a folder: checked, all of them or none, and committed if the
/// folder is in a git repository.
struct NewAppWriter {
  let folder: String
  let options: NewAppOptions
  /// `init`, or another command that begins an app.
  let command: String
  /// The command line that names another folder.
  let otherFolder: String
  let console = Console.ofProcess()

  struct Written {
    /// The paths from the folder, in order.
    var files: [String]
    /// The commit's short name; `nil` without a repository, or if the options refuse a commit.
    var commit: String?
  }

  /// Ends the command if the folder has content already.
  func requireRoom() throws { try NewFolder(folder).requireRoom(orName: otherFolder) }

  /// Asks on a terminal for the parts that the app still lacks.
  func complete(_ app: inout NewApp) throws {
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
    try questions.complete(
      &app, asksLocales: options.locales.isEmpty && options.storekit == nil)
  }

  func write(_ app: NewApp) throws -> Written {
    let files = try checked(app)
    try NewFolder(folder).write(files)
    return Written(files: files.files.keys.sorted(), commit: try commit(files, of: app))
  }

  /// Returns the files, with the schemas; nothing that 'paywall check' calls a mistake is written.
  private func checked(_ app: NewApp) throws -> ConfigurationFiles {
    var files = ConfigurationFiles(files: app.files.mapValues { Array($0.utf8) })
    if let storekit = options.storekit {
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
        help: options.storekit == nil
          ? "say it differently, and run the command again"
          : "put it right in Xcode or in a copy of the file, and run the command again")
    }
    for schema in Schemas.schemas(for: files) {
      files.files[".schema/\(schema.name).json"] = Array(Schemas.text(of: schema.content).utf8)
    }
    return files
  }

  private func commit(_ files: ConfigurationFiles, of app: NewApp) throws -> String? {
    guard !options.staysUncommitted, let git = try? Git(folder, for: command) else { return nil }
    do {
      try git.commit(files.files.keys.sorted(), message: "Begin with paywalls of \(app.bundleId)")
      return try git.head()
    } catch let failure as Failure {
      throw Failure(
        failure.status, "the files were written, and not committed: \(failure.message)",
        help: failure.help)
    }
  }

  /// Reports the written files and the next step.
  ///
  /// - Parameter warnings: the parts that were left out, in sentences.
  func report(_ written: Written, of app: NewApp, warnings: [String]) {
    for path in written.files where !path.hasPrefix(".schema/") { console.write("wrote \(path)") }
    for warning in warnings { console.note("warning: \(warning)") }
    if let commit = written.commit { console.write("committed as \(commit)") }
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
