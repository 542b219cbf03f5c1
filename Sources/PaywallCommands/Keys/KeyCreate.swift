import ArgumentParser
import CatalogFiles
import CommandSupport
import Crypto
import HTTPDocuments
import PaywallCatalog
import PaywallTextCoding

/// `paywall key create`.
struct KeyCreate: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "create", "Make an API key, and the line of keys.yaml that lets it in.",
    """
    The key is printed once and not stored: deploy it to the app or server that will send it. \
    Paywalls/store/keys.yaml, below 'keys:', holds its name, its role and its SHA-256; a running \
    server reads the line by itself. --add writes it there.
    """,
    examples: "paywall key create --role client --name app",
    "paywall key create --role server --name backend --add \\",
    "  -m \"A key for the web shop\"")
  static let answerSchema = Schema.any([
    MadeKey.schema, EditCard.schema,
  ]).described("The key; with --add the change of the file.")

  @Option(
    help:
      "client ships in the app; server may ask for any customer; viewer sees results; admin may do all."
  )
  var role: APIKey.Role
  @Option(help: "The name in logs; default: the role.") var name: String?
  @Flag(help: "Write the entry into the file, and make the file if it is missing.")
  var add = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions
  @Flag(name: .customLong("yes"), help: "With --add: do not ask.") var isSure = false
  @Flag(name: .customLong("dry-run"), help: "With --add: show what would change, and stop.")
  var isDryRun = false
  @Option(
    name: [.customShort("m"), .long], "why", "With --add: commit the file to git with this message."
  )
  var message: String?

  func validate() throws {
    try require(
      add || !isSure && !isDryRun && message == nil,
      "--yes, --dry-run and -m go with --add, which changes a file.")
    if add { try editing.validate() }
    if let name, Self.isOtherThanText(name) {
      throw ValidationError(
        "YAML may read '\(name)' as something else than a name; try 'key-\(name)'.")
    }
    if let name, !Names.isFileName(name) {
      throw ValidationError(
        "A name has 1 to 64 of a-z, 0-9, '.', '_' and '-', and begins with a letter or digit.")
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    var random = SystemRandomNumberGenerator()
    let key =
      "pw_\(role.rawValue)_"
      + (0..<24).map { _ in UInt8.random(in: 0...255, using: &random) }.hexadecimal
    let entry = APIKey(
      name: name ?? role.rawValue, role: role,
      digest: SHA256.hash(data: Array(key.utf8)).hexadecimal)
    let made = MadeKey(entry: entry, key: key)
    if add { return try write(made, console) }
    if answer.isJSON { return try console.write(json: made) }
    var sheet = Sheet(console, title: key)
    sheet.text("")
    sheet.text("Add this to \(KeysFile.path), below 'keys:':")
    sheet.text(KeysFile.entry(entry.name, role.rawValue, entry.digest))
    console.write(sheet.body)
  }

  private func write(_ made: MadeKey, _ console: Console) throws {
    let editor = try ConfigurationEditor(configuration, editing, for: console, at: .now())
    let name = made.entry.name
    guard !editor.snapshot.keys.contains(where: { $0.name == name }) else {
      throw Failure(
        .no, "there is a key '\(name)' already",
        help: "give another --name; 'paywall key revoke \(name)' takes the old one out")
    }
    let text = try KeysFile(editor).text(adding: made.entry)
    try editor.apply(
      Proposal(
        path: KeysFile.path, text: text, question: "Add '\(name)'?", done: "Added '\(name)'.",
        effects: [
          editor.snapshot.keys.isEmpty
            ? "It is the first key: from now on every request needs one."
            : "Requests with it are accepted as soon as a server has read the file."
        ], key: isDryRun ? nil : made.key))
  }

  private var editing: EditOptions {
    var editing = EditOptions()
    editing.isSure = isSure
    editing.isDryRun = isDryRun
    editing.message = message
    editing.updatesPersonas = false
    editing.anyway = false
    editing.isJSON = answer.isJSON
    return editing
  }

  /// True if some reader of YAML takes it for nothing, a truth value or a number.
  private static func isOtherThanText(_ name: String) -> Bool {
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    return words.contains(name) || Double(name) != nil || name.hasPrefix("0o")
  }
}

extension APIKey.Role: ExpressibleByArgument {}

/// A key that exists only in this answer.
private struct MadeKey: Card {
  let entry: APIKey
  let key: String

  static let members = Members<Self> {
    $0.always("name", .text) { $0.entry.name }
    $0.always("role") { $0.entry.role }
    $0.always("key", .text, "It is shown only now.") { $0.key }
    $0.always("digest", .text, "SHA-256.") { $0.entry.digest }
  }
}
