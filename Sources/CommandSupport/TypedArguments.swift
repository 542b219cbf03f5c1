/// Arguments as they were typed, so that each text arrives whole.
package enum TypedArguments {
  /// Options whose value is free text.
  private static let texts: Set<String> = [
    "--title", "--hypothesis", "--owner", "--reason", "--message", "-m",
  ]

  /// Joins a text that begins with '-' to its option, because it would be taken for another one:
  /// `--title=-5% off`.
  package static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return joined + [argument] + rest }
      guard texts.contains(argument), let text = rest.first, text.utf8.first == 0x2D,
        !isOption(text)
      else {
        joined.append(argument)
        continue
      }
      rest.removeFirst()
      joined.append("\(argument == "-m" ? "--message" : argument)=\(text)")
    }
    return joined
  }

  /// True for `--dry-run` after `--reason`: the text was forgotten.
  private static func isOption(_ text: String) -> Bool {
    let name = text.utf8.dropFirst(2)
    return text.hasPrefix("--") && name.first.map { $0 != 0x2D } == true
      && name.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
  }
}
