import PaywallCatalog
import PaywallTextCoding

/// A choice that a configuration makes by a condition: the population needs a visitor for each
/// outcome.
struct Branch {
  /// The name for people: `rule 2 at 'onboarding'`.
  var name: String
  var condition: Condition
  /// Conditions that must be false to reach it: the earlier rules.
  var unless: [Condition] = []
}

extension Snapshot {
  /// All branches that visitors may take, with named audiences resolved, each once.
  func branches(at now: Timestamp) -> [Branch] {
    var found: [Branch] = []
    for placement in placements.values.sorted(by: { $0.id.precedes($1.id) }) {
      found += rules(of: placement, at: now)
    }
    for experiment in experiments.values.sorted(by: { $0.id.precedes($1.id) })
    where experiment.status != .archived {
      guard let audience = resolved(experiment.audience) else { continue }
      found.append(Branch(name: "the audience of '\(experiment.id)'", condition: audience))
    }
    for offer in offers.values.sorted(by: { $0.key.precedes($1.key) }) {
      guard let audience = resolved(offer.audience) else { continue }
      found.append(Branch(name: "the audience of the offer '\(offer.key)'", condition: audience))
    }
    for name in audiences.keys.sorted(by: { $0.precedes($1) }) {
      guard let audience = resolved(.audience(name)) else { continue }
      found.append(Branch(name: "the audience '\(name)'", condition: audience))
    }
    return found
  }

  private func rules(of placement: Placement, at now: Timestamp) -> [Branch] {
    var before: [Condition] = []
    var found: [Branch] = []
    for (index, rule) in placement.rules.enumerated() where rule.window.contains(now) {
      let condition = resolved(rule.audience) ?? .everyone
      found.append(
        Branch(
          name: "rule \(index + 1) at '\(placement.id)'", condition: condition, unless: before))
      before.append(condition)
    }
    return found
  }
}

extension Condition {
  fileprivate static var everyone: Condition { .all([]) }
}
