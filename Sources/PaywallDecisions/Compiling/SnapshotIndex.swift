package import PaywallCatalog
import PaywallTextCoding

/// Everything that decisions look up, resolved. A class, so that a decision copies none of it.
package final class SnapshotIndex: Sendable {
  let snapshot: Snapshot
  package let conditions: Conditions
  let literals: LiteralTable
  package let slots: VisitorSlots
  let languages: AppLanguages
  let fallback: Show
  package let holdout: CompiledHoldout?
  /// The layer by experiment.
  let layers: [String: String]
  package let offers: [String: CompiledOffer]
  /// The introductory offers by product.
  let introductory: [String: [CompiledOffer]]
  /// The key of the subscription group by product.
  let groups: [String: String]
  /// The number of each named audience in `conditions`.
  package let audiences: [String: Int]
  private let placements: [String: CompiledPlacement]

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    var compiler = ConditionCompiler(snapshot)
    slots = VisitorSlots(snapshot)
    languages = AppLanguages(snapshot.app.locales)
    fallback = snapshot.fallback
    holdout = snapshot.holdout.map(CompiledHoldout.init)
    layers = snapshot.experiments.compactMapValues(\.layer)
    let offers = Self.offers(snapshot, &compiler)
    self.offers = offers
    introductory = Self.introductory(offers)
    groups = snapshot.products.compactMapValues(\.group)
    placements = Self.placements(snapshot, &compiler)
    audiences = compiler.numbers
    conditions = Conditions(compiler.program)
    literals = compiler.literals
  }

  /// `nil` if the configuration has no placement of this name, byte for byte.
  package func placement(_ name: String) -> CompiledPlacement? {
    guard let placement = placements[name], placement.id.hasSameUTF8(as: name) else { return nil }
    return placement
  }

  private static func offers(
    _ snapshot: Snapshot, _ compiler: inout ConditionCompiler
  ) -> [String: CompiledOffer] {
    var offers: [String: CompiledOffer] = [:]
    for offer in snapshot.offers.values.sorted(byUTF8: \.key) {
      offers[offer.key] = CompiledOffer(offer, audience: compiler.compile(offer.audience))
    }
    return offers
  }

  private static func introductory(
    _ offers: [String: CompiledOffer]
  ) -> [String: [CompiledOffer]] {
    var byProduct: [String: [CompiledOffer]] = [:]
    let introductory = offers.values.filter { $0.offer.kind == .introductory }
    for offer in introductory.sorted(byUTF8: \.offer.key) {
      for product in offer.offer.products { byProduct[product, default: []].append(offer) }
    }
    return byProduct
  }

  private static func placements(
    _ snapshot: Snapshot, _ compiler: inout ConditionCompiler
  ) -> [String: CompiledPlacement] {
    var atPlacement: [String: [CompiledExperiment]] = [:]
    for experiment in snapshot.experiments.values.sorted(byUTF8: \.id) {
      let audience = compiler.compile(experiment.audience)
      let layer = experiment.layer.map { (name: $0, layer: snapshot.layers[$0]) }
      for placement in Set(experiment.placements) {
        atPlacement[placement, default: []].append(
          CompiledExperiment(experiment, at: placement, audience: audience, layer: layer))
      }
    }
    return snapshot.placements.mapValues { placement in
      CompiledPlacement(
        placement, experiments: atPlacement[placement.id] ?? [],
        rules: placement.rules.map {
          CompiledRule(window: $0.window, audience: compiler.compile($0.audience), show: $0.show)
        })
    }
  }
}

/// The visitors who are in no experiment.
package struct CompiledHoldout: Sendable {
  package let seed: Bucket.Seed
  package let held: Range<Int>

  init(_ holdout: Holdout) {
    seed = Bucket.Seed(holdout.seed)
    held = 0..<holdout.share.value
  }
}

/// An offer with its audience. A class, so that a lookup copies none of it.
package final class CompiledOffer: Sendable {
  package let offer: Offer
  /// `nil` is everyone.
  package let audience: CompiledCondition?

  init(_ offer: Offer, audience: CompiledCondition?) {
    self.offer = offer
    self.audience = audience
  }
}
