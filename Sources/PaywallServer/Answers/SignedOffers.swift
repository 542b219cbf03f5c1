import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// Grant results for the offers in one response.
struct SignedOffers: Sendable {
  /// An offer on a product.
  struct Key: Hashable, Sendable {
    var product: String
    /// The key of the offer in the configuration.
    var offer: String
  }

  enum Entry: Sendable {
    /// The object `signature`, and when the grant expires.
    case signed(Content, until: Timestamp)
    case unsigned(UnsignedReason)
  }

  var entries: [Key: Entry] = [:]
  /// A compact JWS that withholds Apple's introductory offer, by product.
  var withheld: [String: String] = [:]
  /// Limits that refused a grant: by product, then by offer key.
  var refusals: [String: [String: LimitRefusal]] = [:]
  /// The ledger was unavailable for grants.
  var isDegraded = false
  /// The reason for an offer that has no entry.
  var unsigned = UnsignedReason.atPurchase

  static let none = SignedOffers()

  /// The limits of this product's offers.
  func limits(on product: String) -> LedgerLimits {
    LedgerLimits(refusals: refusals[product] ?? [:])
  }
}
