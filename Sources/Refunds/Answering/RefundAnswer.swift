package import PaywallCatalog
import PaywallTextCoding

/// What Apple is told: the body of Send Consumption Information, version 2
///. It exists only with the customer's consent.
package struct RefundAnswer: Hashable, Sendable {
  package var deliveryStatus: DeliveryStatus
  package var sampleContentProvided: Bool
  /// Thousandths of a percent; never of auto-renewable subscriptions.
  package var consumptionPercentage: Int?
  /// `nil` for no wish.
  package var refundPreference: RefundRule.Preference?

  /// In Apple's spelling, as it is sent and recorded.
  package var json: [UInt8] {
    JSONText { json in
      json.raw("{\"customerConsented\":true,\"deliveryStatus\":")
      json.string(deliveryStatus.appStoreWord)
      json.raw(",\"sampleContentProvided\":")
      json.boolean(sampleContentProvided)
      if let consumptionPercentage {
        json.raw(",\"consumptionPercentage\":")
        json.integer(consumptionPercentage)
      }
      if let word = refundPreference?.appStoreWord {
        json.raw(",\"refundPreference\":")
        json.string(word)
      }
      json.raw("}")
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
