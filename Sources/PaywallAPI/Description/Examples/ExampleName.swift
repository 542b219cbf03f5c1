package import PaywallCatalog
import PaywallTextCoding

/// A name in examples: a part of the configuration, or a value of the caller.
package enum ExampleName: String, CaseIterable, Sendable {
  case key = "PAYWALL_KEY"
  /// Scheme, host and port, where a request does not name them.
  case address = "PAYWALL_URL"
  case placement = "PLACEMENT"
  case product = "PRODUCT"
  case offer = "OFFER"
  case experiment = "EXPERIMENT"
  case experimentPlacement = "EXPERIMENT_PLACEMENT"
  case variant = "VARIANT"
  case release = "RELEASE"
  case customer = "CUSTOMER"
  case transaction = "TRANSACTION"
  case notification = "NOTIFICATION"

  /// The value to set the variable to. Backticks enclose code.
  package var meaning: String {
    switch self {
    case .key: "your API key"
    case .address: "the address of this server, as in `https://paywall.example.com`"
    case .placement: "the id of a placement"
    case .product: "the id of a product of the placement's paywall"
    case .offer: "the id of a promotional offer on the product"
    case .experiment: "the id of an experiment that runs"
    case .experimentPlacement: "a placement of the experiment"
    case .variant: "the name of a variant of the experiment"
    case .release: "the `release` that `GET /v1/bundle` answers"
    case .customer: "the `originalTransactionId` of a customer"
    case .transaction:
      "what StoreKit signed for a purchase: `jwsRepresentation` of a verified `Transaction`"
    case .notification: "the `signedPayload` that the App Store posted"
    }
  }
}

/// The names that one reader's examples are filled with. A name that is absent stays a variable of
/// the shell.
package struct ExampleNames: Hashable, Sendable {
  package private(set) var values: [ExampleName: String] = [:]

  /// No names: for readers without a key.
  package init() {}

  /// The names of a release that the role can learn from answers anyway. A client key, which apps
  /// ship, gets no experiment: only enrolled visitors are told of one.
  package init(_ snapshot: Snapshot, for role: APIKey.Role) {
    values[.release] = snapshot.release
    let placements = snapshot.placements.values.sorted(byUTF8: \.id)
    for placement in placements {
      guard let (product, offer) = snapshot.promotion(at: placement) else { continue }
      values[.placement] = placement.id
      values[.product] = product
      values[.offer] = offer
      break
    }
    let shown = placements.first { $0.default != .nothing } ?? placements.first
    if values[.placement] == nil { values[.placement] = shown?.id }
    if role != .client { takeExperiment(of: snapshot) }
  }

  /// The first experiment that runs.
  package mutating func takeExperiment(of snapshot: Snapshot) {
    let running = snapshot.experiments.values.filter { $0.status == .running }
    guard let experiment = running.sorted(byUTF8: \.id).first,
      let placement = experiment.placements.first, let variant = experiment.variants.first
    else { return }
    values[.experiment] = experiment.id
    values[.experimentPlacement] = placement
    values[.variant] = variant.name
  }
}

extension Snapshot {
  /// A product with a promotional offer, on the paywall that a placement shows by
  /// default.
  fileprivate func promotion(at placement: Placement) -> (product: String, offer: String)? {
    guard case .paywall(let id) = placement.default, let paywall = paywalls[id] else { return nil }
    for product in paywall.products {
      let offers = product.offers.compactMap { self.offers[$0] }
      if let offer = offers.first(where: { $0.kind == .promotional }) {
        return (product.product, offer.id)
      }
    }
    return nil
  }
}
