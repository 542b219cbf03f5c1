import Foundation

/// The manual page of a command, in roff.
package struct ManualPage {
  private let command: CommandDescription

  package init(_ command: CommandDescription) { self.command = command }

  /// `paywall-experiment-start`.
  package var name: String { command.words.joined(separator: "-") }

  package var text: String {
    var lines = [
      ".TH \"\(name.uppercased())\" \"1\" \"\" \"paywall \(BuildInfo.version)\" \"paywall\"",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(command.abstract ?? ""))",
      ".SH SYNOPSIS", ".B \(Self.escaped(command.words.joined(separator: " ")))",
      Self.escaped(synopsis),
    ]
    let (description, example) = parts
    if !description.isEmpty { lines += [".SH DESCRIPTION", Self.escaped(description)] }
    let options = command.options
    if !options.isEmpty { lines.append(".SH OPTIONS") }
    for option in options { lines += [".TP", Self.head(of: option), Self.words(of: option)] }
    let below = (command.subcommands ?? []).filter { $0.commandName != "help" }
    if !below.isEmpty { lines.append(".SH COMMANDS") }
    for command in below {
      let name = Self.escaped(command.words.joined(separator: "-"))
      lines += [".TP", ".BR \(name) (1)", Self.escaped(command.abstract ?? "")]
    }
    if !example.isEmpty { lines += [".SH EXAMPLES", ".nf", Self.escaped(example), ".fi"] }
    lines += [
      ".SH EXIT STATUS",
      "0 fine, 1 the answer is no, 2 wrong usage, 3 something outside failed, 4 there are changes "
        + "(where \\-\\-detailed\\-exitcode asks).",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The discussion without its examples, and the examples.
  private var parts: (String, String) {
    let text = command.discussion ?? ""
    guard let mark = text.range(of: "EXAMPLE\n") else { return (text, "") }
    let example = text[mark.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
      .map { $0.dropFirst(2) }
    let rest = text[mark.upperBound...].split(separator: "\n").drop { $0.hasPrefix("  ") }
    return (
      ([String(text[..<mark.lowerBound])] + rest.map(String.init)).joined(separator: "\n")
        .trimmingCharacters(in: .newlines), example.joined(separator: "\n")
    )
  }

  private var synopsis: String {
    let words = command.options.filter { $0.kind == "positional" }.map { argument in
      let word = "<\(argument.valueName ?? "value")>" + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[\(word)]" : word
    }
    return (words + ["[options]"]).joined(separator: " ")
  }

  private static func head(of option: CommandDescription.Argument) -> String {
    guard let names = option.names, !names.isEmpty else {
      return ".I \(escaped(option.valueName ?? "value"))"
    }
    let written = names.map(\.written).joined(separator: ", ")
    let value = option.kind == "option" ? " <\(option.valueName ?? "value")>" : ""
    return ".B \(escaped(written + value))"
  }

  private static func words(of option: CommandDescription.Argument) -> String {
    let usual = option.defaultValue.map { " (default: \($0))" } ?? ""
    return escaped((option.abstract ?? "") + usual)
  }

  /// Text of roff: a line must not begin with a dot or a quote, and '-' is not a hyphen.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }
}
