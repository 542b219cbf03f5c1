import PaywallCatalog

/// Without entitlements, which only the server grants.
extension Product: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("type", type)
      writer.member("group", group)
      writer.member("period", period)
      writer.member("familyShareable", isFamilyShareable, unless: false)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      id: try reader.read("id"), type: try reader.read("type"),
      group: try reader.readIfPresent("group"), period: try reader.readIfPresent("period"),
      isFamilyShareable: try reader.read("familyShareable", or: false))
  }
}

extension SubscriptionGroup: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("key", key)
      writer.member("id", id)
      writer.member("levels", levels)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      key: try reader.read("key"), id: try reader.read("id"), levels: try reader.read("levels"))
  }
}

/// Without limits, which only the server counts.
extension Offer: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("key", key)
      writer.member("id", id)
      writer.member("kind", kind)
      writer.member("products", products)
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

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      key: try reader.read("key"), id: try reader.read("id"), kind: try reader.read("kind"),
      products: try reader.read("products"), payment: try reader.readIfPresent("payment"),
      period: try reader.readIfPresent("period"), cycles: try reader.read("cycles", or: 1),
      audience: try reader.readIfPresent("audience"),
      window: try reader.read("window", or: .always),
      again: try reader.read("again", or: false),
      winBack: try reader.readIfPresent("winBack"), code: try reader.readIfPresent("code"))
  }
}

/// Only the id for the link: Apple decides the rest.
extension WinBackTerms: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { $0.member("appStoreId", appStoreId) }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(appStoreId: try reader.readIfPresent("appStoreId"))
  }
}

extension OfferCodeTerms: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("customers", customers)
      writer.member("url", url)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      customers: try reader.read("customers"), url: try reader.readIfPresent("url"))
  }
}

/// Without its title.
extension Paywall: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("products", products)
      writer.member("selected", selected)
      writer.name("content")
      writer.content(content)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      id: try reader.read("id"), products: try reader.read("products"),
      selected: try reader.readIfPresent("selected"),
      content: try Content.members(try reader.required("content")))
  }
}

extension PaywallProduct: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("product", product)
      writer.member("offers", offers, unless: [])
      writer.member("extra", extra)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      product: try reader.read("product"), offers: try reader.read("offers", or: []),
      extra: try reader.readIfPresent("extra"))
  }
}
