import ArgumentParser
import CatalogFiles

/// `paywall audience`.
struct AudienceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audience",
    abstract: "List, show and rename audiences.",
    discussion: """
      EXAMPLE
        paywall audience list
        paywall audience show lapsed
        paywall audience rename lapsed left
      """,
    subcommands: [AudienceList.self, AudienceShow.self, AudienceRename.self])
}

/// `paywall audience rename OLD NEW`.
struct AudienceRename: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename an audience everywhere it is named; nothing else of the files changes.",
    discussion: """
      EXAMPLE
        paywall audience rename lapsed left
        paywall audience rename lapsed left --yes -m "A better name"
      """)

  @Argument(help: "Its name now.") var old: String
  @Argument(help: "Its new name.") var new: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    try editor.apply(Renaming(kind: .audience, old: old, new: new).proposal(in: editor))
  }
}
