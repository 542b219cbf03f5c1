import Catalog
import Decisions
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
    /// The attempts of paywall answers are used up; those of the tap are counted apart.
    case atPurchase
    /// The form is signed for a server only.
    case needsServerKey
    /// This server has no key that could sign the form.
    case notConfigured
  }

  var entries: [Key: Entry] = [:]
  /// What withholds Apple's introductory offer, a compact JWS by product.
  var withheld: [String: String] = [:]
  /// Limits that were met when a place was to be taken: by product, then by key of the offer.
  var refusals: [String: [String: LimitRefusal]] = [:]
  /// The ledger could not be asked for places.
  var isDegraded = false
  /// What becomes of an offer that is not among the entries.
  var unsigned = Unsigned.atPurchase

  /// Why an eligible offer has no signature; the raw values are the words on the wire.
  enum Unsigned: String, CaseIterable {
    case atPurchase, signingNotConfigured
  }

  static let none = SignedOffers()

  /// What a grant said of this product's offers.
  func limits(on product: String) -> LedgerLimits {
    LedgerLimits(refusals: refusals[product] ?? [:])
  }
}
