/// Values that may have been signed instead of the expected ones, e.g. all product ids of the app.
package struct Candidates: Hashable, Sendable {
  package var bundleIds: [String]
  package var productIds: [String]
  package var offerIds: [String]
  package var appAccountTokens: [String]

  package init(
    bundleIds: [String] = [], productIds: [String] = [], offerIds: [String] = [],
    appAccountTokens: [String] = []
  ) {
    self.bundleIds = bundleIds
    self.productIds = productIds
    self.offerIds = offerIds
    self.appAccountTokens = appAccountTokens
  }
}
