import ArgumentParser
import CatalogFiles

/// `paywall attribute`.
struct AttributeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attribute",
    abstract: "List, show and rename attributes.",
    discussion: """
      EXAMPLE
        paywall attribute list
        paywall attribute show exports
        paywall attribute rename exports exportCount
      """,
    subcommands: [AttributeList.self, AttributeShow.self, AttributeRename.self])
}

/// `paywall attribute rename OLD NEW`.
struct AttributeRename: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename an attribute everywhere it is named; nothing else of the files changes.",
    discussion: """
      EXAMPLE
        paywall attribute rename exports exportCount
        paywall attribute rename exports exportCount --yes -m "A better name"
      """)

  @Argument(help: "Its name now.") var old: String
  @Argument(help: "Its new name.") var new: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    try editor.apply(Renaming(kind: .attribute, old: old, new: new).proposal(in: editor))
  }
}
