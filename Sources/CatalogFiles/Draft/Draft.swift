internal import PaywallCatalog
internal import YAMLText

/// The declarations of all files, including those with mistakes, as the rules read them.
struct Draft {
  var app: Declared<App, AppKey>?
  var contentTypes: [DeclaredContentType] = []
  var groups: [DeclaredGroup] = []
  var products: [DeclaredProduct] = []
  var offers: [DeclaredOffer] = []
  var keys: [DeclaredKey] = []
  var refunds: RefundsFile?
  var rates: StoreRates?
  var prices: PricesFile?
  var webhooks: [WebhookEndpoint] = []
  var exports: [ExportSchedule] = []
  var approvals = ApprovalsFile()
  var schema = AttributeSchema(declared: [], groups: [])
  var audiences: [DeclaredAudience] = []
  var placements: [DeclaredPlacement] = []
  var fallback: Show?
  var layers: [DeclaredLayer] = []
  var holdout: DeclaredHoldout?
  /// Sorted by id.
  var paywalls: [DeclaredPaywall] = []
  /// Sorted by id.
  var experiments: [DeclaredExperiment] = []
  /// Sorted by id.
  var personas: [DeclaredPersona] = []
  /// Sorted by id.
  var retention: [DeclaredRetention] = []
  /// Files in `store/` that end in `.cer`, by name.
  var certificates: [String: [UInt8]] = [:]
  /// Xcode's StoreKit configurations, by path; without those that cannot be read.
  var storeKitFiles: [StoreKitFile] = []
  /// Mistakes in them.
  var storeKitMistakes: [Diagnostic] = []

  /// All declared names, including those of declarations with mistakes.
  var names: [EntityKind: Set<String>] = [:]
  /// Kinds of which some names may be unknown, because a file could not be read.
  var unread: Set<EntityKind> = []
  /// All uses of names, in the order of decoding.
  var uses: [Use] = []
  /// Whether every file could be read; otherwise nothing is reported as unused.
  var isWhole = true

  // Used by many rules, so computed once.
  private(set) var offersByKey: [String: DeclaredOffer] = [:]
  private(set) var productsById: [String: DeclaredProduct] = [:]
  private(set) var conditions: [String: Condition] = [:]
  private(set) var layersByName: [String: DeclaredLayer] = [:]
  private(set) var paywallsById: [String: DeclaredPaywall] = [:]
  /// The products of paywalls that list them; others inherit them from the paywall they extend.
  private var productsOfPaywall: [String: [PaywallProduct]] = [:]

  /// Prepares lookups for the rules, once everything is decoded.
  mutating func index() {
    offersByKey = keyed(offers, by: \.value.key)
    productsById = keyed(products, by: \.value.id)
    conditions = keyed(audiences, by: \.value.name).mapValues(\.value.condition)
    layersByName = keyed(layers, by: \.value.name)
    paywallsById = keyed(paywalls, by: \.id)
    productsOfPaywall = paywallsById.compactMapValues { $0.products?.map(\.value) }
  }

  var unfinishedExperiments: [DeclaredExperiment] {
    experiments.filter { ![.stopped, .archived].contains($0.value.status) }
  }

  func knows(_ kind: EntityKind, _ name: String) -> Bool { names[kind]?.contains(name) ?? false }
}

extension Draft {
  /// The paywall with inherited values; `nil` if a product list is missing.
  func paywall(_ id: String) -> Paywall? {
    guard let own = paywallsById[id] else { return nil }
    let base = own.extends.flatMap { paywallsById[$0.value] }
    guard let products = productsOfPaywall[id] ?? base.flatMap({ productsOfPaywall[$0.id] }) else {
      return nil
    }
    return Paywall(
      id: id, title: own.title ?? base?.title, products: products,
      selected: (own.selected ?? base?.selected)?.value, content: own.content ?? base?.content ?? []
    )
  }

  /// Returns everything as one value; `nil` if a required part is missing. Valid only if no rule
  /// found an error.
  func snapshot(release: String) -> Snapshot? {
    guard var app = app?.value, let fallback else { return nil }
    app.xcodeCertificateBytes = app.xcodeCertificate.flatMap { certificates[$0] }
    var snapshot = Snapshot(
      app: app, groups: groups.map(\.value),
      products: productsById.mapValues(\.value), offers: offersByKey.mapValues(\.value),
      keys: keys.map(\.value), rates: rates, schema: schema,
      audiences: keyed(audiences.map(\.value), by: \.name),
      placements: keyed(placements.map(\.value), by: \.id), fallback: fallback,
      layers: layersByName.mapValues(\.value), holdout: holdout?.value,
      paywalls: keyed(paywalls.compactMap { paywall($0.id) }, by: \.id),
      experiments: keyed(experiments.map { experiment($0) }, by: \.id),
      personas: keyed(personas.map(\.value), by: \.id), release: release)
    snapshot.refunds = refunds?.policy
    snapshot.webhooks = webhooks
    snapshot.exports = exports
    snapshot.retention = keyed(identifiedRetention, by: \.id)
    snapshot.retentionStates = approvals.states
    return snapshot
  }

  /// The messages with their identifiers at Apple; empty without an app.
  var identifiedRetention: [RetentionMessage] {
    guard let bundleId = app?.value.bundleId else { return [] }
    return retention.map { $0.value.identified(by: approvals.files, of: bundleId) }
  }

  /// An experiment in a layer has the layer's unit.
  private func experiment(_ declared: DeclaredExperiment) -> Experiment {
    var experiment = declared.value
    if let layer = experiment.layer.flatMap({ layersByName[$0] }) {
      experiment.unit = layer.value.unit
    }
    return experiment
  }
}

private func keyed<Value>(_ values: [Value], by name: (Value) -> String) -> [String: Value] {
  Dictionary(values.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
}
