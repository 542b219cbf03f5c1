import Catalog

/// The oldest systems that can redeem each kind of offer (apple-offers.md 8, "Which channel can
/// carry what", and (e) for win-back offers). A platform that is not named has no known minimum.
enum RedeemingOS {
  static func oldest(for kind: OfferKind, on platform: String?) -> Version? {
    guard let platform = platform?.lowercased() else { return nil }
    let oldest: String? =
      switch (kind, platform) {
      case (.introductory, "ios"), (.introductory, "ipados"): "11.2"
      case (.promotional, "ios"), (.promotional, "ipados"): "12.2"
      case (.offerCode, "ios"), (.offerCode, "ipados"): "14.2"
      case (.winBack, "ios"), (.winBack, "ipados"), (.winBack, "tvos"): "18"
      case (.winBack, "macos"): "15"
      case (.winBack, "watchos"): "11"
      case (.winBack, "visionos"): "2"
      default: nil
      }
    return oldest.flatMap { Version($0) }
  }
}
