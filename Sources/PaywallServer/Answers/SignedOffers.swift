import Catalog
import Decisions
import PaywallAPI
import Subscribers

/// What granting made of the offers in one answer.
struct SignedOffers: Sendable {
  /// An offer on a product.
  struct Key: Hashable, Sendable {
    var product: String
    /// The key of the offer in the configuration.
    var offer: String
  }

  enum Entry: Sendable {
    /// Members of the object `signature`, and until when the grant holds its place.
    case signed([UInt8], until: Timestamp)
    case unsigned(UnsignedReason)
  }

  var entries: [Key: Entry] = [:]
  /// What withholds Apple's introductory offer, a compact JWS by product.
  var withheld: [String: String] = [:]
  /// Limits that were met when a place was to be taken: by product, then by key of the offer.
  var refusals: [String: [String: LimitRefusal]] = [:]
  /// The ledger could not be asked for places.
  var isDegraded = false
  /// What becomes of an offer that is not among the entries.
  var unsigned = UnsignedReason.atPurchase

  static let none = SignedOffers()

  /// What a grant said of this product's offers.
  func limits(on product: String) -> LedgerLimits {
    LedgerLimits(refusals: refusals[product] ?? [:])
  }
}
