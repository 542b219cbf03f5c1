import ArgumentParser
import Catalog
import YAMLText

/// `paywall key revoke NAME`.
struct KeyRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Take a key out of keys.yaml, so that nobody gets in with it.",
    discussion: """
      EXAMPLE
        paywall key revoke app
        paywall key revoke backend --yes -m "The laptop was stolen"
      """)

  @Argument(
    help: ArgumentHelp("The key's name in Paywalls/store/keys.yaml.", valueName: "name"),
    completion: .keys)
  var name: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let bench = try Workbench(configuration, editing, for: .ofProcess(), at: .now())
    let keys = Dictionary(bench.snapshot.keys.map { ($0.name, $0) }) { first, _ in first }
    let key = try keys.named(name, "key")
    let file = KeysFile(bench)
    try bench.carryOut(
      Proposal(
        path: KeysFile.path, text: try file.text(after: .remove(["keys", name])),
        question: "Revoke '\(name)'?", done: "Revoked '\(name)'.",
        effects: Self.effects(of: key, among: bench.snapshot.keys)))
  }

  private static func effects(of key: APIKey, among keys: [APIKey]) -> [String] {
    let effects = ["Requests with it are refused as soon as a server has read the file."]
    guard keys.count > 1 else {
      return effects + [
        "It is the last key: a server that other machines can reach refuses the change, and does not start with it."
      ]
    }
    guard keys.contains(where: { $0.name != key.name && $0.role == key.role }) else {
      return effects + ["No other key has the role \(key.role.rawValue)."]
    }
    return effects
  }
}
