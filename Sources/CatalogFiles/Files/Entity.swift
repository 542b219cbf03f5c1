internal import Serving

/// A kind of named entity.
enum EntityKind: String, CaseIterable {
  case paywall, experiment, product, group, offer, audience, placement, layer, persona

  /// The file that declares, or would declare, an entity of this kind and name.
  func file(declaring name: String) -> String {
    switch self {
    case .paywall: ConfigurationPath.paywall(name)
    case .experiment: ConfigurationPath.experiment(name)
    case .product, .group: ConfigurationPath.products
    case .offer: ConfigurationPath.offers
    case .audience: ConfigurationPath.audiences
    case .placement: ConfigurationPath.placements
    case .layer: ConfigurationPath.layers
    case .persona: ConfigurationPath.persona(name)
    }
  }

  /// `a paywall`, `an offer`.
  var phrase: String {
    switch self {
    case .experiment, .offer, .audience: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }
}

/// An entity of the configuration, by its name.
struct Entity: Hashable {
  var kind: EntityKind
  var name: String

  init(_ kind: EntityKind, _ name: String) {
    self.kind = kind
    self.name = name
  }
}
