import PaywallTextCoding

/// A later renewal date of one subscription. It cannot be undone, and Apple informs the customer.
package struct RenewalExtension: Hashable, Sendable {
  /// 1…90.
  package var days: Int
  package var reason: Reason
  /// Apple makes one extension for each; at most 128 characters.
  package var requestIdentifier: String

  package init(days: Int, reason: Reason, requestIdentifier: String) {
    self.days = days
    self.reason = reason
    self.requestIdentifier = requestIdentifier
  }

  package enum Reason: Int, CaseIterable, Sendable {
    case undeclared, customerSatisfaction, other, serviceIssue
  }

  func add(to body: inout JSONMembers) {
    body.number("extendByDays", days)
    body.number("extendReasonCode", reason.rawValue)
    body.text("requestIdentifier", requestIdentifier)
  }

  var json: [UInt8] { JSONMembers(add(to:)).bytes }

  /// Why Apple would refuse it; `nil` if it would not.
  var mistake: String? {
    guard (1...90).contains(days) else { return "an extension is of 1 to 90 days, not \(days)" }
    guard (1...128).contains(requestIdentifier.utf8.count) else {
      return "a request identifier has 1 to 128 characters"
    }
    return nil
  }
}

/// A later renewal date of every active subscription to a product.
package struct MassRenewalExtension: Hashable, Sendable {
  package var productId: String
  package var each: RenewalExtension
  /// ISO 3166-1 alpha-3; empty for all.
  package var storefronts: [String]

  package init(productId: String, each: RenewalExtension, storefronts: [String] = []) {
    self.productId = productId
    self.each = each
    self.storefronts = storefronts
  }

  var json: [UInt8] {
    JSONMembers {
      each.add(to: &$0)
      $0.texts("storefrontCountryCodes", storefronts.isEmpty ? nil : storefronts)
      $0.text("productId", productId)
    }.bytes
  }
}
