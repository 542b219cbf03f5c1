internal import PaywallCatalog

extension JSONSchema {
  /// `targeting/layers.yaml`.
  static var layers: JSONSchema {
    .object(LayersFileKey.self) { key in
      switch key {
      case .holdout: holdout.described("Visitors who are in no experiment at all.")
      case .layers:
        .map(named: .name, to: layer)
          .described("Experiments in one layer never share a visitor.")
      }
    }
  }

  private static var holdout: JSONSchema {
    .object(HoldoutKey.self, required: [.share, .seed]) { key in
      switch key {
      case .share: .ref("share").described("The share of visitors, like 5%.")
      case .unit:
        anything.with("enum", .texts([Unit.visitor.rawValue]))
          .byDefault(.text(Unit.visitor.rawValue)).described("What is drawn: always visitors.")
      case .seed: seed
      }
    }
  }

  private static var layer: JSONSchema {
    .object(LayerKey.self, required: [.seed]) { key in
      switch key {
      case .unit: unit
      case .seed: seed
      }
    }
  }

  static let unit = JSONSchema.choice(Unit.self).byDefault(.text(Unit.visitor.rawValue))
    .described("What is drawn: a visitor, a signed-in user, or an installation.")

  static let seed = JSONSchema.ref("name")
    .described("Written by the commands; changing it re-assigns all visitors.")
}
