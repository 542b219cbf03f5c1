import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall key revoke NAME`.
struct KeyRevoke: EditsFiles {
  static let configuration = CommandConfiguration(
    "revoke", "Remove a key from keys.yaml, so that requests with it are refused.",
    """
    The last key stays, because a running server never continues without keys: it would refuse \
    the file and accept the old key. Make another key first, then revoke. --last removes it \
    anyway, for a server on this machine that is restarted without keys.
    """,
    examples: "paywall key revoke app",
    "paywall key revoke backend --yes -m \"The laptop was stolen\"")

  @Argument(
    help: ArgumentHelp("The key's name in Paywalls/store/keys.yaml.", valueName: "name"),
    completion: .keys)
  var name: String
  @Flag(
    name: .customLong("last"), help: "Revoke it even if no key is left, for a server on loopback.")
  var mayBeLast = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ editor: ConfigurationEditor) throws {
    let keys = Dictionary(editor.snapshot.keys.map { ($0.name, $0) }) { first, _ in first }
    let key = try keys.named(name, "key")
    guard mayBeLast || keys.count > 1 else { throw Self.refusal(of: key) }
    let file = KeysFile(editor)
    try editor.apply(
      Proposal(
        path: KeysFile.path, text: try file.text(after: .remove(["keys", name])),
        question: "Revoke '\(name)'?", done: "Revoked '\(name)'.",
        effects: Self.effects(of: key, among: editor.snapshot.keys)))
  }

  /// A server that asks for keys refuses a file without any, so the key would stay valid.
  private static func refusal(of key: APIKey) -> Failure {
    Failure(
      .no,
      "'\(key.name)' is the last key: a running server would refuse the file without it, and go on letting it in; nothing was changed",
      help:
        "make another one first: 'paywall key create --role \(key.role.rawValue) --name NAME --add'; --last is for a server on this machine that is to need no keys"
    )
  }

  private static func effects(of key: APIKey, among keys: [APIKey]) -> [String] {
    guard keys.count > 1 else {
      return [
        "It is the last key: a running server refuses the file and accepts this key until it is restarted. Then it answers this machine only, without keys; one that other machines can reach does not start."
      ]
    }
    let effects = ["Requests with it are refused as soon as a server has read the file."]
    guard keys.contains(where: { $0.name != key.name && $0.role == key.role }) else {
      return effects + ["No other key has the role \(key.role.rawValue)."]
    }
    return effects
  }
}
