import PaywallCatalog

/// Without entitlements, which only the server grants.
extension Product: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      id: try reader.read("id"), type: try reader.read("type"),
      group: try reader.readIfPresent("group"), period: try reader.readIfPresent("period"),
      isFamilyShareable: try reader.read("familyShareable", or: false))
  }
}

extension SubscriptionGroup: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      key: try reader.read("key"), id: try reader.read("id"), levels: try reader.read("levels"))
  }
}

/// Without limits, which only the server counts.
extension Offer: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      key: try reader.read("key"), id: try reader.read("id"), kind: try reader.read("kind"),
      products: try reader.read("products"),
      billingPlan: try reader.read("billingPlan", or: .upFront),
      payment: try reader.readIfPresent("payment"), period: try reader.readIfPresent("period"),
      cycles: try reader.read("cycles", or: 1),
      audience: try reader.readIfPresent("audience"),
      window: try reader.read("window", or: .always),
      again: try reader.read("again", or: false),
      winBack: try reader.readIfPresent("winBack"), code: try reader.readIfPresent("code"))
  }
}

/// Only the id for the link: Apple decides the rest.
extension WinBackTerms: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(appStoreId: try reader.readIfPresent("appStoreId"))
  }
}

extension OfferCodeTerms: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      customers: try reader.read("customers"), url: try reader.readIfPresent("url"))
  }
}

/// Without its title.
extension Paywall: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      id: try reader.read("id"), products: try reader.read("products"),
      selected: try reader.readIfPresent("selected"),
      content: try Content.members(try reader.required("content")))
  }
}

extension PaywallProduct: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      product: try reader.read("product"),
      billingPlan: try reader.read("billingPlan", or: .upFront),
      offers: try reader.read("offers", or: []),
      extra: try reader.readIfPresent("extra"))
  }
}
