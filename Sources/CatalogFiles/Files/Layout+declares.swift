internal import Catalog

extension Layout {
  /// The files without which there is no configuration.
  static let required: [(String, Layout)] = [
    (ConfigurationPath.app, .app), (ConfigurationPath.placements, .placements),
  ]

  /// What a file of this layout declares by keys in it.
  var declares: Set<EntityKind> {
    switch self {
    case .products: [.product, .group]
    case .offers: [.offer]
    case .audiences: [.audience]
    case .placements: [.placement]
    case .layers: [.layer]
    default: []
    }
  }
}
