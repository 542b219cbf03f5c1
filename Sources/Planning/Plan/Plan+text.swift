import Serving

extension Plan {
  /// For a terminal: lines of at most `width` columns, except for commands, which people paste.
  package func text(colours: Colours = .none, width: Int? = nil) -> String {
    var output = WrappedText(width: width)
    output.add(summary.joined(separator: " "))
    guard !isEmpty else { return output.text }
    write(changes, colours, to: &output)
    write(breaches, colours, to: &output)
    write(impact, colours, to: &output)
    for later in later { write(later, colours, to: &output) }
    if let uncomparedPhrase {
      output.blank()
      output.add(uncomparedPhrase)
    }
    return output.text
  }

  private func write(_ changes: [Change], _ colours: Colours, to output: inout WrappedText) {
    output.blank()
    output.whole(colours.tint("What changes", .bold))
    for change in changes {
      let sign = colours.tint(change.sign.rawValue, change.sign.tint)
      output.add("  \(sign) ", columns: 4, change.title)
      for detail in change.details { output.add("      ", columns: 6, detail, indent: 8) }
    }
  }

  private func write(_ breaches: [Breach], _ colours: Colours, to output: inout WrappedText) {
    guard !breaches.isEmpty else { return }
    output.blank()
    output.whole(colours.tint("What it does to running experiments", .bold))
    for breach in breaches.bySeverity {
      let word = breach.severity.rawValue
      let tinted = colours.tint(word, breach.severity == .error ? .red : .yellow)
      output.add("  \(tinted): ", columns: word.utf8.count + 4, breach.message, indent: 4)
      output.add("    at ", columns: 7, breach.place)
      output.add("    help: ", columns: 10, breach.help)
    }
  }

  private func write(_ impact: Impact, _ colours: Colours, to output: inout WrappedText) {
    output.blank()
    output.whole(colours.tint("Who is affected", .bold) + " at \(at.words)")
    if impact.affected == 0 {
      output.add("none of \(impact.visitorsPhrase)", indent: 2)
    }
    for placement in impact.placements {
      output.add("\(placement.placement): \(impact.share(of: placement.affected))", indent: 2)
      let width = placement.effects.map { $0.visitors.grouped.utf8.count }.max() ?? 0
      for effect in placement.effects {
        let count = effect.visitors.grouped
        let padded = String(repeating: " ", count: width - count.utf8.count) + count
        output.add("    \(padded)  ", columns: width + 6, effect.kind.words)
        for example in effect.examples.prefix(1) {
          output.whole(
            String(repeating: " ", count: width + 6)
              + colours.tint(example.withoutControls, .faint))
        }
      }
    }
    if let caveat = impact.caveat { output.add(caveat, indent: 2) }
    for phrase in impact.uncovered { output.add("note: \(phrase)", indent: 2) }
  }
}

extension Plan {
  private func write(_ later: Later, _ colours: Colours, to output: inout WrappedText) {
    output.blank()
    output.whole(colours.tint("From \(later.at.words)", .bold))
    if later.impact.affected == 0 { output.add("no visitor sees anything else", indent: 2) }
    for placement in later.impact.placements {
      output.add("\(placement.placement): \(later.impact.share(of: placement.affected))", indent: 2)
      for effect in placement.effects {
        output.add("\(effect.visitors.grouped) \(effect.kind.words)", indent: 4)
      }
    }
  }
}

extension Change {
  /// `experiment annual-trial`
  var title: String { kind == .holdout || kind == .fallback || kind == .app ? id : "\(kind) \(id)" }
}

extension [Breach] {
  /// Errors first, otherwise in the same order.
  var bySeverity: [Breach] {
    filter { $0.severity == .error } + filter { $0.severity == .warning }
  }
}
