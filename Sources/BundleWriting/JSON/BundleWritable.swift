import PaywallCatalog
import PaywallTextCoding

/// Something that a server writes into a bundle, as `BundleReadable` reads it.
protocol BundleWritable {
  func write(to writer: inout BundleWriter)
}

/// It is written as an object.
protocol BundleObject: BundleWritable {
  func writeMembers(to writer: inout BundleWriter)
}

extension BundleObject {
  func write(to writer: inout BundleWriter) { writer.object(writeMembers) }
}

extension String: BundleWritable {
  func write(to writer: inout BundleWriter) { writer.json.string(self) }
}

extension Bool: BundleWritable {
  func write(to writer: inout BundleWriter) { writer.json.boolean(self) }
}

extension Int64: BundleWritable {
  func write(to writer: inout BundleWriter) { writer.json.integer(self) }
}

extension Int: BundleWritable {
  func write(to writer: inout BundleWriter) { writer.json.integer(self) }
}

extension Array: BundleWritable where Element: BundleWritable {
  func write(to writer: inout BundleWriter) {
    writer.list(self) { $1.write(to: &$0) }
  }
}

extension Dictionary: BundleWritable where Key == String, Value: BundleWritable {
  /// Sorted by the bytes of the keys, so that a release has one text.
  func write(to writer: inout BundleWriter) {
    let sorted = self.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    writer.object { writer in
      for (key, value) in sorted { writer.member(key, value) }
    }
  }
}

/// Words are written as themselves.
extension BundleWritable where Self: RawRepresentable<String> {
  func write(to writer: inout BundleWriter) { writer.json.string(rawValue) }
}

extension AppStoreEnvironment: BundleWritable {}
extension AttributeType: BundleWritable {}
extension Visibility: BundleWritable {}
extension ProductType: BundleWritable {}
extension OfferKind: BundleWritable {}
extension BillingPlan: BundleWritable {}
extension OfferPayment: BundleWritable {}
extension CustomerClass: BundleWritable {}
extension PaywallCatalog.Unit: BundleWritable {}
extension ExperimentStatus: BundleWritable {}
extension WhilePaused: BundleWritable {}
extension AfterEnd: BundleWritable {}
