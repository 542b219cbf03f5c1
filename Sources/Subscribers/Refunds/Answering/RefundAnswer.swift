package import PaywallCatalog
import PaywallTextCoding

/// The body of Send Consumption Information, version 2. It exists only with the customer's consent.
package struct RefundAnswer: Hashable, Sendable {
  package var deliveryStatus: DeliveryStatus
  package var sampleContentProvided: Bool
  /// Thousandths of a percent; never of auto-renewable subscriptions.
  package var consumptionPercentage: Int?
  /// `nil` for no wish.
  package var refundPreference: RefundRule.Preference?

  /// The body in Apple's spelling, as it is sent and recorded.
  package var json: [UInt8] {
    JSONMembers {
      $0.flag("customerConsented", true)
      $0.text("deliveryStatus", deliveryStatus.appStoreWord)
      $0.flag("sampleContentProvided", sampleContentProvided)
      $0.number("consumptionPercentage", consumptionPercentage)
      $0.text("refundPreference", refundPreference?.appStoreWord)
    }.bytes
  }
}

extension RefundRule.Preference {
  /// The App Store's spelling; `nil` for no wish.
  package var appStoreWord: String? {
    switch self {
    case .decline: "DECLINE"
    case .grantFull: "GRANT_FULL"
    case .grantProrated: "GRANT_PRORATED"
    case .noPreference: nil
    }
  }
}
