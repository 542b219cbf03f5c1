internal import Serving

extension Layout {
  /// The required files.
  static let required: [(String, Layout)] = [
    (ConfigurationPath.app, .app), (ConfigurationPath.placements, .placements),
  ]

  /// The kinds that a file of this layout declares by its keys.
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
