import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// A kind of entry that the configuration declares, with the verb `list`.
protocol Noun {
  /// An entry in the output of the verbs.
  associatedtype Item: Card

  /// The noun on the command line: `audience`.
  static var word: String { get }
  /// A sentence about `list`.
  static var listing: String { get }
  static var columns: [Table.Column<Item>] { get }
  /// The sentence for an empty list.
  static var none: String? { get }

  /// Returns all entries that the configuration declares, in the order of the list.
  static func items(in snapshot: Snapshot, at now: Timestamp) -> [Item]

  /// A sentence below the table.
  static func note(on snapshot: Snapshot) -> String?
}

extension Noun {
  static var none: String? { nil }
  static func note(on snapshot: Snapshot) -> String? { nil }
}

/// `paywall NOUN list`.
struct ListCommand<Kind: Noun>: PrintsAnswer {
  static var configuration: CommandConfiguration {
    CommandConfiguration("list", Kind.listing, examples: "paywall \(Kind.word) list")
  }

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[Kind.Item]> {
    let snapshot = try configuration.load(for: console)
    let items = Kind.items(in: snapshot, at: .now())
    let table = Printed(list: items, none: Kind.none, Kind.columns)
    return .parts(items) { console in
      try table.write(console)
      if let note = Kind.note(on: snapshot) { console.write(note) }
    }
  }
}

/// A noun with the verb `show`.
protocol ShownNoun: Noun where Item: Named {
  /// A sentence about `show`.
  static var showing: String { get }
  static var example: String { get }
  /// The help of the argument.
  static var identifier: String { get }
  static var completion: CompletionKind? { get }
  /// The kind of names whose uses are shown with it.
  static var uses: NameUses.Kind? { get }

  static func sheet(of item: Item, for console: Console) -> Sheet
}

extension ShownNoun {
  static var identifier: String { "Its name." }
  static var completion: CompletionKind? { nil }
  static var uses: NameUses.Kind? { nil }
}

extension ShownNoun where Self: RenamedNoun {
  static var example: String { rename.old }
}

/// An entry of the configuration that has a name.
protocol Named {
  var name: String { get }
}

/// `paywall NOUN show NAME`.
struct ShowCommand<Kind: ShownNoun>: PrintsAnswer {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "show", Kind.showing, examples: "paywall \(Kind.word) show \(Kind.example)")
  }
  static var answerSchema: Schema {
    Kind.uses == nil ? Kind.Item.schema : .withUses(Kind.Item.members.properties)
  }

  @Argument(
    help: ArgumentHelp(Kind.identifier, valueName: Kind.word), completion: Kind.completion)
  var name: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<Content> {
    let (snapshot, parsed, _) = try configuration.loadParsed(for: console)
    let items = Kind.items(in: snapshot, at: .now()).map { ($0.name, $0) }
    let item = try Dictionary(items) { first, _ in first }.named(name, Kind.word)
    let uses = Kind.uses.map { NameUses(of: $0, name, in: parsed) }
    return Printed(uses.map { item.content(namedIn: $0) } ?? item.content) { console in
      var sheet = Kind.sheet(of: item, for: console)
      sheet.row("named in", uses?.lines.joined(separator: ", "))
      return sheet.body
    }
  }
}

/// A noun with the verb `rename`.
protocol RenamedNoun {
  static var word: String { get }
  static var kind: NameUses.Kind { get }
  /// A name and another one, for examples.
  static var rename: (old: String, new: String) { get }
  /// The help of the arguments.
  static var arguments: (old: String, new: String) { get }
  static var oldCompletion: CompletionKind? { get }
  static var remark: String? { get }

  /// Ends the command if the name must stay.
  static func check(_ old: String, in editor: ConfigurationEditor) throws
}

extension RenamedNoun {
  static var arguments: (old: String, new: String) { ("Its name now.", "Its new name.") }
  static var oldCompletion: CompletionKind? { nil }
  static var remark: String? { nil }
  static func check(_ old: String, in editor: ConfigurationEditor) throws {}
}

/// `paywall NOUN rename OLD NEW`.
struct RenameCommand<Kind: RenamedNoun>: EditsFiles {
  static var configuration: CommandConfiguration {
    let line = "paywall \(Kind.word) rename \(Kind.rename.old) \(Kind.rename.new)"
    return CommandConfiguration(
      "rename",
      "Rename \(Kind.kind.phrase) everywhere it is named; nothing else of the files changes.",
      Kind.remark, examples: line, "\(line) --yes -m \"A better name\"")
  }

  @Argument(help: ArgumentHelp(Kind.arguments.old), completion: Kind.oldCompletion)
  var old: String
  @Argument(help: ArgumentHelp(Kind.arguments.new)) var new: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ editor: ConfigurationEditor) throws {
    try Kind.check(old, in: editor)
    try editor.apply(Renaming(kind: Kind.kind, old: old, new: new).proposal(in: editor))
  }
}

/// `paywall NOUN` for a noun that has these three verbs and no others.
struct NounCommand<Kind: ShownNoun & RenamedNoun>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      Kind.word, "List, show and rename \(Kind.word)s.",
      examples: "paywall \(Kind.word) list",
      "paywall \(Kind.word) show \(Kind.rename.old)",
      "paywall \(Kind.word) rename \(Kind.rename.old) \(Kind.rename.new)",
      subcommands: [ListCommand<Kind>.self, ShowCommand<Kind>.self, RenameCommand<Kind>.self])
  }
}
