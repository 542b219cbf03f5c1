extension Layout {
  /// The files without which there is no configuration.
  static let required: [(String, Layout)] = [
    ("Paywalls/store/app.yaml", .app), ("Paywalls/targeting/placements.yaml", .placements),
  ]

  /// What a file of this layout declares by keys in it.
  var declares: Set<Kind> {
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
