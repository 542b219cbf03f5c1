import ArgumentParser
import CatalogFiles

/// `paywall product`.
struct ProductCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "product",
    abstract: "List, show and rename products.",
    discussion: """
      EXAMPLE
        paywall product list
        paywall product show pro_yearly
        paywall product rename pro_yearly pro_annual
      """,
    subcommands: [ProductList.self, ProductShow.self, ProductRename.self])
}

/// `paywall product rename OLD NEW`.
struct ProductRename: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a product everywhere it is named; nothing else of the files changes.",
    discussion: """
      EXAMPLE
        paywall product rename pro_yearly pro_annual
        paywall product rename pro_yearly pro_annual --yes -m "A better name"
      """)

  @Argument(help: "Its name now.") var old: String
  @Argument(help: "Its new name.") var new: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    try editor.apply(Renaming(kind: .product, old: old, new: new).proposal(in: editor))
  }
}
