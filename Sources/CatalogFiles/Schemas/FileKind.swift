internal import PaywallCatalog

/// The kinds of files that people write, each with a schema of its own.
enum FileKind: String, CaseIterable {
  case app, products, offers, keys, rates, refunds, attributes, audiences, placements, layers
  case paywall, experiment, persona

  /// `nil` for files without a schema.
  init?(_ layout: Layout) {
    switch layout {
    case .app: self = .app
    case .products: self = .products
    case .offers: self = .offers
    case .keys: self = .keys
    case .refunds: self = .refunds
    case .rates: self = .rates
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
    Definitions(folder: folder, declared: declares).document(
      rawValue, root(for: folder), title: title)
  }

  private func root(for folder: Folder) -> JSONSchema {
    switch self {
    case .app: .app
    case .products: .products
    case .offers: .offers
    case .keys: .keys
    case .refunds: .refunds
    case .rates: .rates
    case .attributes: .attributes(known: folder)
    case .audiences: .audiences(in: folder)
    case .placements: .placements
    case .layers: .layers
    case .paywall: .paywall
    case .experiment: .experiment(in: folder)
    case .persona: .persona(in: folder)
    }
  }

  private var title: String {
    switch self {
    case .app: "The app"
    case .products: "Products and subscription groups"
    case .offers: "Subscription offers"
    case .keys: "API keys"
    case .refunds: "Answers to requests for refunds"
    case .rates: "Exchange rates and commission"
    case .attributes: "Attributes that the app sends"
    case .audiences: "Named audiences"
    case .placements: "Placements and their rules"
    case .layers: "Layers and the holdout"
    case .paywall: "A paywall"
    case .experiment: "An experiment"
    case .persona: "A typical visitor"
    }
  }
}
