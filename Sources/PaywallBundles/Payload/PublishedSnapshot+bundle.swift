package import PaywallCatalog

extension PublishedSnapshot {
  /// Reads what `bundleJSON` wrote. Unknown members are ignored; a newer format is refused.
  package init(bundleJSON: [UInt8]) throws(BundleProblem) {
    let reader = BundleReader(try BundleNode(json: bundleJSON))
    let format = try reader.read("format", as: Int.self)
    guard format >= 1 else { throw try reader.required("format").badValue("Formats begin at 1.") }
    guard format <= BundleFormat.version else {
      let reader = try reader.required("format")
      throw BundleProblem(
        .newerFormat, path: reader.path.pointer, offset: reader.node.range.lowerBound,
        "The bundle has format \(format); this app reads formats up to \(BundleFormat.version). Update the app."
      )
    }
    try self.init(reader)
  }
}

extension PublishedSnapshot: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    let attributes: [Attribute] = try reader.read("attributes")
    let groups: [String] = try reader.read("subscriptionAttributes")
    let snapshot = Snapshot(
      app: App(
        bundleId: try reader.read("bundleId"), environments: try reader.read("environments"),
        locales: try reader.read("locales")),
      groups: try reader.read("groups"), products: try reader.named("products", \.id),
      offers: try reader.named("offers", \.key),
      schema: AttributeSchema(declared: attributes, groups: groups),
      audiences: try reader.named("audiences", \.name),
      placements: try reader.named("placements", \.id), fallback: try reader.read("fallback"),
      layers: try reader.named("layers", \.name), holdout: try reader.readIfPresent("holdout"),
      paywalls: try reader.named("paywalls", \.id),
      experiments: try reader.named("experiments", \.id), release: try reader.read("release"))
    let partial: [String] = try reader.read("partialPlacements")
    self.init(snapshot: snapshot, partialPlacements: Set(partial))
  }
}

extension BundleReader {
  /// A dictionary of values with a name, which must equal the key.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func named<Value: BundleReadable>(
    _ name: String, _ key: (Value) -> String
  ) throws(BundleProblem) -> [String: Value] {
    let values: [String: Value] = try read(name)
    for (written, value) in values where !written.utf8.elementsEqual(key(value).utf8) {
      throw try required(name).badValue("'\(written)' calls itself '\(key(value))'.")
    }
    return values
  }
}
