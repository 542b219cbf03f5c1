import Catalog

extension Snapshot {
  /// Where a frozen term of an experiment is written; of what a variant sells, the file in which it
  /// came to differ from `base`.
  func place(
    of subject: FrozenTerms.Subject, in experiment: Experiment, since base: Snapshot? = nil
  ) -> KeyPath {
    let file = Place.experiment(experiment.id)
    switch subject {
    case .seed: return KeyPath(file: file, keys: ["seed"])
    case .unit: return KeyPath(file: file, keys: ["unit"])
    case .layer: return KeyPath(file: file, keys: ["layer"])
    case .layerSeed:
      return KeyPath(
        file: Place.layers, keys: ["layers"] + [experiment.layer].compactMap { $0 } + ["seed"])
    case .sliceStart: return KeyPath(file: file, keys: ["slice"])
    case .variants: return KeyPath(file: file, keys: ["variants"])
    case .paywall(let variant, let placement):
      return sale(variant, at: placement, in: experiment, since: base)
    }
  }

  private func sale(
    _ variant: String, at placement: String, in experiment: Experiment, since base: Snapshot?
  ) -> KeyPath {
    let show = experiment.variant(named: variant)?.show(at: placement)
    let here = KeyPath(
      file: Place.experiment(experiment.id), keys: ["variants", variant, "paywall"])
    let old = base?.experiments[experiment.id]?.variant(named: variant)?.show(at: placement)
    guard let base, case .paywall(let id)? = show, show == old else { return here }
    let products = paywalls[id]?.products ?? []
    if products.map(\.sold) != (base.paywalls[id]?.products ?? []).map(\.sold) {
      return KeyPath(file: Place.paywall(id), keys: ["products"])
    }
    let changed = products.flatMap(\.offers).first { offers[$0] != base.offers[$0] }
    return KeyPath(file: Place.offers, keys: ["offers"] + [changed].compactMap { $0 })
  }
}

extension PaywallProduct {
  /// The product and its offers, in order.
  var sold: [String] { [product] + offers }
}
