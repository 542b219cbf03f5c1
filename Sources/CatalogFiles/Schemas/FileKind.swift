internal import PaywallCatalog

/// The kinds of files that people write, each with a schema of its own.
enum FileKind: String, CaseIterable {
  case app, products, offers, keys, rates, prices, refunds, webhooks, exports, approvals
  case attributes, audiences, placements, layers
  case paywall, experiment, persona, retention

  /// `nil` for files without a schema.
  init?(_ layout: Layout) {
    switch layout {
    case .app: self = .app
    case .products: self = .products
    case .offers: self = .offers
    case .keys: self = .keys
    case .refunds: self = .refunds
    case .webhooks: self = .webhooks
    case .exports: self = .exports
    case .approvals: self = .approvals
    case .rates: self = .rates
    case .prices: self = .prices
    case .attributes: self = .attributes
    case .audiences: self = .audiences
    case .placements: self = .placements
    case .layers: self = .layers
    case .paywall: self = .paywall
    case .experiment: self = .experiment
    case .persona: self = .persona
    case .retention: self = .retention
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
    case .app: ("The app", AppFile.schema(in: folder))
    case .products:
      ("Products and subscription groups", .object(in: folder, ProductsFile.init))
    case .offers: ("Subscription offers", .object(in: folder, DeclaredOffer.all))
    case .keys: ("API keys", .object(in: folder, DeclaredKey.all))
    case .refunds: ("Answers to requests for refunds", .object(in: folder, RefundsFile.init))
    case .webhooks: ("Webhooks", .object(in: folder, WebhookEndpoint.all))
    case .exports: ("Exports to a data warehouse", .object(in: folder, ExportSchedule.all))
    case .approvals:
      ("Apple's states of retention messages", .object(in: folder, ApprovalsFile.init))
    case .rates: ("Exchange rates and commission", .object(in: folder, StoreRates.init))
    case .prices: ("Prices by storefront, for pictures", .object(in: folder, PricesFile.init))
    case .attributes: ("Attributes that the app sends", .object(in: folder, Attribute.all))
    case .audiences: ("Named audiences", .object(in: folder, DeclaredAudience.all))
    case .placements: ("Placements and their rules", .object(in: folder, PlacementsFile.init))
    case .layers: ("Layers and the holdout", .object(in: folder, LayersFile.init))
    case .paywall: ("A paywall", DeclaredPaywall.schema(in: folder))
    case .experiment: ("An experiment", DeclaredExperiment.schema(in: folder))
    case .persona: ("A typical visitor", .object(in: folder) { DeclaredPersona(id: "", $0) })
    case .retention:
      ("A message before cancelling", DeclaredRetention.schema(in: folder))
    }
  }
}
