package import PaywallCatalog

/// The operating systems that redeem offers. Others have no known minimum version.
package enum RedeemingOS: String, CaseIterable {
  case iOS, macOS, tvOS, watchOS, visionOS

  /// The system of a `platform`, in any letter case; iPadOS is iOS.
  init?(platform: String) {
    func isNamed(_ name: String) -> Bool {
      // This bit turns only letters into lower-case letters.
      platform.utf8.elementsEqual(name.utf8) { $0 | 0x20 == $1 | 0x20 }
    }
    if isNamed("iPadOS") {
      self = .iOS
    } else if let system = Self.allCases.first(where: { isNamed($0.rawValue) }) {
      self = system
    } else {
      return nil
    }
  }

  /// The oldest version that can redeem a kind of offer (AppleFacts.md § 5.5).
  package func oldest(for kind: OfferKind) -> Version? { Self.oldest[kind]?[self] }

  private static let oldest: [OfferKind: [RedeemingOS: Version]] = [
    .introductory: [.iOS: "11.2"],
    .promotional: [.iOS: "12.2"],
    .offerCode: [.iOS: "14.2"],
    .winBack: [.iOS: "18", .macOS: "15", .tvOS: "18", .watchOS: "11", .visionOS: "2"],
  ].mapValues { $0.compactMapValues { Version($0) } }
}
