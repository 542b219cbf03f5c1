import Catalog
public import Foundation

/// What a customer has, as the server knows it.
public struct CustomerStatus: Hashable, Sendable {
  /// What is unlocked, and by which product.
  public let entitlements: [Entitlement]

  /// Something that a purchase unlocks.
  public struct Entitlement: Hashable, Sendable {
    /// As the configuration calls it.
    public let id: String
    /// What was bought.
    public let product: String
    /// `nil` is for ever.
    public let expires: Date?
  }
}

/// The part of the answer of `/v1/transactions` that an app acts upon.
struct WireCustomer: Decodable {
  var entitlements: [Entitlement]

  struct Entitlement: Decodable {
    var id: String
    var product: String
    var expires: String?
  }
}

extension CustomerStatus {
  init(_ wire: WireCustomer) {
    entitlements = wire.entitlements.map { entitlement in
      Entitlement(
        id: entitlement.id, product: entitlement.product,
        expires: entitlement.expires.flatMap { Timestamp(rfc3339: $0)?.date })
    }
  }
}
