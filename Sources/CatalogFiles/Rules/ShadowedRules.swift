internal import PaywallCatalog

extension ValidationRule {
  /// A rule after one that matches all of its visitors is never reached.
  static let shadowedRules = ValidationRule { draft, sink in
    var satisfiability = Satisfiability(draft)
    for placement in draft.placements {
      // Earlier rules that could shadow it: those for everyone, and those for the same audience.
      var ofEverybody: [Earlier] = []
      var ofAudience: [Condition: [Earlier]] = [:]
      for (index, rule) in placement.value.rules.enumerated() {
        let takesAll = satisfiability.matchesEverybody(rule.audience)
        let first = [ofEverybody, ofAudience[rule.audience] ?? []].compactMap { earlier in
          earlier.first { $0.window.covers(rule.window) }
        }.min { $0.number < $1.number }
        if let first {
          sink.warning(
            .unreachable, at: placement.rules[index].place,
            "this rule is never reached: rule \(first.number) takes "
              + (first.takesAll ? "everyone" : "the same audience"),
            help: "move it up, or remove it")
          // The earlier rule covers everything that this one covers.
          continue
        }
        let earlier = Earlier(number: index + 1, window: rule.window, takesAll: takesAll)
        if takesAll {
          ofEverybody.append(earlier)
        } else {
          ofAudience[rule.audience, default: []].append(earlier)
        }
      }
    }
  }

  private struct Earlier {
    var number: Int
    var window: TimeWindow
    var takesAll: Bool
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
