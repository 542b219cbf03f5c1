#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Catalog
import Decisions
import Ledger
import OfferSigning
import PaywallAPI
import Subscribers

/// One purchase attempt that a signature is made for.
struct Purchase: Sendable {
  var offer: Offer
  var product: String
  var form: SignatureForm
  /// Fresh: Apple spends it even if the purchase is cancelled.
  var nonce: UUID
  /// What showed the offer; `nil` for a server that signs outside of a placement.
  var decision: Decision?
  /// Recorded with the grant, if an experiment showed the offer.
  var assignment: RecordedAssignment?
  /// As what the app sent the id of `assignment`.
  var origin: IdOrigin?
  /// Whom the legacy form is tied to.
  var account: OfferCustomer
  /// Whom the JWS forms are tied to.
  var transactionId: String?

  /// Whom a signature on trust names: a server that vouches for them again takes no second place.
  /// `nil` if it names nobody.
  var trusted: String? {
    if form == .jws, let transactionId { return "transaction/\(transactionId)" }
    switch account {
    case .appAccountToken(let token): return "appAccountToken/\(token.lowercased())"
    case .applicationUsername(let name): return "applicationUsername/\(name)"
    case .anyone: return nil
    }
  }

  var key: SignedOffers.Key { SignedOffers.Key(product: product, offer: offer.key) }
}
