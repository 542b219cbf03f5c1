import PaywallCatalog

extension Attribute: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      name: reader.read("name"), type: reader.read("type"), values: reader.read("values", or: []),
      origin: .declared)
  }
}

extension Audience: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      name: reader.read("name"), condition: reader.read("condition"),
      visibility: reader.read("visibility"))
  }
}

extension Placement: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      id: reader.read("id"), rules: reader.read("rules"), default: reader.read("default"))
  }
}

extension Placement.Rule: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(
      audience: reader.read("audience"), show: reader.read("show"),
      window: reader.read("window", or: .always))
  }
}

extension Layer: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(name: reader.read("name"), unit: reader.read("unit"), seed: reader.read("seed"))
  }
}

extension Holdout: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(share: reader.read("share"), seed: reader.read("seed"))
  }
}
