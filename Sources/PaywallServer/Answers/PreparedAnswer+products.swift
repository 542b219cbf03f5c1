import HTTPDocuments
import HTTPTransport
import PaywallCatalog

extension PreparedAnswer {
  /// The products that an app loads from StoreKit: all of them, by type and by group, those that
  /// each placement can show, and those that unlock each entitlement.
  static func products(of snapshot: Snapshot) -> PreparedAnswer {
    let ids = sorted(snapshot.products.keys)
    func lists(_ names: [String], _ products: (String) -> [String]) -> Content {
      .object(names.map { .init($0, products($0).content) })
    }
    let types = lists(ProductType.allCases.map(\.rawValue)) { type in
      ids.filter { snapshot.products[$0]?.type.rawValue == type }
    }
    let groups = snapshot.groups.map { Content.Member($0.id, $0.levels.flatMap(\.self).content) }
    let entitlements = lists(sorted(Set(snapshot.products.values.flatMap(\.entitlements)))) {
      name in
      ids.filter { snapshot.products[$0]?.entitlements.contains(name) ?? false }
    }
    var answer = PreparedAnswer(
      .members(
        ("productIds", ids), ("types", types), ("groups", Content.object(groups)),
        ("placements", lists(sorted(snapshot.placements.keys), snapshot.productIds(at:))),
        ("entitlements", entitlements)))
    answer.gzip =
      answer.body.count >= ContentCoding.threshold ? Gzip.compress(answer.body, .once) : nil
    return answer
  }
}

extension Snapshot {
  /// The products of every paywall the placement could show: by default, by a rule, or in an
  /// experiment that is neither a draft nor archived.
  fileprivate func productIds(at id: String) -> [String] {
    var seen: Set<String> = []
    return products(at: id).map(\.product).filter { seen.insert($0).inserted }
  }

  /// The offers on those paywalls.
  var offersInService: Set<String> {
    let shown = placements.keys.flatMap { products(at: $0) } + products(of: fallback)
    return Set(shown.flatMap(\.offers))
  }

  private func products(at id: String) -> [PaywallProduct] {
    guard let placement = placements[id] else { return [] }
    var shows = [placement.default] + placement.rules.map(\.show)
    for key in sorted(experiments.keys) {
      guard let experiment = experiments[key], experiment.placements.contains(id),
        experiment.status != .draft, experiment.status != .archived
      else { continue }
      shows += experiment.variants.compactMap { $0.show(at: id) }
    }
    return shows.flatMap { products(of: $0) }
  }

  private func products(of show: Show) -> [PaywallProduct] {
    guard case .paywall(let paywall) = show else { return [] }
    return paywalls[paywall]?.products ?? []
  }
}

/// By UTF-8 bytes, so that the order is the same everywhere.
private func sorted(_ keys: some Sequence<String>) -> [String] {
  keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
