import PaywallCatalog

extension Timestamp {
  static let epoch = Timestamp(milliseconds: 0)
}
