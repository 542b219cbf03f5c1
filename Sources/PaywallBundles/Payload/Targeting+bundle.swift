import PaywallCatalog

extension Attribute: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("type", type)
      writer.member("values", values, unless: [])
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      name: try reader.read("name"), type: try reader.read("type"),
      values: try reader.read("values", or: []), origin: .declared)
  }
}

extension Audience: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("visibility", visibility)
      writer.member("condition", condition)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      name: try reader.read("name"), condition: try reader.read("condition"),
      visibility: try reader.read("visibility"))
  }
}

extension Placement: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("rules", rules)
      writer.member("default", `default`)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      id: try reader.read("id"), rules: try reader.read("rules"),
      default: try reader.read("default"))
  }
}

extension Placement.Rule: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("audience", audience)
      writer.member("window", window, unless: .always)
      writer.member("show", show)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      audience: try reader.read("audience"), show: try reader.read("show"),
      window: try reader.read("window", or: .always))
  }
}

extension Layer: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("unit", unit)
      writer.member("seed", seed)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(
      name: try reader.read("name"), unit: try reader.read("unit"), seed: try reader.read("seed"))
  }
}

extension Holdout: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("share", share)
      writer.member("seed", seed)
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    self.init(share: try reader.read("share"), seed: try reader.read("seed"))
  }
}
