import PaywallCatalog

extension Product: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("id", id)
    writer.member("type", type)
    writer.member("group", group)
    writer.member("period", period)
    writer.member("familyShareable", isFamilyShareable, unless: false)
  }
}

extension SubscriptionGroup: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("key", key)
    writer.member("id", id)
    writer.member("levels", levels)
  }
}

extension Offer: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("key", key)
    writer.member("id", id)
    writer.member("kind", kind)
    writer.member("products", products)
    writer.member("billingPlan", billingPlan, unless: .upFront)
    writer.member("payment", payment)
    writer.member("period", period)
    writer.member("cycles", cycles, unless: 1)
    writer.member("audience", audience)
    writer.member("window", window, unless: .always)
    writer.member("again", again, unless: false)
    writer.member("winBack", winBack)
    writer.member("code", code)
  }
}

extension WinBackTerms: BundleObject {
  func writeMembers(to writer: inout BundleWriter) { writer.member("appStoreId", appStoreId) }
}

extension OfferCodeTerms: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("customers", customers)
    writer.member("url", url)
  }
}

extension Paywall: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("id", id)
    writer.member("products", products)
    writer.member("selected", selected)
    writer.name("content")
    writer.content(content)
  }
}

extension PaywallProduct: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("product", product)
    writer.member("billingPlan", billingPlan, unless: .upFront)
    writer.member("offers", offers, unless: [])
    writer.member("extra", extra)
  }
}
