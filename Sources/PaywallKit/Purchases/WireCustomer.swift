import Foundation
import PaywallCatalog

/// The answer of `/v1/transactions`. What this version does not know is ignored.
struct WireCustomer: Decodable {
  var environment: String?
  var entitlements: [Entitlement]
  var groups: [Group]?

  struct Entitlement: Decodable {
    var id: String
    var product: String
    var expires: String?
  }

  struct Group: Decodable {
    var id: String?
    var key: String?
    var state: String?
    var product: String?
    var expires: String?
    var offer: String?
    var autoRenew: Bool?
    var inTrial: Bool?
    var familyShared: Bool?
    var billingIssue: BillingIssue?
    var renewal: Renewal?
  }

  struct BillingIssue: Decodable {
    var since: String
    var graceUntil: String?
    var retryUntil: String
  }

  struct Renewal: Decodable {
    var pendingChange: Bool
    var product: String?
    var date: String?
  }
}

extension Customer {
  /// - Parameters:
  ///   - id: whom the device asked for.
  ///   - now: the server's time.
  init(_ wire: WireCustomer, id: String, at now: Timestamp) {
    self.init(
      id: id, environment: wire.environment ?? "production",
      entitlements: wire.entitlements.map {
        Entitlement(id: $0.id, product: $0.product, expires: $0.expires?.moment)
      }, subscriptions: (wire.groups ?? []).map(Subscription.init), asOf: now.date)
  }
}

extension Customer.Subscription {
  init(_ wire: WireCustomer.Group) {
    self.init(
      id: wire.id ?? "", key: wire.key,
      state: wire.state.flatMap { Customer.State(rawValue: $0) } ?? .none, product: wire.product,
      expires: wire.expires?.moment, offer: wire.offer, autoRenews: wire.autoRenew,
      isInTrial: wire.inTrial, isFamilyShared: wire.familyShared,
      billingIssue: wire.billingIssue.flatMap { issue in
        guard let since = issue.since.moment, let retryUntil = issue.retryUntil.moment else {
          return nil
        }
        return Customer.BillingIssue(
          since: since, graceUntil: issue.graceUntil?.moment, retryUntil: retryUntil)
      },
      renewal: wire.renewal.map {
        Customer.Renewal(isChange: $0.pendingChange, product: $0.product, date: $0.date?.moment)
      })
  }
}

extension String {
  fileprivate var moment: Date? { Timestamp(rfc3339: self)?.date }
}
