import Foundation
import PaywallCatalog

extension PaywallCustomer {
  /// Reads an answer of `/v1/transactions`. `nil` if it does not say what is unlocked and until
  /// when.
  ///
  /// - Parameters:
  ///   - id: the id of the person that the device asked for.
  ///   - now: the server's time.
  init?(_ answer: JSONValue, id: String, at now: Timestamp) {
    guard let unlocked = answer["entitlements"]?.array else { return nil }
    let entitlements = unlocked.compactMap(Entitlement.init)
    guard entitlements.count == unlocked.count else { return nil }
    self.init(
      id: id, environment: answer["environment"]?.string ?? "production",
      entitlements: entitlements,
      subscriptions: (answer["groups"]?.array ?? []).map(Subscription.init),
      purchases: answer["purchases"]?.array?.compactMap(CompletedPurchase.init), asOf: now.date)
  }
}

extension PaywallCustomer.Entitlement {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let product = json["product"]?.string else { return nil }
    let end = json["expires"] ?? .null
    // An end that cannot be read does not mean for ever.
    guard end == .null || end.date != nil else { return nil }
    self.init(id: id, product: product, expires: end.date)
  }
}

extension PaywallCustomer.Subscription {
  fileprivate init(_ json: JSONValue) {
    self.init(
      id: json["id"]?.string ?? "", key: json["key"]?.string,
      state: json["state"]?.string.flatMap { PaywallCustomer.State(rawValue: $0) } ?? .none,
      product: json["product"]?.string, expires: json["expires"]?.date,
      offer: json["offer"]?.string, autoRenews: json["autoRenew"]?.boolean,
      isInTrial: json["inTrial"]?.boolean, isFamilyShared: json["familyShared"]?.boolean,
      billingIssue: json["billingIssue"].flatMap(PaywallCustomer.BillingIssue.init),
      renewal: json["renewal"].flatMap(PaywallCustomer.Renewal.init),
      seats: json["seats"].map(PaywallCustomer.Seats.init),
      commitment: json["commitment"].map(PaywallCustomer.Commitment.init))
  }
}

extension PaywallCustomer.Seats {
  fileprivate init(_ json: JSONValue) {
    self.init(held: json["held"]?.int, renewing: json["renewing"]?.int)
  }
}

extension PaywallCustomer.Commitment {
  fileprivate init(_ json: JSONValue) {
    self.init(
      ends: json["ends"]?.date, renews: json["renews"]?.boolean,
      period: json["period"]?.int, periods: json["periods"]?.int)
  }
}

extension PaywallCustomer.BillingIssue {
  fileprivate init?(_ json: JSONValue) {
    guard let since = json["since"]?.date, let retryUntil = json["retryUntil"]?.date else {
      return nil
    }
    self.init(since: since, graceUntil: json["graceUntil"]?.date, retryUntil: retryUntil)
  }
}

extension PaywallCustomer.Renewal {
  fileprivate init?(_ json: JSONValue) {
    guard let isChange = json["pendingChange"]?.boolean else { return nil }
    self.init(isChange: isChange, product: json["product"]?.string, date: json["date"]?.date)
  }
}
