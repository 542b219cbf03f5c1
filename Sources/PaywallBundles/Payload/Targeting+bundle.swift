import PaywallCatalog

extension Attribute: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      name: try reader.read("name"), type: try reader.read("type"),
      values: try reader.read("values", or: []), origin: .declared)
  }
}

extension Audience: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      name: try reader.read("name"), condition: try reader.read("condition"),
      visibility: try reader.read("visibility"))
  }
}

extension Placement: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      id: try reader.read("id"), rules: try reader.read("rules"),
      default: try reader.read("default"))
  }
}

extension Placement.Rule: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      audience: try reader.read("audience"), show: try reader.read("show"),
      window: try reader.read("window", or: .always))
  }
}

extension Layer: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      name: try reader.read("name"), unit: try reader.read("unit"), seed: try reader.read("seed"))
  }
}

extension Holdout: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(share: try reader.read("share"), seed: try reader.read("seed"))
  }
}
