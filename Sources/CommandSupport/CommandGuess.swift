import ArgumentParser
import YAMLText

/// The command that was meant by a word which names none.
package struct CommandGuess {
  private let words: CommandWords
  private let unknown: String
  private let rest: [String]

  /// - Parameter rest: the words typed after the unknown word.
  package init(_ unknown: String, after words: CommandWords, before rest: [String]) {
    self.words = words
    self.unknown = unknown
    self.rest = rest
  }

  /// The command line to type, `paywall experiment start`; `nil` if no command is near.
  package var text: String? {
    let name = unknown.lowercased()
    if words.isEmpty, let known = words.program?.otherWords[name] {
      return "\(words.text) \(known)"
    }
    if let verb = verb(name, of: words) { return verb }
    if words.isEmpty, let noun = noun(with: name) { return noun }
    guard let near = Nearest.match(for: unknown, among: words.children) else { return nil }
    let found = words.descending(to: near)
    return rest.first.flatMap { verb($0.lowercased(), of: found) } ?? found.text
  }

  /// A verb of the command: its own, or another word for it.
  private func verb(_ name: String, of words: CommandWords) -> String? {
    ([name] + (Self.synonyms[name] ?? [])).first(where: words.children.contains)
      .map { "\(words.text) \($0)" }
  }

  /// The noun that has the verb. Experiments are started and listed far more often than anything else.
  private func noun(with name: String) -> String? {
    let nouns = words.children.map(words.descending(to:))
    let found = nouns.compactMap { verb(name, of: $0) }
    return found.first { $0.hasPrefix("\(words.text) experiment ") } ?? found.first
  }

  /// Other words for a verb, the most likely meaning first.
  private static let synonyms = [
    "ls": ["list"], "all": ["list"], "status": ["results", "list"],
    "get": ["show"], "view": ["show"], "describe": ["show"], "cat": ["show"], "info": ["show"],
    "new": ["create"], "add": ["create"], "make": ["create"],
    "rm": ["delete", "revoke", "forget"], "remove": ["delete", "revoke", "forget"],
    "delete": ["delete", "revoke", "forget"], "erase": ["forget"],
    "mv": ["rename"], "move": ["rename"],
    "begin": ["start"], "launch": ["start"], "run": ["start"],
    "end": ["stop"], "finish": ["stop"], "cancel": ["stop"], "halt": ["pause"],
    "ship": ["rollout"], "log": ["history"], "edit": ["set"], "change": ["set"],
    "result": ["results"], "report": ["results"], "backup": ["export"], "restore": ["import"],
  ]
}
