/// A promotional offer: one offer on one subscription product of one app.
package struct PromotionalOffer: Hashable, Sendable {
  package let bundleId: String
  package let productId: String
  /// App Store Connect's offer identifier.
  package let offerId: String

  package init(bundleId: String, productId: String, offerId: String) {
    self.bundleId = bundleId
    self.productId = productId
    self.offerId = offerId
  }

  func check() throws(OfferSigningError) {
    try OfferField.bundleId.check(bundleId)
    try OfferField.productId.check(productId)
    try OfferField.offerId.check(offerId)
  }
}
