package import PaywallCatalog

extension PublishedSnapshot {
  package init(_ whole: Snapshot) {
    let whole = whole.withoutRetention
    let publishing = Publishing(whole)
    let experiments = whole.experiments.values.filter(publishing.isPublished)
    let placements = whole.placements.mapValues { placement in
      Placement(
        id: placement.id, rules: publishing.rules(of: placement), default: placement.default)
    }
    var partial = Set(
      whole.placements.values.filter { placements[$0.id]?.rules.count != $0.rules.count }.map(\.id))
    for experiment in whole.experiments.values
    where experiment.isLive && !publishing.isPublished(experiment) {
      partial.formUnion(experiment.placements)
    }
    let paywalls = publishing.paywalls(shownBy: placements.values, experiments)
    let sold = Set(paywalls.values.flatMap { $0.products.map(\.product) })
    let offers = publishing.offers(
      on: sold, listed: Set(paywalls.values.flatMap { $0.products.flatMap(\.offers) }))
    let audiences = publishing.audiences(
      of: experiments.map(\.audience) + placements.values.flatMap { $0.rules.map(\.audience) }
        + offers.values.map(\.audience))
    let groups = publishing.groups(of: sold)
    let layers = Set(experiments.compactMap(\.layer))
    let published = Snapshot(
      app: App(
        bundleId: whole.app.bundleId, environments: whole.app.environments,
        locales: whole.app.locales),
      groups: groups, products: publishing.products(sold), offers: offers,
      schema: publishing.schema(
        of: audiences.values.map(\.condition) + experiments.compactMap(\.audience)
          + placements.values.flatMap { $0.rules.map(\.audience) }
          + offers.values.compactMap(\.audience),
        groups: whole.groups.map(\.key)),
      audiences: audiences, placements: placements, fallback: whole.fallback,
      layers: whole.layers.filter { layers.contains($0.key) },
      holdout: experiments.isEmpty ? nil : whole.holdout, paywalls: paywalls,
      experiments: Dictionary(
        experiments.map { ($0.id, $0.withoutNotes) }, uniquingKeysWith: { first, _ in first }),
      release: whole.release)
    self.init(snapshot: published, partialPlacements: partial)
  }
}

extension Snapshot {
  /// Without the placement that Apple alone asks for, and what is decided there.
  fileprivate var withoutRetention: Snapshot {
    var rest = self
    rest.placements[RetentionMessage.placement] = nil
    rest.experiments = experiments.filter {
      !$0.value.placements.contains(RetentionMessage.placement)
    }
    return rest
  }
}

extension Experiment {
  /// It decides, has decided, or will decide what visitors see.
  fileprivate var isLive: Bool { status != .draft && status != .archived }

  /// Without the notes for people.
  fileprivate var withoutNotes: Experiment {
    var experiment = self
    experiment.title = nil
    experiment.hypothesis = nil
    experiment.owner = nil
    experiment.metrics = Metrics()
    return experiment
  }
}

/// Determines the public parts of a snapshot, and collects what they need.
private struct Publishing {
  let whole: Snapshot

  init(_ whole: Snapshot) { self.whole = whole }

  /// Drafts and archived experiments decide nothing, and may contain unannounced prices.
  func isPublished(_ experiment: Experiment) -> Bool {
    experiment.visibility == .public && experiment.isLive
      && (experiment.audience?.names.allSatisfy(whole.isPublic) ?? true)
  }

  func rules(of placement: Placement) -> [Placement.Rule] {
    placement.rules.filter { whole.secrecy(of: $0) == nil }.map { rule in
      var rule = rule
      rule.visibility = nil
      return rule
    }
  }

  func paywalls(
    shownBy placements: some Collection<Placement>, _ experiments: [Experiment]
  ) -> [String: Paywall] {
    var shows = [whole.fallback]
    for placement in placements {
      shows.append(placement.default)
      shows += placement.rules.map(\.show)
    }
    for experiment in experiments {
      for variant in experiment.variants {
        shows += experiment.placements.compactMap(variant.show)
      }
    }
    var paywalls: [String: Paywall] = [:]
    for case .paywall(let id) in shows {
      guard var paywall = whole.paywalls[id] else { continue }
      paywall.title = nil
      paywalls[id] = paywall
    }
    return paywalls
  }

  func products(_ ids: Set<String>) -> [String: Product] {
    whole.products.filter { ids.contains($0.key) }.mapValues { product in
      var product = product
      product.entitlements = []
      product.currencies = [:]
      return product
    }
  }

  func groups(of products: Set<String>) -> [SubscriptionGroup] {
    whole.groups.compactMap { group in
      var group = group
      group.levels = group.levels.map { $0.filter(products.contains) }.filter { !$0.isEmpty }
      return group.levels.isEmpty ? nil : group
    }
  }

  /// The offers of these products that a paywall lists, and the introductory ones, which Apple
  /// applies by itself; without the parts that only a server can check: limits, and Apple's terms
  /// for win-back offers. A private audience becomes an undecidable one, and the means to redeem
  /// the offer are left out.
  func offers(on products: Set<String>, listed: Set<String>) -> [String: Offer] {
    whole.offers.compactMapValues { offer in
      guard offer.kind == .introductory || listed.contains(offer.key) else { return nil }
      var offer = offer
      offer.products = offer.products.filter(products.contains)
      guard !offer.products.isEmpty else { return nil }
      offer.limit = nil
      offer.winBack = offer.winBack.map { WinBackTerms(appStoreId: $0.appStoreId) }
      if let audience = offer.audience, !whole.isPublic(audience) {
        offer.audience = .undecidable
        // Anyone with the link or the id could redeem an offer for others.
        offer.code?.url = nil
        offer.winBack?.appStoreId = nil
      }
      return offer
    }
  }

  /// The named audiences that these conditions need, directly or through others.
  func audiences(of conditions: [Condition?]) -> [String: Audience] {
    var needed: [String: Audience] = [:]
    var open = conditions.compactMap(\.self).flatMap(\.names)
    while let name = open.popLast() {
      guard needed[name] == nil, let audience = whole.audiences[name] else { continue }
      needed[name] = audience
      open += audience.condition.names
    }
    return needed
  }

  /// The built-in attributes, and of the declared ones those that are tested.
  func schema(of conditions: [Condition], groups: [String]) -> AttributeSchema {
    let tested = Set(conditions.flatMap(attributes))
    return AttributeSchema(
      declared: whole.schema.attributes.filter {
        $0.origin == .declared && tested.contains($0.name)
      },
      groups: groups.filter { group in
        tested.contains { $0.utf8.starts(with: "subscription.\(group).".utf8) }
      })
  }

  private func attributes(in condition: Condition) -> [String] {
    switch condition {
    case .audience: []
    case .test(let test): [test.attribute]
    case .all(let parts), .any(let parts): parts.flatMap(attributes)
    case .not(let part): attributes(in: part)
    }
  }
}

extension Condition {
  /// Known only with a verified history, which no device has.
  package static let undecidable = Condition.test(
    AttributeTest("subscription.ever", [.equals(.boolean(true))]))
}
