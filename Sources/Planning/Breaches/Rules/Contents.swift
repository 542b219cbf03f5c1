import PaywallCatalog
import Serving

/// The content of a running variant, or who gets its offers, changes during the comparison: one
/// warning per paywall and per offer.
func contentBreaches(_ transitions: [ExperimentTransition]) -> [Breach] {
  guard let any = transitions.first, let base = any.base else { return [] }
  let head = any.head
  var paywalls: [String: Set<String>] = [:]
  for change in transitions where change.isLive && change.isSamePhase {
    guard let after = change.after, let before = change.before,
      after.status == .running || after.status == .paused
    else { continue }
    let variants = after.variantsByName
    for variant in before.variants {
      for placement in before.placements {
        guard case .paywall(let id)? = variant.show(at: placement),
          variants[variant.name]?.show(at: placement) == .paywall(id)
        else { continue }
        paywalls[id, default: []].insert(change.id)
      }
    }
  }
  return paywallContents(paywalls, base, head) + offerRules(paywalls, base, head)
}

private func paywallContents(
  _ paywalls: [String: Set<String>], _ base: Snapshot, _ head: Snapshot
) -> [Breach] {
  paywalls.compactMap { id, experiments in
    guard let was = base.shown(id), let now = head.shown(id) else { return nil }
    let parts = was.changedContent(to: now)
    guard !parts.isEmpty else { return nil }
    let isMessage = head.paywalls[id] == nil
    return Breach(
      .contentChanged, .warning,
      file: isMessage ? ConfigurationPath.retention(id) : ConfigurationPath.paywall(id),
      keys: isMessage ? parts[0].suffix(1) : parts[0],
      "what '\(id)' says changes while \(Array(experiments).listed(as: "experiment")) "
        + "\(experiments.count == 1 ? "compares" : "compare") it: results mix the old and the new",
      help: "let the experiment end first, or begin again with "
        + "'paywall experiment restart \(experiments.onlyOne ?? "ID")'")
  }
}

private func offerRules(
  _ paywalls: [String: Set<String>], _ base: Snapshot, _ head: Snapshot
) -> [Breach] {
  var users: [String: Set<String>] = [:]
  for (id, experiments) in paywalls {
    for key in base.shown(id)?.products.flatMap(\.offers) ?? [] {
      users[key, default: []].formUnion(experiments)
    }
  }
  return users.compactMap { key, experiments in
    guard let was = base.offers[key], let now = head.offers[key],
      base.resolved(was.audience) != head.resolved(now.audience) || was.placeLimit != now.placeLimit
        || was.window != now.window || was.again != now.again || was.code != now.code
        || was.winBack != now.winBack
    else { return nil }
    return Breach(
      .contentChanged, .warning, file: ConfigurationPath.offers, keys: ["offers", key],
      "who may have the offer '\(key)' changes while "
        + "\(Array(experiments).listed(as: "experiment")) "
        + "\(experiments.count == 1 ? "shows" : "show") it: results mix the old and the new",
      help: "let the experiment end first, or begin again with "
        + "'paywall experiment restart \(experiments.onlyOne ?? "ID")'")
  }
}

extension Offer {
  /// The limit without the number of signatures of a grant, which does not decide who gets the
  /// offer and may change at any time.
  fileprivate var placeLimit: OfferLimit? {
    var limit = limit
    limit?.attempts = AttemptLimit()
    return limit == OfferLimit() ? nil : limit
  }
}

extension Paywall {
  /// The paths of keys to content that differs, apart from products and their offers.
  fileprivate func changedContent(to other: Paywall) -> [[String]] {
    var keys: [[String]] = []
    if selected != other.selected { keys.append(["selected"]) }
    let extras = products.map { [$0.product: $0.extra] }
    if extras != other.products.map({ [$0.product: $0.extra] }),
      products.map(\.sold) == other.products.map(\.sold)
    {
      keys.append(["products"])
    }
    for key in (content + other.content).map(\.key) {
      let values = [content, other.content].map { $0.first { $0.key == key }?.value }
      if values[0] != values[1] { keys.append(["content", key]) }
    }
    return keys
  }
}
