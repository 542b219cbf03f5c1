internal import Catalog
internal import YAMLText

extension Rule {
  /// A rule behind one that takes everybody it could take is never reached.
  static let shadowedRules = Rule { draft, notebook in
    var satisfiability = Satisfiability(draft)
    for placement in draft.placements {
      var earlier: [(number: Int, rule: Placement.Rule, takesAll: Bool)] = []
      for (index, rule) in placement.value.rules.enumerated() {
        let first = earlier.first {
          ($0.takesAll || $0.rule.audience == rule.audience) && $0.rule.window.covers(rule.window)
        }
        if let first {
          notebook.warning(
            .unreachable, at: placement.rules[index].place,
            "this rule is never reached: rule \(first.number) takes "
              + (first.takesAll ? "everyone" : "the same audience"),
            help: "move it up, or remove it")
        }
        earlier.append((index + 1, rule, satisfiability.matchesEverybody(rule.audience)))
      }
    }
  }
}

extension TimeWindow {
  /// Whether every moment of another window is in this one.
  fileprivate func covers(_ other: TimeWindow) -> Bool {
    let startsBefore = start.map { start in other.start.map { start <= $0 } ?? false } ?? true
    let endsAfter = end.map { end in other.end.map { $0 <= end } ?? false } ?? true
    return startsBefore && endsAfter
  }
}
