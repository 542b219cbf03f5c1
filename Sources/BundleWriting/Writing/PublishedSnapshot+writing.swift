import PaywallBundles
package import PaywallCatalog
import PaywallTextCoding

extension PublishedSnapshot {
  /// The payload of the bundle: the same bytes for a release on every machine.
  package var bundleJSON: [UInt8] {
    var writer = BundleWriter()
    write(to: &writer)
    return writer.json.bytes
  }
}

extension PublishedSnapshot: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
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
