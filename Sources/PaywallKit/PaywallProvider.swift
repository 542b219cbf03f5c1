/// The part of ``Paywalls`` that screens need: an app that takes this can be given a double of its
/// own, in a test or a preview.
///
/// ```swift
/// struct OnePaywall: PaywallProvider {
///   func placement(_ id: String, attributes: [String: AttributeValue], within budget: Duration?) -> PlacementDecision {
///     PlacementDecision(id, paywall: Paywall("winter", products: [.init("pro_yearly")]))
///   }
/// }
/// ```
public protocol PaywallProvider: Sendable {
  /// Returns what to show at a placement, as ``Paywalls/placement(_:attributes:within:)``.
  func placement(
    _ id: String, attributes: [String: AttributeValue], within budget: Duration?
  ) async -> PlacementDecision

  /// Newer answers, as ``Paywalls/updates(of:)``.
  func updates(of placement: String) async -> AsyncStream<PlacementDecision>

  /// Reports that the app has rendered an answer, as ``Paywalls/reportExposure(of:showing:)``.
  func reportExposure(of placement: PlacementDecision, showing product: DisplayedProduct?) async

  /// The name of ``reportExposure(of:showing:)`` in earlier versions.
  @available(*, deprecated, renamed: "reportExposure(of:)")
  func exposed(_ placement: PlacementDecision) async

  /// The name of ``reportExposure(of:showing:)`` in earlier versions.
  @available(*, deprecated, renamed: "reportExposure(of:showing:)")
  func exposed(_ placement: PlacementDecision, showing product: DisplayedProduct) async

  /// The paywall's products as the store sells them, as ``Paywalls/products(of:within:)``.
  func products(of placement: PlacementDecision, within budget: Duration?) async -> ProductsOutcome

  /// Buys a product, as ``Paywalls/buy(_:on:offer:ifOfferFails:within:)``.
  func buy(
    _ product: String, on placement: PlacementDecision, offer: OfferPreference,
    ifOfferFails fallback: OfferFallback, within budget: Duration?
  ) async -> PurchaseOutcome

  /// Returns the offer that a purchase would take, as ``Paywalls/offer(for:on:)``.
  func offer(for product: String, on placement: PlacementDecision) async -> Paywall.Offer?

  /// Restores what was bought elsewhere, as ``Paywalls/restore(within:)``.
  func restore(within budget: Duration?) async -> RestoreOutcome

  /// Reports what the app has bought by itself, as ``Paywalls/report(_:)``.
  func report(_ evidence: PurchaseEvidence) async -> ReportOutcome

  /// Asks the server what the customer has, as ``Paywalls/refreshCustomer(within:)``.
  @discardableResult
  func refreshCustomer(within budget: Duration?) async -> PaywallCustomer?

  /// True if something is unlocked, as ``Paywalls/isEntitled(_:)``.
  func isEntitled(_ id: String) -> Bool

  /// The customer with everything that is unlocked, as ``Paywalls/customer``.
  var customer: PaywallCustomer? { get }

  /// The customer now, and after each change, as ``Paywalls/customers``.
  var customers: AsyncStream<PaywallCustomer> { get }
}

extension PaywallProvider {
  /// Returns what to show at a placement.
  public func placement(_ id: String) async -> PlacementDecision {
    await placement(id, attributes: [:], within: nil)
  }

  /// No newer answers.
  public func updates(of placement: String) async -> AsyncStream<PlacementDecision> {
    AsyncStream { $0.finish() }
  }

  /// Reports that the app has rendered an answer.
  public func reportExposure(of placement: PlacementDecision) async {
    await reportExposure(of: placement, showing: nil)
  }
}

extension Paywalls: PaywallProvider {}
