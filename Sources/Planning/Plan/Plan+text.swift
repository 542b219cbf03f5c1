import Catalog

extension Plan {
  /// For a terminal: lines of at most `width` columns, except for commands, which are to be pasted.
  package func text(colours: Colours = .none, width: Int? = nil) -> String {
    var page = Page(width: width)
    page.add(summary.joined(separator: " "))
    guard !isEmpty else { return page.text }
    write(changes, colours, to: &page)
    write(breaches, colours, to: &page)
    write(impact, colours, to: &page)
    return page.text
  }

  private func write(_ changes: [Change], _ colours: Colours, to page: inout Page) {
    page.blank()
    page.whole(colours.tint("What changes", .bold))
    for change in changes {
      let sign = colours.tint(change.sign.rawValue, change.sign.tint)
      page.add("  \(sign) ", columns: 4, change.title)
      for detail in change.details { page.add("      ", columns: 6, detail, indent: 8) }
    }
  }

  private func write(_ breaches: [Breach], _ colours: Colours, to page: inout Page) {
    guard !breaches.isEmpty else { return }
    page.blank()
    page.whole(colours.tint("What it does to running experiments", .bold))
    for breach in breaches.bySeverity {
      let word = breach.severity.rawValue
      let tinted = colours.tint(word, breach.severity == .error ? .red : .yellow)
      page.add("  \(tinted): ", columns: word.utf8.count + 4, breach.message, indent: 4)
      page.add("    at ", columns: 7, breach.place)
      page.add("    help: ", columns: 10, breach.help)
    }
  }

  private func write(_ impact: Impact, _ colours: Colours, to page: inout Page) {
    page.blank()
    page.whole(colours.tint("Who is affected", .bold) + " at \(at.words)")
    if impact.affected == 0 {
      page.add("none of \(impact.crowd)", indent: 2)
    }
    for placement in impact.placements {
      page.add("\(placement.placement): \(impact.share(of: placement.affected))", indent: 2)
      let width = placement.effects.map { $0.visitors.grouped.utf8.count }.max() ?? 0
      for effect in placement.effects {
        let count = effect.visitors.grouped
        let padded = String(repeating: " ", count: width - count.utf8.count) + count
        page.add("    \(padded)  ", columns: width + 6, effect.kind.words)
        for example in effect.examples.prefix(1) {
          page.whole(
            String(repeating: " ", count: width + 6)
              + colours.tint(example.withoutControls, .faint))
        }
      }
    }
    if let caveat = impact.caveat { page.add(caveat, indent: 2) }
    for phrase in impact.uncovered { page.add("note: \(phrase)", indent: 2) }
  }
}

extension Change {
  /// `experiment annual-trial`
  var title: String { kind == .holdout || kind == .fallback || kind == .app ? id : "\(kind) \(id)" }
}

extension [Breach] {
  /// Errors first, in the order they are in.
  var bySeverity: [Breach] {
    filter { $0.severity == .error } + filter { $0.severity == .warning }
  }
}
