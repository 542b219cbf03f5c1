import PaywallCatalog
import Serving

extension Snapshot {
  /// The places of the frozen terms of an experiment; for the products of a variant, the file in
  /// which they differ from `base`.
  func places(
    in experiment: Experiment, since base: Snapshot? = nil
  ) -> (FrozenTerms.Subject) -> KeyPath {
    let variants = experiment.variantsByName
    let old = base?.experiments[experiment.id]?.variantsByName ?? [:]
    return { subject in
      guard case .paywall(let variant, let placement) = subject else {
        return place(of: subject, in: experiment)
      }
      let here = KeyPath(
        file: ConfigurationPath.experiment(experiment.id), keys: ["variants", variant, "paywall"])
      let show = variants[variant]?.show(at: placement)
      guard let base, case .paywall(let id)? = show, show == old[variant]?.show(at: placement)
      else { return here }
      return sale(on: id, since: base)
    }
  }

  private func place(of subject: FrozenTerms.Subject, in experiment: Experiment) -> KeyPath {
    let file = ConfigurationPath.experiment(experiment.id)
    switch subject {
    case .seed: return KeyPath(file: file, keys: ["seed"])
    case .unit: return KeyPath(file: file, keys: ["unit"])
    case .layer: return KeyPath(file: file, keys: ["layer"])
    case .layerSeed:
      return KeyPath(
        file: ConfigurationPath.layers,
        keys: ["layers"] + [experiment.layer].compactMap { $0 } + ["seed"])
    case .sliceStart: return KeyPath(file: file, keys: ["slice"])
    case .variants, .paywall: return KeyPath(file: file, keys: ["variants"])
    }
  }

  private func sale(on id: String, since base: Snapshot) -> KeyPath {
    let products = shown(id)?.products ?? []
    if products.map(\.sold) != (base.shown(id)?.products ?? []).map(\.sold) {
      return paywalls[id] == nil
        ? KeyPath(file: ConfigurationPath.retention(id), keys: [])
        : KeyPath(file: ConfigurationPath.paywall(id), keys: ["products"])
    }
    let changed = products.flatMap(\.offers).first { offers[$0] != base.offers[$0] }
    return KeyPath(file: ConfigurationPath.offers, keys: ["offers"] + [changed].compactMap { $0 })
  }
}

extension PaywallProduct {
  /// The product, with the plan on which it is sold, and its offers, in order.
  var sold: [String] { [sale] + offers }
}
