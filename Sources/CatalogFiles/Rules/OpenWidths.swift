internal import PaywallCatalog

extension ValidationRule {
  /// Every variant can be assigned: its share times the traffic is at least one bucket of 10,000.
  static let openWidths = ValidationRule { draft, sink in
    for experiment in draft.experiments {
      let traffic = experiment.value.traffic.least
      for variant in experiment.variants
      where variant.value.share.value * traffic.value / BasisPoints.all.value == 0 {
        sink.error(
          .shares, at: variant.places[.share],
          "no visitor can get '\(variant.value.name)': \(variant.value.share) of \(traffic) traffic "
            + "is less than 0.01%",
          help: variant.value.share == .none
            ? "give it a share, or remove the variant" : "raise 'traffic' or the share")
      }
    }
  }
}
