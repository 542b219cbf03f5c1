internal import PaywallCatalog

extension ValidationRule {
  /// A holdout of 100% leaves no visitors for experiments, and one of 0% measures nothing.
  static let holdoutShare = ValidationRule { draft, sink in
    guard let holdout = draft.holdout else { return }
    if holdout.value.share == .all {
      sink.warning(
        .noEffect, at: holdout.places[.share],
        "all visitors are held out, so no experiment enrols any",
        help: "lower the share; 5% is common")
    } else if holdout.value.share == .none {
      sink.warning(
        .noEffect, at: holdout.places[.share], "no visitor is held out",
        help: "raise the share, or remove the holdout")
    }
  }
}
