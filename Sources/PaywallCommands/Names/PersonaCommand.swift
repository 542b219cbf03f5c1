import ArgumentParser
import CatalogFiles

/// `paywall persona`.
struct PersonaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "persona",
    abstract: "List, show and rename personas.",
    discussion: """
      EXAMPLE
        paywall persona list
        paywall persona show left-in-october
        paywall persona rename left-in-october left-in-autumn
      """,
    subcommands: [PersonaList.self, PersonaShow.self, PersonaRename.self])
}

/// `paywall persona rename OLD NEW`.
struct PersonaRename: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a persona everywhere it is named; nothing else of the files changes.",
    discussion: """
      EXAMPLE
        paywall persona rename left-in-october left-in-autumn
        paywall persona rename left-in-october left-in-autumn --yes -m "A better name"
      """)

  @Argument(help: "Its name now.") var old: String
  @Argument(help: "Its new name.") var new: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    try editor.apply(Renaming(kind: .persona, old: old, new: new).proposal(in: editor))
  }
}
