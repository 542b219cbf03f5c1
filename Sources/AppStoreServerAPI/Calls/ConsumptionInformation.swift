package import PaywallCatalog
import PaywallTextCoding

/// The use of a purchase that Apple gets within 12 hours of its `CONSUMPTION_REQUEST`, in version 2
/// of the format. There is none without the customer's consent.
package struct ConsumptionInformation: Hashable, Sendable {
  package let deliveryStatus: DeliveryStatus
  /// True if the customer could try the content before the purchase.
  package let sampleContentProvided: Bool
  /// Thousandths of a percent, 0…100,000. Never for subscriptions that renew (4000209).
  package let consumptionPercentage: Int?
  package let refundPreference: RefundPreference?

  /// `nil` without consent, or with a percentage that Apple refuses: one out of range, or above zero
  /// for what was not delivered.
  package init?(
    customerConsented: Bool, deliveryStatus: DeliveryStatus, sampleContentProvided: Bool,
    consumptionPercentage: Int? = nil, refundPreference: RefundPreference? = nil
  ) {
    guard customerConsented else { return nil }
    if let consumptionPercentage {
      guard (0...100_000).contains(consumptionPercentage),
        deliveryStatus == .delivered || consumptionPercentage == 0
      else { return nil }
    }
    self.deliveryStatus = deliveryStatus
    self.sampleContentProvided = sampleContentProvided
    self.consumptionPercentage = consumptionPercentage
    self.refundPreference = refundPreference
  }

  package enum RefundPreference: String, CaseIterable, Sendable {
    case decline = "DECLINE"
    case grantFull = "GRANT_FULL"
    case grantProrated = "GRANT_PRORATED"
  }

  /// The body as it is sent.
  package var json: [UInt8] {
    JSONMembers {
      $0.flag("customerConsented", true)
      $0.text("deliveryStatus", deliveryStatus.appStoreWord)
      $0.flag("sampleContentProvided", sampleContentProvided)
      $0.number("consumptionPercentage", consumptionPercentage)
      $0.text("refundPreference", refundPreference?.rawValue)
    }.bytes
  }
}
