package import PaywallCatalog

/// A request of the app's owner to move the renewal dates of all who have one product.
package struct MassExtension: Hashable, Sendable {
  package let key: Key
  /// 1 to 90.
  package let days: Int
  /// ISO 3166-1 alpha-3; `nil` for every country.
  package let storefronts: [String]?
  /// `nil` until it is done.
  package internal(set) var completeDate: Timestamp?
  package internal(set) var succeeded = 0
  package internal(set) var failed = 0

  package struct Key: Hashable, Sendable {
    package let productId: String
    /// The name that the caller gave the request.
    package let requestIdentifier: String

    package init(productId: String, requestIdentifier: String) {
      self.productId = productId
      self.requestIdentifier = requestIdentifier
    }
  }

  package init(_ key: Key, days: Int, storefronts: [String]? = nil) {
    self.key = key
    self.days = days
    self.storefronts = storefronts
  }
}

/// The renewal date of one subscription was moved.
package struct StoreExtension: Hashable, Sendable {
  package let originalTransactionId: String
  package let webOrderLineItemId: String
  /// The new renewal date.
  package let effectiveDate: Timestamp

  /// Names one request, which is not done twice.
  struct Key: Hashable {
    let originalTransactionId: String
    let requestIdentifier: String
  }
}
