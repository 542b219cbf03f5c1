import ArgumentParser
import CatalogFiles

/// `paywall wall rename OLD NEW`.
struct PaywallRename: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a paywall everywhere it is named; nothing else of the files changes.",
    discussion: """
      EXAMPLE
        paywall wall rename lite starter
        paywall wall rename lite starter --yes -m "A better name"
      """)

  @Argument(help: "Its id now.", completion: .paywalls) var old: String
  @Argument(help: "Its new id: small letters, digits, - and _.") var new: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    try editor.apply(Renaming(kind: .paywall, old: old, new: new).proposal(in: editor))
  }
}
