package import PaywallCatalog
import PaywallTextCoding

extension PublishedSnapshot {
  /// The payload of the bundle: the same bytes for a release on every machine.
  package var bundleJSON: [UInt8] {
    var writer = BundleWriter()
    write(to: &writer)
    return writer.json.bytes
  }

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

extension PublishedSnapshot: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      writer.member("format", BundleFormat.version)
      writer.member("release", snapshot.release)
      writer.member("bundleId", snapshot.app.bundleId)
      writer.member("environments", snapshot.app.environments)
      writer.member("locales", snapshot.app.locales)
      writer.member("attributes", snapshot.schema.attributes.filter { $0.origin == .declared })
      writer.member("subscriptionAttributes", snapshot.schema.groups)
      writer.member("audiences", snapshot.audiences)
      writer.member("placements", snapshot.placements)
      writer.member("fallback", snapshot.fallback)
      writer.member("layers", snapshot.layers)
      writer.member("holdout", snapshot.holdout)
      writer.member("experiments", snapshot.experiments)
      writer.member("paywalls", snapshot.paywalls)
      writer.member("products", snapshot.products)
      writer.member("groups", snapshot.groups)
      writer.member("offers", snapshot.offers)
      writer.member(
        "partialPlacements",
        partialPlacements.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

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
  func named<Value: BundleValue>(
    _ name: String, _ key: (Value) -> String
  ) throws(BundleProblem) -> [String: Value] {
    let values: [String: Value] = try read(name)
    for (written, value) in values where !written.utf8.elementsEqual(key(value).utf8) {
      throw try required(name).badValue("“\(written)” calls itself “\(key(value))”.")
    }
    return values
  }
}

extension AttributeSchema {
  /// The keys of the subscription groups that have attributes of their own.
  fileprivate var groups: [String] {
    let (start, end) = ("subscription.", ".state")
    return attributes.dropFirst(Self.builtIn.count + Self.computed.count).compactMap { attribute in
      guard attribute.origin == .computed, attribute.name.utf8.starts(with: start.utf8),
        attribute.name.utf8.reversed().starts(with: end.utf8.reversed())
      else { return nil }
      return String(
        decoding: attribute.name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count),
        as: UTF8.self)
    }
  }
}
