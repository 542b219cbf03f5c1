package import PaywallCatalog

/// The customer's way to the app, as the newest app transaction tells it.
package struct Acquisition: Hashable, Sendable {
  /// When Apple signed it; 1970 if Apple omitted that.
  package var signedDate: Timestamp
  /// When Apple took the app back: a download by a school that ended, or a refund of the app.
  package var revocationDate: Timestamp?
  /// The kind of store: for consumers, education or enterprises.
  package var storeType: String?
  package var platform: String?

  package init(
    signedDate: Timestamp, revocationDate: Timestamp? = nil, storeType: String? = nil,
    platform: String? = nil
  ) {
    self.signedDate = signedDate
    self.revocationDate = revocationDate
    self.storeType = storeType
    self.platform = platform
  }

  /// The one that is valid of two, whatever their order: the later one; of two that were signed
  /// together the one that was revoked.
  package func merged(with other: Acquisition) -> Acquisition {
    var order = Precedence()
    order.compare(signedDate, other.signedDate)
    order.compare(revocationDate, other.revocationDate)
    order.compare(storeType, other.storeType)
    order.compare(platform, other.platform)
    return order.isLast ?? true ? self : other
  }

  /// Whether the app was taken back by a moment.
  package func isRevoked(at now: Timestamp) -> Bool { revocationDate.map { $0 <= now } ?? false }
}
