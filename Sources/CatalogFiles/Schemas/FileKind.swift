internal import PaywallCatalog

/// The kinds of files that people write, each with a schema of its own.
enum FileKind: String, CaseIterable {
  case app, products, offers, keys, rates, prices, refunds, webhooks
  case attributes, audiences, placements, layers
  case paywall, experiment, persona

  /// `nil` for files without a schema.
  init?(_ layout: Layout) {
    switch layout {
    case .app: self = .app
    case .products: self = .products
    case .offers: self = .offers
    case .keys: self = .keys
    case .refunds: self = .refunds
    case .webhooks: self = .webhooks
    case .rates: self = .rates
    case .prices: self = .prices
    case .attributes: self = .attributes
    case .audiences: self = .audiences
    case .placements: self = .placements
    case .layers: self = .layers
    case .paywall: self = .paywall
    case .experiment: self = .experiment
    case .persona: self = .persona
    case .storeKit, .certificate, .ignored, .misplaced: return nil
    }
  }

  /// The kinds that a file of this kind declares by its keys.
  private var declares: Set<EntityKind> {
    Layout.fixed.values.first { FileKind($0) == self }?.declares ?? []
  }

  func schema(for folder: Folder) -> Content {
    let (title, root) = described(in: folder)
    return Definitions(folder: folder, declared: declares).document(rawValue, root, title: title)
  }

  private func described(in folder: Folder) -> (title: String, root: JSONSchema) {
    switch self {
    case .app: ("The app", .app)
    case .products: ("Products and subscription groups", .products)
    case .offers: ("Subscription offers", .offers)
    case .keys: ("API keys", .keys)
    case .refunds: ("Answers to requests for refunds", .refunds)
    case .webhooks: ("Webhooks", .webhooks)
    case .rates: ("Exchange rates and commission", .rates)
    case .prices: ("Prices by storefront, for pictures", .prices)
    case .attributes: ("Attributes that the app sends", .attributes(known: folder))
    case .audiences: ("Named audiences", .audiences(in: folder))
    case .placements: ("Placements and their rules", .placements)
    case .layers: ("Layers and the holdout", .layers)
    case .paywall: ("A paywall", .paywall)
    case .experiment: ("An experiment", .experiment(in: folder))
    case .persona: ("A typical visitor", .persona(in: folder))
    }
  }
}
