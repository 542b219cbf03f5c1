import Serving

extension Plan {
  /// For a comment on a pull request: a summary, what changes as a table, what it does to running
  /// experiments, who is affected, and commands in a collapsible block.
  package var markdown: String {
    var lines = ["### Paywall plan", "", summary.joined(separator: " ")]
    guard !isEmpty else { return lines.joined(separator: "\n") + "\n" }
    lines += ["", "| | what | how |", "| --- | --- | --- |"]
    lines += changes.map { change in
      let details = change.details.map(\.escaped).joined(separator: "<br>")
      return "| `\(change.sign.rawValue)` | \(change.title.escaped) | \(details) |"
    }
    if !breaches.isEmpty {
      lines += ["", "#### What it does to running experiments", ""]
      lines += breaches.bySeverity.map(\.markdown)
    }
    return (lines + audience).joined(separator: "\n") + "\n"
  }

  private var audience: [String] {
    var lines = ["", "#### Who is affected", ""]
    if impact.affected == 0 {
      lines.append("None of \(impact.visitorsPhrase) at \(at.words).")
    } else {
      lines += ["| placement | visitors | what |", "| --- | ---: | --- |"]
      for placement in impact.placements {
        lines.append(
          "| **\(placement.placement.escaped)** | \(placement.affected.grouped) | in all |")
        lines += placement.effects.map {
          "| | \($0.visitors.grouped) | \($0.kind.words.escaped) |"
        }
      }
      lines += ["", "Of \(impact.visitorsPhrase) at \(at.words)."]
    }
    if let caveat = impact.caveat { lines[lines.count - 1] += " \(caveat)" }
    if !impact.uncovered.isEmpty {
      lines += [""] + impact.uncovered.map { "- Note: \($0.escaped)" }
    }
    for later in later {
      lines += ["", "**From \(later.at.words):**"]
      if later.impact.affected == 0 { lines.append("no visitor sees anything else.") }
      for placement in later.impact.placements {
        lines.append(
          "- \(placement.placement.escaped): \(later.impact.share(of: placement.affected))")
        lines += placement.effects.map { "  - \($0.visitors.grouped) \($0.kind.words.escaped)" }
      }
    }
    if let uncomparedPhrase { lines += ["", uncomparedPhrase.escaped] }
    return lines + examples
  }

  private var examples: [String] {
    let commands = impact.placements.flatMap { placement in
      placement.effects.flatMap { effect in
        ["# \(effect.kind.words) at '\(placement.placement)'".withoutControls]
          + effect.examples.map(\.withoutControls)
      }
    }
    guard !commands.isEmpty else { return [] }
    // A fence longer than any run of backticks in the text.
    let longest = commands.map(\.longestBackticks).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ["", "<details><summary>Examples</summary>", "", fence + "sh"] + commands
      + [fence, "", "</details>"]
  }
}

extension Breach {
  fileprivate var markdown: String {
    "- **\(severity.rawValue)** in \(place.escaped): \(message.escaped)<br>Help: \(help.escaped)"
  }
}

extension String {
  /// Escaped for Markdown, also in a table; `@` and `#` refer to no user and no issue.
  package var escaped: String {
    var text = ""
    for character in withoutControls {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "@", "#": text += "\(character)<!-- -->"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "!": text += "\\\(character)"
      default: text.append(character)
      }
    }
    return text
  }

  fileprivate var longestBackticks: Int {
    split { $0 != "`" }.map(\.count).max() ?? 0
  }
}
