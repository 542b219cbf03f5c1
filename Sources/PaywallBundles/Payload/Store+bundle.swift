import PaywallCatalog

/// Without entitlements, which only the server grants.
extension Product: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      id: reader.read("id"), type: reader.read("type"), group: reader.readIfPresent("group"),
      period: reader.readIfPresent("period"),
      isFamilyShareable: reader.read("familyShareable", or: false))
  }
}

extension SubscriptionGroup: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(key: reader.read("key"), id: reader.read("id"), levels: reader.read("levels"))
  }
}

/// Without limits, which only the server counts.
extension Offer: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      key: reader.read("key"), id: reader.read("id"), kind: reader.read("kind"),
      products: reader.read("products"), billingPlan: reader.read("billingPlan", or: .upFront),
      payment: reader.readIfPresent("payment"), period: reader.readIfPresent("period"),
      cycles: reader.read("cycles", or: 1), audience: reader.readIfPresent("audience"),
      window: reader.read("window", or: .always), again: reader.read("again", or: false),
      winBack: reader.readIfPresent("winBack"), code: reader.readIfPresent("code"))
  }
}

/// Only the id for the link: Apple decides the rest.
extension WinBackTerms: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(appStoreId: reader.readIfPresent("appStoreId"))
  }
}

extension OfferCodeTerms: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(customers: reader.read("customers"), url: reader.readIfPresent("url"))
  }
}

/// Without its title.
extension Paywall: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      id: reader.read("id"), products: reader.read("products"),
      selected: reader.readIfPresent("selected"),
      content: Content.members(reader.required("content")))
  }
}

extension PaywallProduct: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      product: reader.read("product"), billingPlan: reader.read("billingPlan", or: .upFront),
      offers: reader.read("offers", or: []), extra: reader.readIfPresent("extra"))
  }
}
