import Foundation
import Ledger
import OfferSigning
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// A purchase attempt to sign.
struct Purchase: Sendable {
  var offer: Offer
  var product: String
  var form: SignatureForm
  /// Fresh: Apple spends it even if the purchase is cancelled.
  var nonce: UUID
  /// Showed the offer; `nil` if a server signs outside of a placement.
  var decision: Decision?
  /// Recorded with the grant, if an experiment showed the offer.
  var assignment: RecordedAssignment?
  /// The kind of the id in `assignment`, as sent.
  var origin: IdOrigin?
  /// The account in the legacy form.
  var account: OfferCustomer
  /// The customer in the JWS forms.
  var transactionId: String?

  /// The customer in a signature on trust: signing for them again does not count twice in a limit.
  /// `nil` if it names none.
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
