internal import PaywallCatalog

extension JSONSchema {
  /// `targeting/placements.yaml`.
  static var placements: JSONSchema {
    .object(PlacementsFileKey.self, required: [.placements, .fallback]) { key in
      switch key {
      case .placements:
        .map(named: .name, to: placement)
          .described("The places in the app that ask for a paywall.")
      case .fallback:
        .ref("show").described("What an unknown placement shows.")
      }
    }
  }

  private static var placement: JSONSchema {
    .object(PlacementKey.self, required: [.default]) { key in
      switch key {
      case .rules:
        .list(of: rule).described("The first rule that matches wins; experiments come before.")
      case .default: .ref("show").described("What all other visitors see.")
      }
    }
  }

  private static var rule: JSONSchema {
    .object(RuleKey.self, required: [.audience, .show]) { key in
      switch key {
      case .audience:
        .ref("condition").described("Whom the rule is for: an audience, or a condition.")
      case .show: .ref("show").described("The paywall that they see, or nothing.")
      case .from: start
      case .until: end
      case .visibility:
        .choice(Visibility.self).described(
          "Whether it is published; by default if its audience is public and it has no 'from'."
        )
      }
    }
  }
}
