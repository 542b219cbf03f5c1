internal import Catalog
internal import YAMLText

extension ValidationRule {
  /// A holdout of everybody leaves nobody for experiments, one of nobody measures nothing.
  static let holdoutShare = ValidationRule { draft, sink in
    guard let holdout = draft.holdout else { return }
    if holdout.value.share == .all {
      sink.warning(
        .noEffect, at: holdout.places[.share],
        "everybody is held out, so no experiment enrols anybody",
        help: "lower the share; 5% is common")
    } else if holdout.value.share == .none {
      sink.warning(
        .noEffect, at: holdout.places[.share], "nobody is held out",
        help: "raise the share, or remove the holdout")
    }
  }
}
