internal import Catalog
internal import YAMLText

extension Rule {
  /// Apple gives a product's introductory offer to whoever it finds eligible, so variants that
  /// differ in it differ only for who can prove who they are.
  static let introductoryDifferences = Rule { draft, notebook in
    let finished: Set<ExperimentStatus> = [.stopped, .archived]
    for experiment in draft.experiments where !finished.contains(experiment.value.status) {
      for (index, variant) in experiment.variants.enumerated() {
        let difference = experiment.variants.prefix(index).lazy.compactMap { other in
          draft.difference(
            variant.value, other.value, at: experiment.value.placements
          ).map { (other: other.value.name, product: $0) }
        }.first
        guard let difference else { continue }
        notebook.warning(
          .unfairComparison, at: variant.places[.paywall],
          "'\(variant.value.name)' and '\(difference.other)' differ in the introductory offer of "
            + "'\(difference.product)'",
          help:
            "Apple gives it whether the paywall lists it or not: sell two products, one with the "
            + "offer and one without")
      }
    }
  }
}

extension Draft {
  /// A product that two variants show with different introductory offers.
  fileprivate func difference(
    _ left: Variant, _ right: Variant, at placements: [String]
  ) -> String? {
    for placement in placements {
      let left = introductoryOffers(left.show(at: placement))
      let right = introductoryOffers(right.show(at: placement))
      if let product = left.keys.sorted().first(where: { product in
        right[product].map { $0 != left[product] } ?? false
      }) {
        return product
      }
    }
    return nil
  }

  /// The introductory offers that a paywall lists, by product, also where there is none.
  private func introductoryOffers(_ show: Show?) -> [String: Set<String>] {
    guard case .paywall(let id)? = show, let paywall = paywall(id) else { return [:] }
    return Dictionary(
      paywall.products.map { product in
        let offers = product.offers.filter { offersByKey[$0]?.value.kind == .introductory }
        return (product.product, Set(offers))
      }, uniquingKeysWith: { first, _ in first })
  }
}
