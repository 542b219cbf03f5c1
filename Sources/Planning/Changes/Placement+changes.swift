import PaywallCatalog
import PaywallTextCoding

extension Placement: Described {
  var summary: [String] {
    rules.enumerated().map { "rule \($0 + 1) \($1.words)" }
      + ["shows \(self.default.words) by default"]
  }

  /// The differences of the placement itself; its rules are compared one by one.
  static let aspects = Aspects<Placement> { $0.phrase("by default shows") { $0.default.words } }
}

extension Placement.Rule {
  /// `shows 'lite' in IN and BR from … until …`
  var words: String {
    "shows \(show.words) \(audience.towards)" + (window == .always ? "" : " \(window.words)")
  }

  fileprivate func details(since before: Placement.Rule) -> [String] {
    guard before.show == show || before.audience == audience else {
      return ["\(words) instead of \(before.words)"]
    }
    return Details.of { details in
      if before.show != show {
        details.say("now shows \(show.words) \(audience.towards) instead of \(before.show.words)")
      }
      if before.audience != audience {
        details.say(
          "now shows \(show.words) \(audience.towards) instead of \(before.audience.towards)")
      }
      details.compare("applies", before.window.words, to: window.words)
      details.compare("visibility", before.visibility?.rawValue, visibility?.rawValue)
    }
  }
}

/// The changes of the rules at placements that are in both snapshots.
func ruleChanges(from base: Snapshot, to head: Snapshot) -> [Change] {
  head.placements.values.sorted { $0.id.precedes($1.id) }.flatMap { after -> [Change] in
    guard let before = base.placements[after.id], before.rules != after.rules else { return [] }
    return RuleMatches(before.rules, after.rules).pairs.compactMap { pair in
      pair.change(at: after.id, before.rules, after.rules)
    }
  }
}

/// Pairs old and new rules. Rules have no names: equal ones in the same order are paired first,
/// then moved ones, then those with the same audience, paywall or number.
private struct RuleMatches {
  struct Pair {
    var old: Int?
    var new: Int?
    var isMoved = false
  }

  private(set) var pairs: [Pair] = []

  /// Always compares in one direction, so that swapping the sides swaps the result.
  init(_ before: [Placement.Rule], _ after: [Placement.Rule]) {
    let isSwapped = after.map(\.key).lexicographicallyPrecedes(before.map(\.key)) {
      $0.precedes($1)
    }
    if isSwapped { match(after, before) } else { match(before, after) }
    if isSwapped {
      pairs = pairs.map { Pair(old: $0.new, new: $0.old, isMoved: $0.isMoved) }
    }
    pairs.sort { left, right in
      let places = [left, right].map { (($0.new ?? $0.old ?? 0) * 2) + ($0.new == nil ? 0 : 1) }
      return places[0] < places[1]
    }
  }

  private mutating func match(_ before: [Placement.Rule], _ after: [Placement.Rule]) {
    var gone: [Int] = []
    var come: [Int] = []
    for step in after.difference(from: before).inferringMoves() {
      switch step {
      case .remove(let old, _, let new):
        if let new {
          pairs.append(Pair(old: old, new: new, isMoved: true))
        } else {
          gone.append(old)
        }
      case .insert(let new, _, let old): if old == nil { come.append(new) }
      }
    }
    gone.sort()
    pair(&gone, &come) { before[$0].audience == after[$1].audience }
    pair(&gone, &come) { before[$0].show == after[$1].show }
    pair(&gone, &come) { $0 == $1 }
    pairs += gone.map { Pair(old: $0, new: nil) } + come.map { Pair(old: nil, new: $0) }
  }

  private mutating func pair(
    _ gone: inout [Int], _ come: inout [Int], where isSame: (Int, Int) -> Bool
  ) {
    gone.removeAll { old in
      guard let place = come.firstIndex(where: { isSame(old, $0) }) else { return false }
      pairs.append(Pair(old: old, new: come.remove(at: place)))
      return true
    }
  }
}

extension RuleMatches.Pair {
  fileprivate func change(
    at placement: String, _ before: [Placement.Rule], _ after: [Placement.Rule]
  ) -> Change? {
    switch (old, new) {
    case (nil, let new?):
      return Change(.added, .rule, "\(placement), rule \(new + 1)", [after[new].words])
    case (let old?, nil):
      return Change(.removed, .rule, "\(placement), rule \(old + 1)", [before[old].words])
    case (let old?, let new?):
      let moved = "was rule \(old + 1): \(after[new].words)"
      return Change(
        .changed, .rule, "\(placement), rule \(new + 1)",
        isMoved ? [moved] : after[new].details(since: before[old]))
    case (nil, nil): return nil
    }
  }
}

extension Placement.Rule {
  /// The key by which rules are compared.
  fileprivate var key: String {
    "\(audience)\n\(show)\n\(window.words)\n\(visibility?.rawValue ?? "")"
  }
}
