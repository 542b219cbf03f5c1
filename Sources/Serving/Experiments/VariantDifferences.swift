package import PaywallCatalog

/// In what the variants of an experiment differ that some metrics do not count.
package struct VariantDifferences: Hashable, Sendable {
  /// A free trial of one variant that another has not.
  package var isOfTrials: Bool
  /// True if the variants differ in products or billing plans, and so in the price.
  package var isOfProducts: Bool

  /// - Parameter offers: the configuration's, of which Apple gives introductory ones unasked.
  package init(
    _ experiment: Experiment, offers: [Offer], paywall: (String) -> Paywall?
  ) {
    let sold = experiment.variants.map { variant in
      experiment.placements.flatMap { placement -> [PaywallProduct] in
        guard case .paywall(let id)? = variant.show(at: placement) else { return [] }
        return paywall(id)?.products ?? []
      }
    }.filter { !$0.isEmpty }
    isOfProducts = Set(sold.map { Set($0.map(\.sale)) }).count > 1
    let trials = offers.filter { $0.payment == .freeTrial }
    isOfTrials =
      Set(
        sold.map { entries in
          entries.contains { entry in
            trials.contains { entry.hasUnasked($0) || entry.offers.contains($0.key) }
          }
        }
      ).count > 1
  }

  package init(_ experiment: Experiment, in snapshot: Snapshot) {
    self.init(experiment, offers: Array(snapshot.offers.values)) { snapshot.shown($0) }
  }

  /// The metrics that count a difference which a goal leaves out: a start is not paid for, and who pays
  /// may pay less.
  package func uncounted(by goal: MetricName) -> [MetricName] {
    var missing: [MetricName] = []
    if isOfTrials, goal == .startRate { missing.append(.paidRate) }
    if isOfProducts, goal == .startRate || goal == .paidRate { missing.append(.proceedsPerVisitor) }
    return missing
  }
}
