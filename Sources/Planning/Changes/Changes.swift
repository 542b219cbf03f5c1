package import PaywallCatalog

/// All differences between two snapshots, sorted by kind, then by name. Swapping the snapshots
/// swaps added and removed.
package func changes(from base: Snapshot, to head: Snapshot) -> [Change] {
  var found: [Change] = []
  found += changes(.experiment, base.experiments, head.experiments)
  found += changes(.placement, base.placements, head.placements)
  found += ruleChanges(from: base, to: head)
  if base.fallback != head.fallback {
    found.append(
      Change(
        .changed, .fallback, "fallback",
        ["an unknown placement shows \(head.fallback.words) instead of \(base.fallback.words)"]))
  }
  found += changes(.paywall, base.paywalls, head.paywalls)
  found += changes(.message, base.retention, head.retention)
  found += changes(.offer, base.offers, head.offers)
  found += changes(.product, base.products, head.products)
  found += changes(.group, base.groups.byName(\.key), head.groups.byName(\.key))
  found += changes(.audience, base.audiences, head.audiences)
  found += changes(.attribute, base.declared, head.declared)
  found += changes(.layer, base.layers, head.layers)
  found += changes(.holdout, base.holdouts, head.holdouts)
  found += changes(.persona, base.personas, head.personas)
  found += changes(.key, base.keys.byName(\.name), head.keys.byName(\.name))
  found += changes(.refundRule, base.refundRules, head.refundRules)
  found += changes(.webhook, base.webhooks.byName(\.name), head.webhooks.byName(\.name))
  found += changes(.export, base.exports.byName(\.name), head.exports.byName(\.name))
  found += changes(.app, ["app": base.app], ["app": head.app])
  return found.filter { $0.sign != .changed || !$0.details.isEmpty }
}

extension Snapshot {
  fileprivate var declared: [String: Attribute] {
    schema.attributes.filter { $0.origin == .declared }.byName(\.name)
  }

  fileprivate var holdouts: [String: Holdout] { holdout.map { ["holdout": $0] } ?? [:] }
}

extension Array {
  fileprivate func byName(_ name: (Element) -> String) -> [String: Element] {
    Dictionary(map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
