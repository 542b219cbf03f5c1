import PaywallTextCoding
/// An offer as the App Store names it: its kind, and its identifier (introductory offers have
/// none).
package struct OfferName: Hashable, Sendable {
  package var kind: OpenEnum<RedeemedOfferKind>
  package var id: String?

  func hasSameUTF8(as other: OfferName) -> Bool {
    kind == other.kind && id.hasSameUTF8(as: other.id)
  }
}

extension TransactionFact {
  /// The offer it was bought under.
  package var offer: OfferName? { offerKind.map { OfferName(kind: $0, id: offerId) } }
}

extension RenewalFact {
  /// The offer that the next renewal runs under.
  package var offer: OfferName? { offerKind.map { OfferName(kind: $0, id: offerId) } }
}
